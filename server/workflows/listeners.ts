import { sql } from 'kysely';
import type { Ctx } from '../platform/context.ts';

/**
 * Makes event_listeners say what a workflow needs: while it is enabled its trigger, and what any stored version waits
 * for. In the transaction that changed it, with its row locked.
 */
export async function refreshListeners(ctx: Ctx, workflowId: string): Promise<void> {
  const wanted = sql`
    select trigger_config ->> 'eventName' as name
    from workflows
    where project_id = ${ctx.projectId} and id = ${workflowId}
      and enabled and trigger_type = 'EVENT' and trigger_config ->> 'eventName' <> ''
    union
    select unnest(waits_for)
    from workflow_versions
    where project_id = ${ctx.projectId} and workflow_id = ${workflowId}
  `;
  await sql`
    delete from event_listeners
    where project_id = ${ctx.projectId} and workflow_id = ${workflowId} and name not in (${wanted})
  `.execute(ctx.db);
  await sql`
    insert into event_listeners (project_id, workflow_id, name)
    select ${ctx.projectId}, ${workflowId}, name from (${wanted}) needed
    on conflict do nothing
  `.execute(ctx.db);
}
