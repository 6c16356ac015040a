import { campaignBreakdown, topCampaigns } from '../../contract/analytics.ts';
import { Card } from '../ui/card.tsx';
import { number, percent } from '../ui/format.ts';
import { Select } from '../ui/select.tsx';
import type { Column } from '../ui/table/columns.ts';
import { DataTable } from '../ui/table/data-table.tsx';
import { fullList } from '../ui/table/list-state.ts';
import { useRead } from '../use-api.ts';
import { useUrl } from '../use-url.ts';
import type { Period } from './period.ts';

interface Row {
  id: string;
  name: string;
  subject: string;
  sentCount: number;
  openRate: number;
  clickRate: number;
}

const COLUMNS: readonly Column<Row>[] = [
  { id: 'name', header: 'Campaign', cell: ({ name }) => <span className="block truncate">{name}</span> },
  { id: 'sent', header: 'Sent', cell: ({ sentCount }) => number(sentCount), width: 'w-[100px]', align: 'right' },
  {
    id: 'opens',
    header: 'Opened',
    cell: ({ openRate }) => percent(openRate / 100),
    width: 'w-[100px]',
    align: 'right',
  },
  {
    id: 'clicks',
    header: 'Clicked',
    cell: ({ clickRate }) => percent(clickRate / 100),
    width: 'w-[100px]',
    align: 'right',
    hideBelow: 'sm',
  },
];

const METRICS = [
  { value: 'opens', label: 'By opens' },
  { value: 'clicks', label: 'By clicks' },
  { value: 'sent', label: 'By size' },
];

export function CampaignFigures({ period }: { period: Period }) {
  const { search, change } = useUrl();
  const { data: totals } = useRead(campaignBreakdown, { query: period }, { isKept: true });
  const top = useRead(topCampaigns, { query: { ...period, metric: search.metric } }, { isKept: true });
  const rates =
    totals && totals.completed > 0
      ? ` · on average ${totals.averageOpenRate}% opened, ${totals.averageClickRate}% clicked`
      : '';
  const note = totals && `${number(totals.completed)} sent of ${number(totals.total)}${rates}`;
  return (
    <Card
      title="Campaigns"
      note={note}
      isFlush
      actions={
        <Select
          size="sm"
          aria-label="Order"
          value={search.metric ?? 'opens'}
          onChange={(metric) => change({ metric })}
          options={METRICS}
        />
      }
    >
      <DataTable
        label="Best campaigns"
        columns={COLUMNS}
        list={fullList(top.data, { error: top.error, retry: () => void top.refetch() })}
        rowKey={({ id }) => id}
        rowLink={({ id }) => ({ from: '/p/$projectId', to: '/p/$projectId/campaigns/$id', params: { id } })}
        empty={<p className="p-4 text-sm text-ink-soft">No campaign was sent in this period.</p>}
      />
    </Card>
  );
}
