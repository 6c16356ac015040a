import { sql } from 'kysely';
import { getContact } from '../contacts/contact.ts';
import { type Ctx, transaction } from '../platform/context.ts';
import { badRequest, conflict } from '../platform/errors.ts';
import type { ExecutionRow } from './execution.ts';
import { startExecutions } from './start-executions.ts';
import { getWorkflowRow, type WorkflowRow } from './workflow.ts';

interface Start {
  contactId: string;
  context?: Record<string, unknown> | null | undefined;
}

/** A person, or a program with the key, starts one by hand; what happens in it happens in the background. */
export function startExecution(ctx: Ctx, workflowId: string, { contactId, context }: Start): Promise<ExecutionRow> {
  return transaction(ctx, async (ctx) => {
    const workflow = await getWorkflowRow(ctx, workflowId);
    if (!workflow.enabled) throw badRequest('The workflow is not enabled');
    const contact = await getContact(ctx, contactId);
    const [started] = await startExecutions(
      ctx,
      sql`select ${workflow.id}::uuid as workflow_id, ${contact.id}::uuid as contact_id,
                 ${context ? JSON.stringify(context) : null}::jsonb as context, ${ctx.clock.now()}::timestamptz as since,
                 'manual'::text as started_by`,
    );
    return started ?? (await refuse(ctx, workflow, contact.id));
  });
}

async function refuse(ctx: Ctx, { id }: WorkflowRow, contactId: string): Promise<never> {
  // Either may have gone at the same moment.
  const workflow = await getWorkflowRow(ctx, id);
  await getContact(ctx, contactId);
  const trigger = await ctx.db
    .selectFrom('workflow_steps')
    .select('id')
    .where('project_id', '=', ctx.projectId)
    .where('workflow_id', '=', workflow.id)
    .where('type', '=', 'TRIGGER')
    .executeTakeFirst();
  if (!trigger) throw badRequest('The workflow has no trigger step');
  throw conflict(
    workflow.allow_reentry
      ? 'The contact has an execution of this workflow that is running'
      : 'The contact has been in this workflow, and it does not allow re-entry',
  );
}
