import { branchesOf } from '../../contract/workflow-steps.ts';
import type { Ctx } from '../platform/context.ts';
import { type AppError, badRequest, notFound } from '../platform/errors.ts';
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
  /** Where this way out led before is given up. */
  replace?: boolean;
}

export function addTransition(ctx: Ctx, workflowId: string, given: GivenTransition): Promise<TransitionRow> {
  return editGraph(ctx, workflowId, async (ctx, workflow) => {
    const from = await getStep(ctx, workflow.id, given.fromStepId);
    const to = await getStep(ctx, workflow.id, given.toStepId);
    const transition = { ...given, ...wayOut(from, given) };
    const known = await transitionsOf(ctx, workflow.id);
    const taken = known.find((other) => isSameWay(from, transition, other));
    assertPossible(from, to, transition);
    if (taken && !given.replace) throw alreadyTaken(from, transition);
    assertNoCircle(
      from,
      to,
      known.filter((other) => other !== taken),
    );
    if (taken) await removeTransition(ctx, workflow.id, taken.id);
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
function isSameWay(from: StepRow, { branch, waitOutcome }: NewTransition, other: TransitionRow): boolean {
  if (other.from_step_id !== from.id) return false;
  if (from.type === 'CONDITION') return other.branch === branch;
  return from.type !== 'WAIT_FOR_EVENT' || other.wait_outcome === (waitOutcome ?? null);
}

function alreadyTaken({ type, name }: StepRow, { branch }: NewTransition): AppError {
  if (type === 'CONDITION') return badRequest(`The branch "${branch}" of step “${name}” leads somewhere already`);
  if (type === 'WAIT_FOR_EVENT') return badRequest(`That way out of step “${name}” leads somewhere already`);
  return badRequest(`Step “${name}” leads somewhere already: only CONDITION and WAIT_FOR_EVENT have several ways out`);
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
    const isGone = isUuid(transitionId) && (await removeTransition(ctx, workflow.id, transitionId));
    if (!isGone) throw notFound('Transition', transitionId);
  });
}

async function removeTransition(ctx: Ctx, workflowId: string, id: string): Promise<boolean> {
  const removed = await ctx.db
    .deleteFrom('workflow_transitions')
    .where('project_id', '=', ctx.projectId)
    .where('workflow_id', '=', workflowId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return removed !== undefined;
}
