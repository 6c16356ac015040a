import type { Selectable } from 'kysely';
import { days } from '../platform/clock.ts';
import { type BaseCtx, type Ctx, transaction } from '../platform/context.ts';
import type { ContactJobs } from '../platform/db/tables.ts';
import { isPassingTrouble } from '../platform/db/violations.ts';
import { legacyError } from '../platform/errors.ts';

type Kind = 'import' | 'bulk';
type ContactJobRow = Omit<Selectable<ContactJobs>, 'content' | 'contact_ids' | 'kind'>;

interface NewJob {
  data: object;
  /** The tally before anything was done. */
  result: object;
  content?: Uint8Array;
  contactIds?: string[];
}

/** Answers the id of the job: it carries the time, moved on where another has that millisecond. */
export async function createJob(ctx: Ctx, kind: Kind, { data, result, content, contactIds }: NewJob): Promise<string> {
  const now = ctx.clock.now();
  for (let ms = now.getTime(); ; ms++) {
    const created = await ctx.db
      .insertInto('contact_jobs')
      .values({
        project_id: ctx.projectId,
        id: `${kind}-${ctx.projectId}-${ms}`,
        kind,
        content: content ? Buffer.from(content) : null,
        contact_ids: contactIds ?? null,
        data: JSON.stringify({ projectId: ctx.projectId, ...data }),
        result: JSON.stringify(result),
        created_at: now,
        updated_at: now,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (created) return created.id;
  }
}

const NAMES: Record<Kind, string> = { import: 'Import job', bulk: 'Bulk action job' };

/** Without what it works on, which may be large. */
async function getJobRow(ctx: Ctx, kind: Kind, id: string): Promise<ContactJobRow> {
  const row = await ctx.db
    .selectFrom('contact_jobs')
    .select(['project_id', 'id', 'state', 'done', 'progress', 'data', 'result'])
    .select(['failed_reason', 'created_at', 'updated_at'])
    .where('project_id', '=', ctx.projectId)
    .where('id', '=', id)
    .where('kind', '=', kind)
    .executeTakeFirst();
  if (!row) throw legacyError(404, `${NAMES[kind]} not found`);
  return row;
}

/** What every job shows. The result is there when it is complete: before that it would be a part of the truth. */
export async function getJob<Data, Result>(ctx: Ctx, kind: Kind, id: string) {
  const row = await getJobRow(ctx, kind, id);
  const state = row.state as 'waiting' | 'active' | 'completed' | 'failed';
  return {
    id: row.id,
    jobId: row.id,
    state,
    status: state,
    progress: row.progress,
    data: row.data as Data,
    result: state === 'completed' ? (row.result as Result) : null,
    failedReason: row.failed_reason,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

/**
 * Runs a job, or goes on with one that was interrupted. It is failed for good when the database refuses what is in it:
 * trying again would not help. Any other trouble is thrown, so that it is tried again.
 */
export async function runContactJob(
  ctx: Ctx,
  id: string,
  work: (job: Selectable<ContactJobs>) => Promise<void>,
): Promise<void> {
  const job = await startJob(ctx, id);
  if (!job) return;
  try {
    await work(job);
  } catch (error) {
    if (!isPassingTrouble(error)) await failJob(ctx, id, 'Something went wrong on our side');
    throw error;
  }
}

/** undefined: it is over, or gone with its project. */
function startJob(ctx: Ctx, id: string) {
  return ctx.db
    .updateTable('contact_jobs')
    .set({ state: 'active', updated_at: ctx.clock.now() })
    .where('project_id', '=', ctx.projectId)
    .where('id', '=', id)
    .where('state', 'in', ['waiting', 'active'])
    .returningAll()
    .executeTakeFirst();
}

interface Step<Result> {
  /** Handled before this step, and after it. */
  from: number;
  to: number;
  progress: number;
  effect(ctx: Ctx, result: Result): Promise<Result>;
}

/**
 * One step with its effects, in one transaction: killed at any moment, a later run finds both or neither. False: somebody
 * else has done this step, so a run that was taken for dead stops here.
 */
export function takeStep<Result>(ctx: Ctx, id: string, { from, to, progress, effect }: Step<Result>): Promise<boolean> {
  return transaction(ctx, async (ctx) => {
    const job = await ctx.db
      .selectFrom('contact_jobs')
      .select('result')
      .where('project_id', '=', ctx.projectId)
      .where('id', '=', id)
      .where('state', '=', 'active')
      .where('done', '=', from)
      .forUpdate()
      .executeTakeFirst();
    if (!job) return false;
    const result = JSON.stringify(await effect(ctx, job.result as Result));
    await ctx.db
      .updateTable('contact_jobs')
      .set({ done: to, progress, result, updated_at: ctx.clock.now() })
      .where('project_id', '=', ctx.projectId)
      .where('id', '=', id)
      .execute();
    return true;
  });
}

export const completeJob = (ctx: Ctx, id: string): Promise<void> =>
  endJob(ctx, id, { state: 'completed', progress: 100 });

export const failJob = (ctx: Ctx, id: string, reason: string): Promise<void> =>
  endJob(ctx, id, { state: 'failed', failed_reason: reason });

async function endJob(
  ctx: Ctx,
  id: string,
  end: { state: string; progress?: number; failed_reason?: string },
): Promise<void> {
  await ctx.db
    .updateTable('contact_jobs')
    .set({ ...end, content: null, contact_ids: null, updated_at: ctx.clock.now() })
    .where('project_id', '=', ctx.projectId)
    .where('id', '=', id)
    .where('state', '=', 'active')
    .execute();
}

/** Longer than every attempt together takes. */
const GIVEN_UP_MS = days(1);
const KEPT_MS = days(7);

/** Sweep over all projects: what nobody works on any more is told as failed, and what is long over is forgotten. */
export async function tidyContactJobs(ctx: BaseCtx): Promise<void> {
  const now = ctx.clock.now();
  const ago = (ms: number): Date => new Date(now.getTime() - ms);
  await ctx.db
    .deleteFrom('contact_jobs')
    .where('state', 'in', ['completed', 'failed'])
    .where('updated_at', '<', ago(KEPT_MS))
    .execute();
  await ctx.db
    .updateTable('contact_jobs')
    .set({ state: 'failed', failed_reason: 'It did not come to an end', content: null, contact_ids: null })
    .set({ updated_at: now })
    .where('state', 'in', ['waiting', 'active'])
    .where('updated_at', '<', ago(GIVEN_UP_MS))
    .execute();
}
