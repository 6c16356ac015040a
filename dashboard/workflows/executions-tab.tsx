import { Users } from 'lucide-react';
import { useState } from 'react';
import { cancelExecutions, type ListedExecution, listExecutions } from '../../contract/workflow-executions.ts';
import { EXECUTION_STATUSES, getWorkflow, listWorkflows, type WorkflowDetail } from '../../contract/workflows.ts';
import { StatusBadge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Filter, FilterBar } from '../ui/filter-bar.tsx';
import { counted } from '../ui/format.ts';
import { Pager } from '../ui/pager.tsx';
import type { Column } from '../ui/table/columns.ts';
import { DataTable } from '../ui/table/data-table.tsx';
import { Time } from '../ui/time.tsx';
import { toast } from '../ui/toast.tsx';
import { useCall, useRead } from '../use-api.ts';
import { useUrl } from '../use-url.ts';
import { ExecutionSheet } from './execution-sheet.tsx';
import { momentOf } from './moment.ts';
import { truthOf } from './step-truth.ts';

const AGAIN_MS = 3000;

const STATUSES = EXECUTION_STATUSES.map((status) => ({
  value: status,
  label: status.charAt(0) + status.slice(1).toLowerCase(),
}));

const COLUMNS: readonly Column<ListedExecution>[] = [
  {
    id: 'contact',
    header: 'Contact',
    cell: ({ contact }) => <span className="block truncate">{contact.email}</span>,
  },
  { id: 'status', header: 'Status', cell: ({ status }) => <StatusBadge status={status} />, width: 'w-[130px]' },
  {
    id: 'where',
    header: 'Where',
    cell: (execution) => <span className="block truncate text-ink-soft">{whereabouts(execution)}</span>,
    width: 'w-[300px]',
    hideBelow: 'md',
  },
  {
    id: 'started',
    header: 'Started',
    cell: ({ startedAt }) => <Time iso={startedAt} />,
    width: 'w-[110px]',
    align: 'right',
    hideBelow: 'sm',
  },
];

function whereabouts({ currentStep, wakeAt, waitingFor, exitReason }: ListedExecution): string {
  if (!currentStep) return exitReason && exitReason !== 'exit_step' ? exitReason : '';
  const until = wakeAt ? `, until ${momentOf(wakeAt)}` : '';
  return waitingFor ? `Waits for “${waitingFor}”${until}` : `${currentStep.name}${until}`;
}

/** Who went through the workflow, and who is under way. */
export function ExecutionsTab({ workflow }: { workflow: WorkflowDetail }) {
  const { search, change } = useUrl();
  const { status, at, page, execution } = search;
  const params = { id: workflow.id };
  const { data, error, isPending, isPlaceholderData, refetch } = useRead(
    listExecutions,
    { params, query: { status, stepId: at, page, pageSize: '50' } },
    { everyMs: AGAIN_MS, isKept: true },
  );
  const isFiltered = Boolean(status || at);
  return (
    <div className="mx-auto flex min-h-0 w-full max-w-[1200px] flex-1 flex-col gap-4 px-4 pt-4 md:px-6">
      <Filters workflow={workflow} isFiltered={isFiltered} />
      <DataTable
        className="flex-1"
        label="Executions"
        columns={COLUMNS}
        list={{
          rows: data?.executions ?? [],
          total: data?.total ?? 0,
          isLoading: isPending,
          isStale: isPlaceholderData,
          error: data ? null : error,
          retry: () => void refetch(),
        }}
        rowKey={({ id }) => id}
        onOpen={({ id }) => change({ execution: id }, { isStep: true })}
        currentKey={execution}
        empty={
          <EmptyState icon={<Users aria-hidden="true" />} title={isFiltered ? 'No execution matches' : 'Nobody yet'}>
            {workflow.enabled
              ? 'As soon as its trigger fires, contacts appear here with everything that happens to them.'
              : 'The workflow is disabled: enable it, and contacts appear here with everything that happens to them.'}
          </EmptyState>
        }
      />
      <Pager
        page={data?.page ?? 1}
        totalPages={data?.totalPages ?? 1}
        total={data?.total ?? 0}
        onPage={(to) => change({ page: String(to) })}
      />
      {execution && (
        <ExecutionSheet
          key={execution}
          workflowId={workflow.id}
          executionId={execution}
          onClose={() => change({ execution: undefined })}
        />
      )}
    </div>
  );
}

function Filters({ workflow, isFiltered }: { workflow: WorkflowDetail; isFiltered: boolean }) {
  const { search, change } = useUrl();
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <FilterBar onClear={isFiltered ? () => change({ status: undefined, at: undefined }) : undefined}>
        <Filter
          label="Status"
          any="Any status"
          value={search.status}
          onChange={(value) => change({ status: value, page: undefined })}
          options={STATUSES}
        />
        <Filter
          label="Step"
          any="At any step"
          value={search.at}
          onChange={(value) => change({ at: value, page: undefined })}
          options={workflow.steps.map((step) => ({ value: step.id, label: `At: ${truthOf(step, workflow)}` }))}
        />
      </FilterBar>
      <CancelAll workflow={workflow} />
    </div>
  );
}

function CancelAll({ workflow: { id, executionCounts } }: { workflow: WorkflowDetail }) {
  const [isAsked, setIsAsked] = useState(false);
  const active = (executionCounts.RUNNING ?? 0) + (executionCounts.WAITING ?? 0);
  const cancel = useCall(cancelExecutions, {
    invalidates: [listExecutions, getWorkflow, listWorkflows],
    onDone: ({ cancelled }) => {
      setIsAsked(false);
      toast(`${counted(cancelled, 'execution')} cancelled`);
    },
  });
  if (active === 0) return null;
  return (
    <>
      <Button look="dangerQuiet" onClick={() => setIsAsked(true)}>
        Cancel all {counted(active, 'execution')}
      </Button>
      <ConfirmDialog
        isOpen={isAsked}
        onOpenChange={setIsAsked}
        title={`Cancel ${counted(active, 'execution')}?`}
        action={`Cancel ${counted(active, 'execution')}`}
        isBusy={cancel.isPending}
        onConfirm={() => cancel.mutate({ params: { id } })}
      >
        Everybody who is under way stops where they are. Mail that is queued already goes out. Unless the workflow
        allows contacts to come again, they do not start anew.
      </ConfirmDialog>
    </>
  );
}
