import { useNavigate } from '@tanstack/react-router';
import { LayoutTemplate, Plus } from 'lucide-react';
import { listTemplates, type Template } from '../../contract/templates.ts';
import { MAIL_TYPES, typeLabel } from '../email-editor/mail-types.ts';
import { Page } from '../shell/page.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Filter, FilterBar } from '../ui/filter-bar.tsx';
import { counted } from '../ui/format.ts';
import { Pager } from '../ui/pager.tsx';
import { SearchField } from '../ui/search-field.tsx';
import type { Column } from '../ui/table/columns.ts';
import { DataTable } from '../ui/table/data-table.tsx';
import { Time } from '../ui/time.tsx';
import { useOffsetList } from '../use-api.ts';
import { useUrl } from '../use-url.ts';
import { NewTemplateDialog } from './new-template-dialog.tsx';

const COLUMNS: readonly Column<Template>[] = [
  {
    id: 'name',
    header: 'Name',
    sortBy: 'name',
    cell: ({ name }) => <span className="block truncate">{name}</span>,
    width: 'w-[30%]',
  },
  {
    id: 'subject',
    header: 'Subject',
    cell: ({ subject }) => <span className="block truncate text-ink-soft">{subject}</span>,
    hideBelow: 'md',
  },
  { id: 'type', header: 'Type', cell: ({ type }) => <Badge>{typeLabel(type)}</Badge>, width: 'w-[140px]' },
  {
    id: 'changed',
    header: 'Changed',
    sortBy: 'updatedAt',
    cell: ({ updatedAt }) => <Time iso={updatedAt} />,
    width: 'w-[110px]',
    align: 'right',
    hideBelow: 'sm',
  },
];

/** Mails that are written once and sent often. */
export function TemplatesPage() {
  const { search, change } = useUrl();
  const { q, type, sort = 'updatedAt', dir = 'desc', page } = search;
  const navigate = useNavigate({ from: '/p/$projectId' });
  const list = useOffsetList(listTemplates, { query: { search: q, type, sort, dir, page, pageSize: '50' } });
  const isFiltered = Boolean(q || type);
  const create = (
    <Button look="primary" onClick={() => change({ new: '1' })}>
      <Plus className="size-4" aria-hidden="true" />
      New template
    </Button>
  );
  return (
    <Page
      title="Templates"
      note={list.isLoading ? undefined : counted(list.total, 'template')}
      layout="list"
      actions={create}
    >
      <FilterBar onClear={isFiltered ? () => change({ q: undefined, type: undefined }) : undefined}>
        <SearchField
          label="Search templates"
          value={q ?? ''}
          onChange={(text) => change({ q: text, page: undefined })}
        />
        <Filter
          label="Type"
          any="Any type"
          value={type}
          onChange={(value) => change({ type: value, page: undefined })}
          options={MAIL_TYPES}
        />
      </FilterBar>
      <DataTable
        className="flex-1"
        label="Templates"
        columns={COLUMNS}
        list={list}
        rowKey={({ id }) => id}
        rowLink={({ id }) => ({ from: '/p/$projectId', to: '/p/$projectId/templates/$id', params: { id } })}
        sorting={{ by: sort, dir: dir === 'asc' ? 'asc' : 'desc', onSort: (by, way) => change({ sort: by, dir: way }) }}
        empty={
          <EmptyState
            icon={<LayoutTemplate aria-hidden="true" />}
            title={isFiltered ? 'No template matches' : 'No templates yet'}
            action={isFiltered ? undefined : create}
          >
            Write a mail once, with variables for what differs, and send it by API or from workflows.
          </EmptyState>
        }
      />
      <Pager
        page={list.page}
        totalPages={list.totalPages}
        total={list.total}
        onPage={(number) => change({ page: String(number) })}
      />
      <NewTemplateDialog
        isOpen={search.new === '1'}
        onClose={() => change({ new: undefined })}
        onMade={(id) => void navigate({ to: '/p/$projectId/templates/$id', params: { id } })}
      />
    </Page>
  );
}
