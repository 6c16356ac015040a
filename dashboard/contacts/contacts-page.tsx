import { Download, Plus, Upload } from 'lucide-react';
import { type Contact, listContacts } from '../../contract/contacts.ts';
import { Page } from '../shell/page.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Filter, FilterBar } from '../ui/filter-bar.tsx';
import { counted } from '../ui/format.ts';
import { SearchField } from '../ui/search-field.tsx';
import type { Column } from '../ui/table/columns.ts';
import { DataTable } from '../ui/table/data-table.tsx';
import { useSelection } from '../ui/table/use-selection.ts';
import { Time } from '../ui/time.tsx';
import { useCursorList } from '../use-api.ts';
import { useUrl } from '../use-url.ts';
import { BulkActions } from './bulk-actions.tsx';
import { EmptyContacts } from './empty-contacts.tsx';
import { ImportDialog } from './import-dialog.tsx';
import { NewContactDialog } from './new-contact-dialog.tsx';
import { useExport } from './use-export.ts';

const SUBSCRIBED = [
  { value: 'true', label: 'Subscribed' },
  { value: 'false', label: 'Unsubscribed' },
];

/** Everybody the project knows, however many. */
export function ContactsPage() {
  const { search, change } = useUrl();
  const { q, subscribed, sort = 'createdAt', dir = 'desc' } = search;
  const list = useCursorList(listContacts, { query: { limit: '50', search: q, subscribed, sort, dir } });
  const selection = useSelection();
  const csv = useExport({ search: q, subscribed });
  const isFiltered = Boolean(q || subscribed);
  return (
    <Page
      title="Contacts"
      note={list.isLoading ? undefined : counted(list.total, 'contact')}
      layout="list"
      actions={
        <>
          <Button onClick={csv.start} disabled={csv.isBusy || list.total === 0}>
            <Download className="size-4" aria-hidden="true" />
            <span className="max-sm:sr-only">{csv.isBusy ? 'Exporting…' : 'Export'}</span>
          </Button>
          <Button onClick={() => change({ import: '1' })}>
            <Upload className="size-4" aria-hidden="true" />
            <span className="max-sm:sr-only">Import</span>
          </Button>
          <Button look="primary" onClick={() => change({ new: '1' })}>
            <Plus className="size-4" aria-hidden="true" />
            <span className="max-sm:sr-only">New contact</span>
          </Button>
        </>
      }
    >
      <FilterBar onClear={isFiltered ? () => change({ q: undefined, subscribed: undefined }) : undefined}>
        <SearchField label="Search addresses" value={q ?? ''} onChange={(text) => change({ q: text })} />
        <Filter
          label="Subscription"
          any="All contacts"
          value={subscribed}
          onChange={(value) => change({ subscribed: value })}
          options={SUBSCRIBED}
        />
      </FilterBar>
      <DataTable
        className="flex-1"
        label="Contacts"
        columns={COLUMNS}
        list={list}
        rowKey={({ id }) => id}
        rowName={({ email }) => email}
        rowLink={({ id }) => ({ from: '/p/$projectId', to: '/p/$projectId/contacts/$id', params: { id } })}
        selection={selection}
        bulkActions={(ids) => <BulkActions ids={ids} onDone={selection.clear} />}
        sorting={{ by: sort, dir: dir === 'asc' ? 'asc' : 'desc', onSort: (by, way) => change({ sort: by, dir: way }) }}
        empty={
          <EmptyContacts
            isFiltered={isFiltered}
            onNew={() => change({ new: '1' })}
            onImport={() => change({ import: '1' })}
          />
        }
      />
      <NewContactDialog isOpen={search.new === '1'} onClose={() => change({ new: undefined })} />
      <ImportDialog isOpen={search.import === '1'} onClose={() => change({ import: undefined })} />
    </Page>
  );
}

const COLUMNS: readonly Column<Contact>[] = [
  {
    id: 'email',
    header: 'Address',
    sortBy: 'email',
    cell: ({ email }) => <span className="block truncate">{email}</span>,
    width: 'w-[34%]',
  },
  { id: 'data', header: 'Fields', cell: ({ data }) => <Glance data={data} />, hideBelow: 'md' },
  {
    id: 'subscribed',
    header: 'Subscription',
    cell: ({ subscribed }) => (
      <Badge tone={subscribed ? 'good' : 'neutral'}>{subscribed ? 'Subscribed' : 'Unsubscribed'}</Badge>
    ),
    width: 'w-[140px]',
  },
  {
    id: 'created',
    header: 'Added',
    sortBy: 'createdAt',
    cell: ({ createdAt }) => <Time iso={createdAt} />,
    width: 'w-[110px]',
    align: 'right',
    hideBelow: 'sm',
  },
];

const SHOWN = 4;

/** The first few fields, enough to recognise somebody by. */
function Glance({ data }: { data: Contact['data'] }) {
  const fields = Object.entries(data ?? {}).slice(0, SHOWN);
  return (
    <span className="block truncate text-ink-soft">
      {fields
        .map(([name, value]) => `${name}: ${typeof value === 'object' ? JSON.stringify(value) : String(value)}`)
        .join(' · ') || '–'}
    </span>
  );
}
