import { sql } from 'kysely';
import { type Ctx, transaction } from '../platform/context.ts';
import { badRequest, notFound } from '../platform/errors.ts';
import { isUuid } from '../platform/uuid.ts';
import type { ExecutionRow } from './execution.ts';
import { getWorkflowRow } from './workflow.ts';

const SLICE = 10_000;

/** Mail that it has queued already goes out; a worker that is busy with it finds that it has lost its hold. */
export async function cancelExecution(ctx: Ctx, workflowId: string, executionId: string): Promise<ExecutionRow> {
  const workflow = await getWorkflowRow(ctx, workflowId);
  if (!isUuid(executionId)) throw notFound('Workflow execution', executionId);
  const [cancelled] = await cancel(ctx, workflow.id, { executionId, reason: 'Cancelled by a user' });
  if (cancelled) return cancelled;
  const { status } = await findStatus(ctx, workflow.id, executionId);
  throw badRequest(`Only a running or waiting execution can be cancelled; this one is ${status}`);
}

/** In slices: a million of them must not be one transaction. */
export async function cancelAllExecutions(ctx: Ctx, workflowId: string): Promise<{ cancelled: number }> {
  const workflow = await getWorkflowRow(ctx, workflowId);
  for (let cancelled = 0; ; ) {
    const slice = await cancel(ctx, workflow.id, { reason: 'Cancelled with all executions of the workflow' });
    cancelled += slice.length;
    if (slice.length < SLICE) return { cancelled };
  }
}

async function findStatus(ctx: Ctx, workflowId: string, executionId: string) {
  const row = await ctx.db
    .selectFrom('workflow_executions')
    .select('status')
    .where('project_id', '=', ctx.projectId)
    .where('workflow_id', '=', workflowId)
    .where('id', '=', executionId)
    .executeTakeFirst();
  if (!row) throw notFound('Workflow execution', executionId);
  return row;
}

function cancel(
  ctx: Ctx,
  workflowId: string,
  { executionId, reason }: { executionId?: string; reason: string },
): Promise<ExecutionRow[]> {
  return transaction(ctx, async (ctx) => {
    const now = ctx.clock.now();
    const { rows } = await sql<ExecutionRow>`
      update workflow_executions
      set status = 'CANCELLED', exit_reason = ${reason}, wake_at = null, waiting_for = null, is_calling = false,
          lease_owner = null, completed_at = ${now}, updated_at = ${now}
      where project_id = ${ctx.projectId} and id in (
        select id from workflow_executions
        where project_id = ${ctx.projectId} and workflow_id = ${workflowId} and status in ('RUNNING', 'WAITING')
          ${executionId === undefined ? sql`` : sql`and id = ${executionId}`}
        order by id limit ${SLICE}
        for update
      )
      returning *
    `.execute(ctx.db);
    await sql`
      update workflow_step_executions
      set status = 'SKIPPED', completed_at = ${now}, updated_at = ${now}
      where project_id = ${ctx.projectId} and execution_id = any(${rows.map(({ id }) => id)}::uuid[])
        and status in ('PENDING', 'SCHEDULED', 'WAITING', 'RUNNING')
    `.execute(ctx.db);
    return rows;
  });
}
