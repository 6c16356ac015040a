import { Zap } from 'lucide-react';
import { eventStats } from '../../contract/events.ts';
import { Page } from '../shell/page.tsx';
import { useProject } from '../shell/signed-in.ts';
import { CodeBlock } from '../ui/code-block.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { FilterBar } from '../ui/filter-bar.tsx';
import { counted, number } from '../ui/format.ts';
import { SearchField } from '../ui/search-field.tsx';
import { Sheet } from '../ui/sheet.tsx';
import type { Column } from '../ui/table/columns.ts';
import { DataTable } from '../ui/table/data-table.tsx';
import { fullList } from '../ui/table/list-state.ts';
import { useRead } from '../use-api.ts';
import { useUrl } from '../use-url.ts';
import { EventDetails } from './event-details.tsx';

interface Row {
  name: string;
  count: number;
}

const COLUMNS: readonly Column<Row>[] = [
  { id: 'name', header: 'Name', cell: ({ name }) => <span className="block truncate">{name}</span> },
  { id: 'count', header: 'Times', cell: ({ count }) => number(count), width: 'w-[140px]', align: 'right' },
];

const AGAIN_MS = 10_000;

/** What contacts do, by name. */
export function EventsPage() {
  const { search, change } = useUrl();
  const { data, error, refetch } = useRead(eventStats, { query: {} }, { everyMs: AGAIN_MS });
  const wanted = (search.q ?? '').toLowerCase();
  const shown = data?.filter(({ name }) => name.toLowerCase().includes(wanted));
  return (
    <Page title="Events" note={data && counted(data.length, 'name')} layout="list">
      <FilterBar>
        <SearchField label="Search event names" value={search.q ?? ''} onChange={(q) => change({ q })} />
      </FilterBar>
      <DataTable
        className="flex-1"
        label="Events"
        columns={COLUMNS}
        list={fullList(shown, { error, retry: () => void refetch() })}
        rowKey={({ name }) => name}
        onOpen={({ name }) => change({ name }, { isStep: true })}
        currentKey={search.name}
        empty={wanted ? <NoneMatch /> : <NoneYet />}
      />
      <Sheet
        isOpen={search.name !== undefined}
        onOpenChange={(open) => !open && change({ name: undefined })}
        title={search.name ?? 'Event'}
      >
        {search.name !== undefined && <EventDetails name={search.name} onDeleted={() => change({ name: undefined })} />}
      </Sheet>
    </Page>
  );
}

const NoneMatch = () => (
  <EmptyState icon={<Zap aria-hidden="true" />} title="No event has that name">
    Search for another part of the name.
  </EmptyState>
);

function NoneYet() {
  const { public: key } = useProject();
  const code = `curl -X POST ${location.origin}/v1/track \\
  -H 'Authorization: Bearer ${key}' \\
  -H 'Content-Type: application/json' \\
  -d '{ "email": "ada@example.com", "event": "signed_up" }'`;
  return (
    <EmptyState
      icon={<Zap aria-hidden="true" />}
      title="No events yet"
      snippet={<CodeBlock what="command" title="Terminal" code={code} />}
    >
      Events are what your contacts do. Track them with the public key; segments and workflows build on them.
    </EmptyState>
  );
}
