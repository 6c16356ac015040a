import type { Ctx } from '../platform/context.ts';
import { badRequest } from '../platform/errors.ts';
import { getStep } from './step.ts';
import { editGraph } from './versions.ts';
import { type StepRow, type TransitionRow, transitionsOf } from './workflow.ts';

/** Its transitions go with it. Spliced, what led to it leads to what came after it. */
export function deleteStep(
  ctx: Ctx,
  workflowId: string,
  stepId: string,
  { splice }: { splice: boolean },
): Promise<void> {
  return editGraph(ctx, workflowId, async (ctx, workflow) => {
    const step = await getStep(ctx, workflow.id, stepId);
    if (step.type === 'TRIGGER') throw badRequest('The trigger of a workflow cannot be deleted');
    if (splice) await closeGap(ctx, step);
    await ctx.db
      .deleteFrom('workflow_steps')
      .where('project_id', '=', ctx.projectId)
      .where('id', '=', step.id)
      .execute();
  });
}

async function closeGap(ctx: Ctx, step: StepRow): Promise<void> {
  const outgoing = (await transitionsOf(ctx, step.workflow_id)).filter(({ from_step_id }) => from_step_id === step.id);
  assertOneWayOut(step, outgoing);
  const [next] = outgoing;
  if (!next) return;
  await ctx.db
    .updateTable('workflow_transitions')
    .set({ to_step_id: next.to_step_id, updated_at: ctx.clock.now() })
    .where('project_id', '=', ctx.projectId)
    .where('workflow_id', '=', step.workflow_id)
    .where('to_step_id', '=', step.id)
    .execute();
}

function assertOneWayOut({ type, name }: StepRow, outgoing: TransitionRow[]): void {
  if (type === 'CONDITION' || outgoing.length > 1) {
    throw badRequest(`Step “${name}” has several ways out, so nothing can take its place: delete it without splice`);
  }
}
