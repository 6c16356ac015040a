import type { StepType } from '../../contract/workflow-steps.ts';
import type { Ctx } from '../platform/context.ts';
import { badRequest } from '../platform/errors.ts';
import { uuidV7 } from '../platform/uuid.ts';
import { insertTransition } from './edit-transitions.ts';
import { contentOf, type Json } from './step.ts';
import { editGraph } from './versions.ts';
import { type StepRow, stepsOf, type TransitionRow, transitionsOf } from './workflow.ts';

const MAX_STEPS = 500;

export interface NewStep {
  type: StepType;
  name: string;
  position: Json;
  config: Json;
  templateId?: string | null | undefined;
  autoConnect: boolean;
}

export function addStep(ctx: Ctx, workflowId: string, step: NewStep): Promise<StepRow> {
  return editGraph(ctx, workflowId, async (ctx, workflow) => {
    if (step.type === 'TRIGGER') throw badRequest('A workflow has one trigger, and this one has it already');
    const [steps, transitions] = [await stepsOf(ctx, workflow.id), await transitionsOf(ctx, workflow.id)];
    if (steps.length >= MAX_STEPS) throw badRequest(`A workflow may have ${MAX_STEPS} steps`);
    const { config, template_id } = await contentOf(ctx, step.type, step.config, step.templateId);
    const now = ctx.clock.now();
    const row = await ctx.db
      .insertInto('workflow_steps')
      .values({
        project_id: ctx.projectId,
        id: uuidV7(now),
        workflow_id: workflow.id,
        type: step.type,
        name: step.name,
        position: step.position,
        config,
        template_id,
        created_at: now,
        updated_at: now,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    const end = step.autoConnect ? openEnd(steps, transitions) : undefined;
    if (end) await insertTransition(ctx, workflow.id, { fromStepId: end.id, toStepId: row.id });
    return row;
  });
}

/** The last step that leads nowhere yet; an EXIT stays an end, and of a CONDITION nobody knows which branch is meant. */
function openEnd(steps: StepRow[], transitions: TransitionRow[]): StepRow | undefined {
  const sources = new Set(transitions.map(({ from_step_id }) => from_step_id));
  return steps.findLast(({ id, type }) => !sources.has(id) && type !== 'EXIT' && type !== 'CONDITION');
}
