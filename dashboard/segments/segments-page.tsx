import { useNavigate } from '@tanstack/react-router';
import { ListFilter, Plus } from 'lucide-react';
import { createSegment, listSegments, type Segment } from '../../contract/segments.ts';
import { FormDialog } from '../form/form-dialog.tsx';
import { useForm } from '../form/use-form.ts';
import { Page } from '../shell/page.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { FilterBar } from '../ui/filter-bar.tsx';
import { counted, number } from '../ui/format.ts';
import { TextField } from '../ui/input.tsx';
import { RadioCards } from '../ui/radio-cards.tsx';
import { SearchField } from '../ui/search-field.tsx';
import type { Column } from '../ui/table/columns.ts';
import { DataTable } from '../ui/table/data-table.tsx';
import { fullList } from '../ui/table/list-state.ts';
import { Time } from '../ui/time.tsx';
import { useRead } from '../use-api.ts';
import { useUrl } from '../use-url.ts';

const COLUMNS: readonly Column<Segment>[] = [
  {
    id: 'name',
    header: 'Name',
    cell: ({ name }) => <span className="block truncate">{name}</span>,
    width: 'sm:w-[36%]',
  },
  {
    id: 'type',
    header: 'Type',
    cell: ({ type, trackMembership }) => (
      <Badge tone={trackMembership ? 'active' : 'neutral'}>
        {type === 'DYNAMIC' ? (trackMembership ? 'Dynamic, tracked' : 'Dynamic') : 'Static'}
      </Badge>
    ),
    width: 'w-[160px]',
    hideBelow: 'sm',
  },
  {
    id: 'members',
    header: 'Members',
    cell: ({ memberCount }) => number(memberCount),
    width: 'w-[110px]',
    align: 'right',
  },
  {
    id: 'changed',
    header: 'Changed',
    cell: ({ updatedAt }) => <Time iso={updatedAt} />,
    width: 'w-[110px]',
    align: 'right',
    hideBelow: 'sm',
  },
];

/** Named audiences. */
export function SegmentsPage() {
  const { search, change } = useUrl();
  const { data, error, refetch } = useRead(listSegments, {});
  const wanted = (search.q ?? '').toLowerCase();
  const shown = data?.filter(({ name }) => name.toLowerCase().includes(wanted));
  const create = (
    <Button look="primary" onClick={() => change({ new: '1' })}>
      <Plus className="size-4" aria-hidden="true" />
      New segment
    </Button>
  );
  return (
    <Page title="Segments" note={data && counted(data.length, 'segment')} layout="list" actions={create}>
      <FilterBar>
        <SearchField label="Search segments" value={search.q ?? ''} onChange={(q) => change({ q })} />
      </FilterBar>
      <DataTable
        className="flex-1"
        label="Segments"
        columns={COLUMNS}
        list={fullList(shown, { error, retry: () => void refetch() })}
        rowKey={({ id }) => id}
        rowLink={({ id }) => ({ from: '/p/$projectId', to: '/p/$projectId/segments/$id', params: { id } })}
        empty={
          <EmptyState
            icon={<ListFilter aria-hidden="true" />}
            title={wanted ? 'No segment matches' : 'No segments yet'}
            action={wanted ? undefined : create}
          >
            A segment is a group of contacts with a name: everyone who matches a condition, or a list you keep by hand.
          </EmptyState>
        }
      />
      <NewSegmentDialog isOpen={search.new === '1'} onClose={() => change({ new: undefined })} />
    </Page>
  );
}

/** Whoever is subscribed: something to begin with that is right for most. */
const BEGINNING = {
  logic: 'AND',
  groups: [{ filters: [{ field: 'subscribed', operator: 'equals', value: true }] }],
};

function NewSegmentDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const navigate = useNavigate({ from: '/p/$projectId' });
  const initial: { name: string; type: 'DYNAMIC' | 'STATIC' } = { name: '', type: 'DYNAMIC' };
  const form = useForm({
    endpoint: createSegment,
    initial,
    input: (values: typeof initial) => ({
      body: { ...values, ...(values.type === 'DYNAMIC' ? { condition: BEGINNING } : {}) },
    }),
    invalidates: [listSegments],
    onDone: ({ id }) => {
      form.reset(initial);
      void navigate({ to: '/p/$projectId/segments/$id', params: { id } });
    },
  });
  const type = form.field('type');
  return (
    <FormDialog
      form={form}
      isOpen={isOpen}
      onClose={onClose}
      title="New segment"
      width="md"
      action="Create"
      busy="Creating…"
    >
      <TextField label="Name" {...form.field('name')} />
      <RadioCards
        label="Type"
        value={type.value}
        onChange={(value) => type.onChange(value as 'DYNAMIC' | 'STATIC')}
        columns={2}
        cards={[
          { value: 'DYNAMIC', label: 'Dynamic', help: 'Everyone who matches a condition, at any time' },
          { value: 'STATIC', label: 'Static', help: 'A list of addresses that you keep by hand' },
        ]}
      />
    </FormDialog>
  );
}
