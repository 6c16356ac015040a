import { sql } from 'kysely';
import type { Ctx } from '../platform/context.ts';
import { contactOf, isInside, type Placed, type Slice } from './feed-sources.ts';

interface StepRow {
  id: string;
  at: Date;
  step_name: string;
  step_type: string;
  status: string;
  error: string | null;
  workflow_name: string;
  contact_id: string;
  contact_email: string;
}

/** The steps that a contact went through: on its own timeline only, where they are few. */
export async function stepItems(ctx: Ctx, slice: Slice): Promise<Placed[]> {
  if (slice.contactId === undefined || !slice.types.includes('workflow.step')) return [];
  const at = sql`date_trunc('milliseconds', coalesce(steps.started_at, steps.created_at))`;
  const { rows } = await sql<StepRow>`
    select steps.id, ${at} as at, steps.step_name, steps.step_type, steps.status, steps.error,
           workflows.name as workflow_name, contacts.id as contact_id, contacts.email as contact_email
    from workflow_executions as executions
    join workflow_step_executions as steps on steps.project_id = executions.project_id and steps.execution_id = executions.id
    join workflows on workflows.project_id = executions.project_id and workflows.id = executions.workflow_id
    join contacts on contacts.project_id = executions.project_id and contacts.id = executions.contact_id
    where executions.project_id = ${ctx.projectId} and executions.contact_id = ${slice.contactId}
      and steps.step_type <> 'TRIGGER' and ${isInside(slice, 'step', [at, sql`steps.id`])}
    order by at desc, steps.id desc limit ${slice.limit}
  `.execute(ctx.db);
  return rows.map((row) => ({
    position: { ms: row.at.getTime(), id: row.id, source: 'step' },
    item: {
      id: `workflow_step_${row.id}`,
      type: 'workflow.step',
      timestamp: row.at.toISOString(),
      ...contactOf(row),
      metadata: {
        workflowName: row.workflow_name,
        stepName: row.step_name,
        stepType: row.step_type,
        status: row.status,
        ...(row.error === null ? {} : { error: row.error }),
      },
    },
  }));
}
