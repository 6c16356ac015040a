import type { Selectable } from 'kysely';
import type { Execution } from '../../contract/workflow-executions.ts';
import type { WorkflowExecutions } from '../platform/db/tables.ts';

export type ExecutionRow = Selectable<WorkflowExecutions>;

export function toExecution(row: ExecutionRow): Execution {
  const isWaiting = row.status === 'WAITING';
  return {
    id: row.id,
    workflowId: row.workflow_id,
    contactId: row.contact_id,
    status: row.status as Execution['status'],
    currentStepId: row.current_step_id,
    exitReason: row.exit_reason,
    context: row.context,
    wakeAt: (isWaiting && row.wake_at?.toISOString()) || null,
    waitingFor: isWaiting ? row.waiting_for : null,
    startedAt: row.started_at.toISOString(),
    completedAt: row.completed_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}
