import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '../platform/context.ts';
import type { ExecutionRow } from './execution.ts';
import { announceDue } from './execution-moves.ts';

/**
 * Starts executions for the rows of a query: workflow_id, contact_id, context, since (when it was to start) and
 * started_by, the earlier one first where a pair stands in it twice. Whom the rules of re-entry refuse is left out: with
 * re-entry off whoever ever had an execution, else who has a running one. One statement, whatever the size.
 */
export async function startExecutions(ctx: Ctx, candidates: RawBuilder<unknown>): Promise<ExecutionRow[]> {
  const now = ctx.clock.now();
  const earlier = sql`select from workflow_executions as earlier
    where earlier.project_id = ${ctx.projectId} and earlier.contact_id = candidate.contact_id
      and earlier.workflow_id = candidate.workflow_id`;
  // Workflows and contacts are held, so that neither is deleted meanwhile; the version read is the one that is stored.
  const { rows } = await sql<ExecutionRow>`/* prepared */
    with candidate as materialized (${candidates}), allowed as materialized (
      select candidate.*, workflows.version, workflows.allow_reentry
      from candidate
      join workflows on workflows.project_id = ${ctx.projectId} and workflows.id = candidate.workflow_id
      join contacts on contacts.project_id = ${ctx.projectId} and contacts.id = candidate.contact_id
      where workflows.enabled
        and not exists (select from projects where projects.id = ${ctx.projectId} and projects.disabled)
        and case when workflows.allow_reentry then not exists (${earlier} and earlier.status = 'RUNNING')
            else not exists (${earlier}) end
      for key share of workflows, contacts
    ), chosen as materialized (
      select distinct on (workflow_id, contact_id) allowed.*, trigger.id as trigger_id, trigger.name as trigger_name
      from allowed
      join workflow_steps as trigger using (workflow_id)
      where trigger.project_id = ${ctx.projectId} and trigger.type = 'TRIGGER'
      order by workflow_id, contact_id, since
    ), started as (
      insert into workflow_executions (project_id, id, workflow_id, contact_id, version, status, current_step_id,
                                       wake_at, context, is_sole, started_at, created_at, updated_at)
      select ${ctx.projectId}, posthorn_uuid_at(${now}::timestamptz), workflow_id, contact_id, version, 'RUNNING',
             trigger_id, since, context, not allow_reentry, ${now}, ${now}, ${now}
      from chosen
      on conflict (project_id, workflow_id, contact_id) where is_sole do nothing
      returning *
    ), told as (
      -- A moment earlier: it sorts before whatever follows in the same millisecond.
      insert into workflow_step_executions (project_id, execution_id, id, workflow_id, step_id, step_name, step_type,
                                            status, output, started_at, completed_at, created_at, updated_at)
      select ${ctx.projectId}, started.id, posthorn_uuid_at(${now}::timestamptz - interval '1 millisecond'),
             started.workflow_id, trigger_id, trigger_name, 'TRIGGER', 'COMPLETED',
             jsonb_build_object('triggered', true, 'eventName', started_by, 'timestamp',
               to_char(since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')), ${now}, ${now}, ${now}, ${now}
      from started join chosen using (workflow_id, contact_id)
    )
    select * from started
  `.execute(ctx.db);
  if (rows.length > 0) await announceDue(ctx);
  return rows;
}
