import { Link } from '@tanstack/react-router';
import {
  cancelExecution,
  type ExecutionDetail,
  getExecution,
  listExecutions,
} from '../../contract/workflow-executions.ts';
import { getWorkflow } from '../../contract/workflows.ts';
import { StatusBadge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { ErrorNote } from '../ui/error-note.tsx';
import { KeyValues } from '../ui/key-values.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { Time } from '../ui/time.tsx';
import { toast } from '../ui/toast.tsx';
import { useCall, useRead } from '../use-api.ts';
import { ExecutionStory } from './execution-story.tsx';
import { momentOf } from './moment.ts';

interface ExecutionSheetProps {
  workflowId: string;
  executionId: string;
  onClose: () => void;
}

const AGAIN_MS = 3000;

/** One contact's way through a workflow, told as a story. */
export function ExecutionSheet({ workflowId, executionId, onClose }: ExecutionSheetProps) {
  const params = { id: workflowId, executionId };
  const { data, error, refetch } = useRead(getExecution, { params }, { everyMs: AGAIN_MS });
  return (
    <Sheet isOpen onOpenChange={(isOpen) => !isOpen && onClose()} title={data?.contact.email ?? 'Execution'}>
      {!data && error && (
        <ErrorNote
          title="The execution cannot be shown"
          message={error.message}
          requestId={error.requestId}
          onRetry={() => void refetch()}
        />
      )}
      {!data && !error && <Skeleton className="h-80" />}
      {data && (
        <div className="flex flex-col gap-5">
          <Facts execution={data} />
          <ExecutionStory execution={data} />
          <Cancel execution={data} />
        </div>
      )}
    </Sheet>
  );
}

function Facts({ execution }: { execution: ExecutionDetail }) {
  const { id, status, contact, startedAt, completedAt, wakeAt, waitingFor, exitReason, context } = execution;
  return (
    <KeyValues
      label="About the execution"
      items={[
        { name: 'Status', value: <StatusBadge status={status} /> },
        {
          name: 'Contact',
          value: (
            <Link
              from="/p/$projectId"
              to="/p/$projectId/contacts/$id"
              params={{ id: contact.id }}
              className="underline decoration-line-strong underline-offset-2 hover:decoration-ink"
            >
              {contact.email}
            </Link>
          ),
        },
        { name: 'Started', value: <Time iso={startedAt} /> },
        ...(completedAt ? [{ name: 'Ended', value: <Time iso={completedAt} /> }] : []),
        ...(waitingFor ? [{ name: 'Waits for', value: `“${waitingFor}”` }] : []),
        ...(wakeAt ? [{ name: 'Goes on', value: momentOf(wakeAt) }] : []),
        ...(exitReason ? [{ name: 'Reason', value: exitReason }] : []),
        ...(context
          ? [{ name: 'Context', value: <code className="font-mono text-xs">{JSON.stringify(context)}</code> }]
          : []),
        { name: 'Id', value: <code className="font-mono text-xs">{id}</code>, copy: id },
      ]}
    />
  );
}

function Cancel({ execution: { id, workflowId, status } }: { execution: ExecutionDetail }) {
  const cancel = useCall(cancelExecution, {
    invalidates: [getExecution, listExecutions, getWorkflow],
    onDone: () => toast('The execution is cancelled'),
  });
  if (status !== 'RUNNING' && status !== 'WAITING') return null;
  return (
    <div className="flex items-center justify-between gap-4 border-t border-line pt-4">
      <p className="text-sm text-ink-soft">Stops here; mail that is queued already goes out.</p>
      <Button
        look="dangerQuiet"
        disabled={cancel.isPending}
        onClick={() => cancel.mutate({ params: { id: workflowId, executionId: id } })}
      >
        Cancel execution
      </Button>
    </div>
  );
}
