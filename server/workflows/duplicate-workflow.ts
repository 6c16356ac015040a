import { sql } from 'kysely';
import { type Ctx, transaction } from '../platform/context.ts';
import { uuidV7 } from '../platform/uuid.ts';
import { getWorkflowRow, stepsOf, transitionsOf, type WorkflowRow } from './workflow.ts';

const MAX_NAME_LENGTH = 100;
const SUFFIX = ' (Copy)';

/** The same graph under new ids, disabled: nothing starts before somebody has looked at it. */
export function duplicateWorkflow(ctx: Ctx, id: string): Promise<WorkflowRow> {
  return transaction(ctx, async (ctx) => {
    const source = await getWorkflowRow(ctx, id);
    const now = ctx.clock.now();
    const copy = await ctx.db
      .insertInto('workflows')
      .values({
        project_id: ctx.projectId,
        id: uuidV7(now),
        name: source.name.slice(0, MAX_NAME_LENGTH - SUFFIX.length) + SUFFIX,
        description: source.description,
        trigger_type: source.trigger_type,
        trigger_config: source.trigger_config,
        allow_reentry: source.allow_reentry,
        created_at: now,
        updated_at: now,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await copyGraph(ctx, source.id, copy.id);
    return copy;
  });
}

async function copyGraph(ctx: Ctx, sourceId: string, copyId: string): Promise<void> {
  const now = ctx.clock.now();
  const [steps, transitions] = [await stepsOf(ctx, sourceId), await transitionsOf(ctx, sourceId)];
  const idOf = new Map(steps.map(({ id }) => [id, uuidV7(now)]));
  const stepRows = steps.map((step) => ({ ...step, id: idOf.get(step.id) }));
  const transitionRows = transitions.map((transition) => ({
    ...transition,
    id: uuidV7(now),
    from_step_id: idOf.get(transition.from_step_id),
    to_step_id: idOf.get(transition.to_step_id),
  }));
  await sql`
    insert into workflow_steps
      (project_id, id, workflow_id, type, name, position, config, template_id, created_at, updated_at)
    select ${ctx.projectId}, id, ${copyId}, type, name, position, config, template_id, ${now}, ${now}
    from jsonb_to_recordset(${JSON.stringify(stepRows)}::jsonb)
      as row (id uuid, type text, name text, position jsonb, config jsonb, template_id uuid)
  `.execute(ctx.db);
  await sql`
    insert into workflow_transitions
      (project_id, id, workflow_id, from_step_id, to_step_id, branch, wait_outcome, priority, created_at, updated_at)
    select ${ctx.projectId}, id, ${copyId}, from_step_id, to_step_id, branch, wait_outcome, priority, ${now}, ${now}
    from jsonb_to_recordset(${JSON.stringify(transitionRows)}::jsonb)
      as row (id uuid, from_step_id uuid, to_step_id uuid, branch text, wait_outcome text, priority int)
  `.execute(ctx.db);
}
