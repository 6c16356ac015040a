import { isDeepStrictEqual } from 'node:util';
import { type Ctx, transaction } from '../platform/context.ts';
import { saveWorkflow } from './edit-workflow.ts';
import { contentOf, getStep, type Json } from './step.ts';
import { tidied } from './trigger.ts';
import { publishNext } from './versions.ts';
import { lockWorkflow, type StepRow, type WorkflowRow } from './workflow.ts';

export interface StepPatch {
  name?: string | undefined;
  position?: Json | undefined;
  config?: Json | undefined;
  templateId?: string | null | undefined;
}

/** Moving a step about in the editor is no change of the graph. */
export function updateStep(ctx: Ctx, workflowId: string, stepId: string, patch: StepPatch): Promise<StepRow> {
  return transaction(ctx, async (ctx) => {
    const workflow = await lockWorkflow(ctx, workflowId);
    const step = await getStep(ctx, workflow.id, stepId);
    const before = step.type === 'TRIGGER' ? await retriggered(ctx, workflow, step, patch) : step;
    const content = await changedContent(ctx, before, patch);
    const after = await ctx.db
      .updateTable('workflow_steps')
      .set({
        name: patch.name,
        position: patch.position,
        config: content.config,
        template_id: content.template_id,
        updated_at: ctx.clock.now(),
      })
      .where('project_id', '=', ctx.projectId)
      .where('id', '=', step.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    if (isOtherStep(before, after)) await publishNext(ctx, workflow.id);
    return after;
  });
}

/** The configuration of the TRIGGER step is the workflow's trigger: changing one changes the other. */
async function retriggered(ctx: Ctx, workflow: WorkflowRow, step: StepRow, { config }: StepPatch): Promise<StepRow> {
  if (!config) return step;
  const trigger_config = tidied({ ...workflow.trigger_config, ...config });
  await saveWorkflow(ctx, workflow, { ...workflow, trigger_config });
  return getStep(ctx, workflow.id, step.id);
}

async function changedContent(ctx: Ctx, step: StepRow, { config, templateId }: StepPatch) {
  if (step.type === 'TRIGGER') return step;
  const named = config && 'templateId' in config ? undefined : step.template_id;
  return contentOf(ctx, step.type, config ?? step.config, templateId === undefined ? named : templateId);
}

const isOtherStep = (before: StepRow, after: StepRow): boolean =>
  before.name !== after.name ||
  before.template_id !== after.template_id ||
  !isDeepStrictEqual(before.config, after.config);
