import { useNavigate } from '@tanstack/react-router';
import { Plus, Workflow as WorkflowIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { listWorkflows } from '../../contract/workflows.ts';
import { Page } from '../shell/page.tsx';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Filter, FilterBar } from '../ui/filter-bar.tsx';
import { counted } from '../ui/format.ts';
import { Pager } from '../ui/pager.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { DataTable } from '../ui/table/data-table.tsx';
import { useOffsetList } from '../use-api.ts';
import { useUrl } from '../use-url.ts';
import { NewWorkflowDialog } from './new-workflow-dialog.tsx';
import { WORKFLOW_COLUMNS } from './workflow-columns.tsx';

const STATUSES = [
  { value: 'active', label: 'Enabled' },
  { value: 'disabled', label: 'Disabled' },
];
const AGAIN_MS = 10_000;

/** What answers events with emails, waits and branches. */
export function WorkflowsPage() {
  const { search, change } = useUrl();
  const { q, status, sort = 'createdAt', dir = 'desc', page } = search;
  const navigate = useNavigate({ from: '/p/$projectId' });
  const list = useOffsetList(
    listWorkflows,
    { query: { search: q, status, sort, dir, page, pageSize: '50' } },
    { everyMs: AGAIN_MS },
  );
  const isFiltered = Boolean(q || status);
  const create = (
    <Button look="primary" onClick={() => change({ new: '1' })}>
      <Plus className="size-4" aria-hidden="true" />
      New workflow
    </Button>
  );
  return (
    <Page
      title="Workflows"
      note={list.isLoading ? undefined : counted(list.total, 'workflow')}
      layout="list"
      actions={create}
    >
      <FilterBar onClear={isFiltered ? () => change({ q: undefined, status: undefined }) : undefined}>
        <SearchField
          label="Search workflows"
          value={q ?? ''}
          onChange={(text) => change({ q: text, page: undefined })}
        />
        <Filter
          label="Status"
          any="Any status"
          value={status}
          onChange={(value) => change({ status: value, page: undefined })}
          options={STATUSES}
        />
      </FilterBar>
      <DataTable
        className="flex-1"
        label="Workflows"
        columns={WORKFLOW_COLUMNS}
        list={list}
        rowKey={({ id }) => id}
        rowLink={({ id }) => ({ from: '/p/$projectId', to: '/p/$projectId/workflows/$id', params: { id } })}
        sorting={{ by: sort, dir: dir === 'asc' ? 'asc' : 'desc', onSort: (by, way) => change({ sort: by, dir: way }) }}
        empty={<NoWorkflows isFiltered={isFiltered} action={create} />}
      />
      <Pager
        page={list.page}
        totalPages={list.totalPages}
        total={list.total}
        onPage={(to) => change({ page: String(to) })}
      />
      <NewWorkflowDialog
        isOpen={search.new === '1'}
        onClose={() => change({ new: undefined })}
        onMade={(id) => void navigate({ to: '/p/$projectId/workflows/$id', params: { id } })}
      />
    </Page>
  );
}

const NoWorkflows = ({ isFiltered, action }: { isFiltered: boolean; action: ReactNode }) => (
  <EmptyState
    icon={<WorkflowIcon aria-hidden="true" />}
    title={isFiltered ? 'No workflow matches' : 'No workflows yet'}
    action={isFiltered ? undefined : action}
  >
    A workflow answers an event with emails, waits and branches, for each contact at its own time.
  </EmptyState>
);
