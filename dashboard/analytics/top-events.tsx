import { topEvents } from '../../contract/analytics.ts';
import { Card } from '../ui/card.tsx';
import { number } from '../ui/format.ts';
import type { Column } from '../ui/table/columns.ts';
import { DataTable } from '../ui/table/data-table.tsx';
import { fullList } from '../ui/table/list-state.ts';
import { useRead } from '../use-api.ts';
import type { Period } from './period.ts';

interface Row {
  name: string;
  count: number;
  trend: number;
}

const COLUMNS: readonly Column<Row>[] = [
  { id: 'name', header: 'Event', cell: ({ name }) => <span className="block truncate">{name}</span> },
  { id: 'count', header: 'Times', cell: ({ count }) => number(count), width: 'w-[110px]', align: 'right' },
  {
    id: 'trend',
    header: 'Change',
    cell: ({ trend }) => (
      <span className={trend < 0 ? 'text-danger' : 'text-ink-soft'}>{trend > 0 ? `+${trend}` : trend}%</span>
    ),
    width: 'w-[110px]',
    align: 'right',
  },
];

/** What people did most, beside the period of the same length before. */
export function TopEvents({ period }: { period: Period }) {
  const { data, error, refetch } = useRead(topEvents, { query: { ...period, limit: '10' } }, { isKept: true });
  return (
    <Card title="Events" note="Change against the period before" isFlush>
      <DataTable
        label="Most frequent events"
        columns={COLUMNS}
        list={fullList(data, { error, retry: () => void refetch() })}
        rowKey={({ name }) => name}
        rowLink={({ name }) => ({ from: '/p/$projectId', to: '/p/$projectId/events', search: { name } })}
        empty={<p className="p-4 text-sm text-ink-soft">No event was tracked in this period.</p>}
      />
    </Card>
  );
}
