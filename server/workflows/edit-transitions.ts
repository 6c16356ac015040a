import { branchesOf } from '../../contract/workflow-steps.ts';
import type { Ctx } from '../platform/context.ts';
import { badRequest, notFound } from '../platform/errors.ts';
import { isUuid, uuidV7 } from '../platform/uuid.ts';
import { getStep } from './step.ts';
import { editGraph } from './versions.ts';
import { type StepRow, type TransitionRow, transitionsOf } from './workflow.ts';

export interface NewTransition {
  fromStepId: string;
  toStepId: string;
  branch?: string | null | undefined;
  waitOutcome?: 'EVENT' | 'TIMEOUT' | null | undefined;
  priority?: number;
}

export interface GivenTransition extends NewTransition {
  condition?: { branch?: string | null | undefined; fallback?: boolean | null | undefined } | null | undefined;
}

export function addTransition(ctx: Ctx, workflowId: string, given: GivenTransition): Promise<TransitionRow> {
  return editGraph(ctx, workflowId, async (ctx, workflow) => {
    const from = await getStep(ctx, workflow.id, given.fromStepId);
    const to = await getStep(ctx, workflow.id, given.toStepId);
    const transition = { ...given, ...wayOut(from, given) };
    const others = await transitionsOf(ctx, workflow.id);
    assertPossible(from, to, transition);
    assertFree(from, transition, others);
    assertNoCircle(from, to, others);
    return insertTransition(ctx, workflow.id, transition);
  });
}

/** The branch has two places, and a wait's way out had other names once: `branch: timeout` and `fallback: true`. */
function wayOut({ type }: StepRow, { branch, condition, waitOutcome }: GivenTransition) {
  const named = branch ?? condition?.branch ?? (condition?.fallback ? 'timeout' : null);
  if (type !== 'WAIT_FOR_EVENT') return { branch: named, waitOutcome: null };
  return { branch: named, waitOutcome: waitOutcome ?? OUTCOME_BY_BRANCH.get(named) ?? null };
}

const OUTCOME_BY_BRANCH = new Map([
  ['timeout', 'TIMEOUT' as const],
  ['event', 'EVENT' as const],
]) as ReadonlyMap<string | null, 'TIMEOUT' | 'EVENT'>;

function assertPossible(from: StepRow, to: StepRow, { branch }: NewTransition): void {
  if (from.id === to.id) throw badRequest('A step cannot lead to itself');
  if (from.type === 'EXIT') throw badRequest('Nothing can follow an EXIT step');
  if (to.type === 'TRIGGER') throw badRequest('Nothing can lead to the trigger');
  if (from.type !== 'CONDITION') return;
  const branches = branchesOf(from.config);
  if (!branch || !branches.includes(branch)) {
    throw badRequest(`A transition from a CONDITION step needs a branch: ${branches.join(', ')}`);
  }
}

/** Every way out leads to one place. */
function assertFree(from: StepRow, { branch, waitOutcome }: NewTransition, others: TransitionRow[]): void {
  const own = others.filter(({ from_step_id }) => from_step_id === from.id);
  if (from.type === 'CONDITION' && own.some((other) => other.branch === branch)) {
    throw badRequest(`The branch "${branch}" of step “${from.name}” leads somewhere already`);
  }
  if (from.type === 'WAIT_FOR_EVENT' && own.some((other) => other.wait_outcome === (waitOutcome ?? null))) {
    throw badRequest(`That way out of step “${from.name}” leads somewhere already`);
  }
  if (from.type !== 'CONDITION' && from.type !== 'WAIT_FOR_EVENT' && own.length > 0) {
    throw badRequest(
      `Step “${from.name}” leads somewhere already: only CONDITION and WAIT_FOR_EVENT have several ways out`,
    );
  }
}

function assertNoCircle(from: StepRow, to: StepRow, others: TransitionRow[]): void {
  const targets = Map.groupBy(others, ({ from_step_id }) => from_step_id);
  const seen = new Set<string>();
  const open = [to.id];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (id === from.id)
      throw badRequest(`Steps may not lead in a circle: “${to.name}” leads to “${from.name}” already`);
    if (seen.has(id)) continue;
    seen.add(id);
    open.push(...(targets.get(id) ?? []).map(({ to_step_id }) => to_step_id));
  }
}

export function insertTransition(ctx: Ctx, workflowId: string, transition: NewTransition): Promise<TransitionRow> {
  const now = ctx.clock.now();
  return ctx.db
    .insertInto('workflow_transitions')
    .values({
      project_id: ctx.projectId,
      id: uuidV7(now),
      workflow_id: workflowId,
      from_step_id: transition.fromStepId,
      to_step_id: transition.toStepId,
      branch: transition.branch ?? null,
      wait_outcome: transition.waitOutcome ?? null,
      priority: transition.priority ?? 0,
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export function deleteTransition(ctx: Ctx, workflowId: string, transitionId: string): Promise<void> {
  return editGraph(ctx, workflowId, async (ctx, workflow) => {
    const deleted = isUuid(transitionId)
      ? await ctx.db
          .deleteFrom('workflow_transitions')
          .where('project_id', '=', ctx.projectId)
          .where('workflow_id', '=', workflow.id)
          .where('id', '=', transitionId)
          .returning('id')
          .executeTakeFirst()
      : undefined;
    if (!deleted) throw notFound('Transition', transitionId);
  });
}
