import { branchesOf, type StepType } from '../../contract/workflow-steps.ts';
import type { Ctx } from '../platform/context.ts';
import { badRequest, notFound } from '../platform/errors.ts';
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
  /** The transition that it is put into; nothing else is connected then. */
  insertInto?: string | null | undefined;
}

export function addStep(ctx: Ctx, workflowId: string, step: NewStep): Promise<StepRow> {
  return editGraph(ctx, workflowId, async (ctx, workflow) => {
    if (step.type === 'TRIGGER') throw badRequest('A workflow has one trigger, and this one has it already');
    const [steps, transitions] = [await stepsOf(ctx, workflow.id), await transitionsOf(ctx, workflow.id)];
    if (steps.length >= MAX_STEPS) throw badRequest(`A workflow may have ${MAX_STEPS} steps`);
    const into = gapFor(step, transitions);
    const row = await insertStep(ctx, workflow.id, step);
    const end = step.autoConnect && !into ? openEnd(steps, transitions) : undefined;
    if (end) await insertTransition(ctx, workflow.id, { fromStepId: end.id, toStepId: row.id });
    if (into) await putBetween(ctx, row, into);
    return row;
  });
}

async function insertStep(ctx: Ctx, workflowId: string, step: NewStep): Promise<StepRow> {
  const { config, template_id } = await contentOf(ctx, step.type, step.config, step.templateId);
  const now = ctx.clock.now();
  return ctx.db
    .insertInto('workflow_steps')
    .values({
      project_id: ctx.projectId,
      id: uuidV7(now),
      workflow_id: workflowId,
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
}

function gapFor({ type, insertInto }: NewStep, transitions: TransitionRow[]): TransitionRow | undefined {
  if (!insertInto) return undefined;
  const transition = transitions.find(({ id }) => id === insertInto.toLowerCase());
  if (!transition) throw notFound('Transition', insertInto);
  if (type === 'EXIT') throw badRequest('Nothing can follow an EXIT step: it fits between no others');
  return transition;
}

/** The transition keeps its branch and its id, and leads to the step; a new one leads on from there. */
async function putBetween(ctx: Ctx, step: StepRow, into: TransitionRow): Promise<void> {
  await ctx.db
    .updateTable('workflow_transitions')
    .set({ to_step_id: step.id, updated_at: ctx.clock.now() })
    .where('project_id', '=', ctx.projectId)
    .where('id', '=', into.id)
    .execute();
  await insertTransition(ctx, step.workflow_id, {
    fromStepId: step.id,
    toStepId: into.to_step_id,
    ...(step.type === 'CONDITION' ? { branch: branchesOf(step.config)[0] } : {}),
    ...(step.type === 'WAIT_FOR_EVENT' ? { waitOutcome: 'EVENT' } : {}),
  });
}

/** The last step that leads nowhere yet; an EXIT stays an end, and of a CONDITION nobody knows which branch is meant. */
function openEnd(steps: StepRow[], transitions: TransitionRow[]): StepRow | undefined {
  const sources = new Set(transitions.map(({ from_step_id }) => from_step_id));
  return steps.findLast(({ id, type }) => !sources.has(id) && type !== 'EXIT' && type !== 'CONDITION');
}
