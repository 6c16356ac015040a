import { sql } from 'kysely';
import { minutes, seconds } from '../platform/clock.ts';
import type { BaseCtx, Ctx } from '../platform/context.ts';
import { lookupTransaction } from '../platform/db/lookup-transaction.ts';
import { type ClaimedExecution, cancelDue, projectsWithDue, selectClaimed } from './claimed-executions.ts';
import { loadGraph } from './graph.ts';
import { Journey, NO_GRAPH, travel, writeJourneys } from './journey.ts';

/** Measured: below 200 the commit bounds the rate, above 500 nothing is gained and others wait longer. */
const BATCH = 500;

/**
 * One turn: a batch of each project that has due executions, so that a project with a million of them delays nobody
 * else by more than a batch. Several processes take turns at once without meeting.
 */
export async function advanceDue(ctx: BaseCtx, mayGoOn: () => boolean = () => true): Promise<Advanced> {
  let moved = 0;
  const { due, next } = await projectsWithDue(ctx, false);
  for (const { projectId, disabled } of due) {
    if (!mayGoOn()) break;
    const own = { ...ctx, projectId };
    moved += disabled ? await cancelDue(own) : await advanceBatch(own);
  }
  return { moved, next };
}

interface Advanced {
  moved: number;
  /** When there is something to do again, as far as is known. */
  next: Date | undefined;
}

/** Every effect of the steps commits with the move, or nothing does: a crash at any moment repeats the whole batch. */
async function advanceBatch(ctx: Ctx): Promise<number> {
  let ids: string[] = [];
  try {
    return await lookupTransaction(ctx, async (ctx) => {
      const claimed = await claimDue(ctx);
      ids = claimed.map(({ id }) => id);
      await travel(ctx, claimed);
      return claimed.length;
    });
  } catch (error) {
    if (ids.length === 0) throw error;
    ctx.log.error({ err: error, projectId: ctx.projectId }, 'a batch of workflow executions failed: tried in parts');
    return advanceInParts(ctx, ids, error);
  }
}

/** Finds those that cannot go on by halving, so that the others do. */
async function advanceInParts(ctx: Ctx, ids: string[], error: unknown): Promise<number> {
  if (ids.length === 1) return noteTrouble(ctx, ids[0] as string, error);
  const middle = Math.ceil(ids.length / 2);
  let moved = 0;
  for (const half of [ids.slice(0, middle), ids.slice(middle)]) {
    moved += await lookupTransaction(ctx, async (ctx) => {
      const claimed = await claimDue(ctx, half);
      await travel(ctx, claimed);
      return claimed.length;
    }).catch((error: unknown) => advanceInParts(ctx, half, error));
  }
  return moved;
}

async function claimDue(ctx: Ctx, ids?: string[]): Promise<ClaimedExecution[]> {
  const due = sql`(
    select * from workflow_executions
    where project_id = ${ctx.projectId} and status in ('RUNNING', 'WAITING') and not is_calling
      and wake_at <= ${ctx.clock.now()} ${ids ? sql`and id = any(${ids}::uuid[])` : sql``}
    order by wake_at, id
    limit ${BATCH}
    for update skip locked
  )`;
  const { rows } = await sql<ClaimedExecution>`/* prepared */ ${selectClaimed(ctx, due)}`.execute(ctx.db);
  return rows;
}

const MAX_ATTEMPTS = 8;
const FIRST_RETRY_MS = seconds(5);
const LAST_RETRY_MS = minutes(10);

/**
 * A bug of ours, or a database that refuses: tried again later, and given up with the reason where a person sees it. A
 * database that is away cannot be told either: then this throws, nothing has changed, and the loop waits.
 */
function noteTrouble(ctx: Ctx, id: string, error: unknown): Promise<number> {
  ctx.log.error({ err: error, projectId: ctx.projectId, executionId: id }, 'a workflow execution cannot go on');
  const reason = `Internal error: ${(error as Error).message}`.slice(0, 1000);
  return lookupTransaction(ctx, async (ctx) => {
    const [claimed] = await claimDue(ctx, [id]);
    if (!claimed) return 0;
    const graph = await loadGraph(ctx, claimed.workflow_id, claimed.version);
    await writeJourneys(ctx, [tryLater(new Journey(claimed, graph ?? NO_GRAPH), ctx.clock.now(), { claimed, reason })]);
    return 1;
  });
}

/** At the first step that it has before it: what is noted there is brought up to date when it succeeds. */
function tryLater(
  journey: Journey,
  now: Date,
  { claimed, reason }: { claimed: ClaimedExecution; reason: string },
): Journey {
  journey.arrive(now);
  journey.wakeUp();
  if (journey.state) return journey;
  journey.arrive(now);
  const attempts = (claimed.open_attempts ?? 0) + 1;
  const wait = Math.min(FIRST_RETRY_MS * 2 ** (attempts - 1), LAST_RETRY_MS);
  if (attempts < MAX_ATTEMPTS) journey.retry({ reason, attempts, at: new Date(now.getTime() + wait) });
  else journey.fail(reason, attempts);
  return journey;
}
