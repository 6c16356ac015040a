import { type Condition, condition as conditionSchema } from '../../contract/condition.ts';
import { type Problem, problemIn } from '../conditions/condition-problem.ts';
import { loadReferences } from '../conditions/references.ts';
import type { Ctx } from '../platform/context.ts';
import { type AppError, badRequest, legacyError } from '../platform/errors.ts';
import { segmentsOf } from './matching-contacts.ts';

/** What a request gives as the condition of a segment: its shape, its meaning, and the segments that it refers to. */
export async function checkedCondition(ctx: Ctx, given: unknown, { self }: { self?: string } = {}): Promise<Condition> {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw legacyError(400, 'Condition must be an object');
  }
  const parsed = conditionSchema.safeParse(given);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw refused({ field: issue?.path.join('.') ?? '', message: issue?.message ?? 'Invalid condition' });
  }
  const problem = problemIn(parsed.data) ?? (await referenceProblem(ctx, parsed.data, self));
  if (problem) throw refused(problem);
  return parsed.data;
}

async function referenceProblem(
  ctx: Ctx,
  condition: Condition,
  self: string | undefined,
): Promise<Problem | undefined> {
  const loaded = await loadReferences(condition, segmentsOf(ctx), self === undefined ? {} : { self });
  return 'problem' in loaded ? loaded.problem : undefined;
}

const refused = ({ field, message }: Problem): AppError =>
  badRequest(message, { details: { field: field ? `condition.${field}` : 'condition' } });
