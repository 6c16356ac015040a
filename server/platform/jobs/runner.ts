import { randomUUID } from 'node:crypto';
import type { JobWithMetadata, PgBoss, QueueOptions, QueuePolicy } from 'pg-boss';
import { minutes } from '../clock.ts';
import type { BaseCtx, Ctx } from '../context.ts';
import { declaredJobs, type Job, type Outcome } from './job.ts';

export interface Binding {
  name: string;
  handle(ctx: Ctx, args: unknown): Promise<Outcome | undefined>;
}

export interface Sweep {
  name: string;
  cron: string;
  run(ctx: BaseCtx): Promise<void>;
}

/** when <job> then <handler> */
export function on<Args>(
  { name, args: schema }: Job<Args>,
  // biome-ignore lint/suspicious/noConfusingVoidType: most handlers simply return nothing
  handler: (ctx: Ctx, args: Args) => Promise<Outcome | void>,
): Binding {
  return { name, handle: async (ctx, args) => (await handler(ctx, schema.parse(args))) ?? undefined };
}

/** every <interval> do <sweep>; one process of the deployment fires it. */
export function every(intervalMs: number, run: (ctx: BaseCtx) => Promise<void>): Sweep {
  const name = `sweep.${run.name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  return { name, cron: cronFor(intervalMs), run };
}

function cronFor(intervalMs: number): string {
  const total = intervalMs / minutes(1);
  if (Number.isInteger(total) && total < 60 && 60 % total === 0) return `*/${total} * * * *`;
  if (total === 60) return '0 * * * *';
  if (total === 24 * 60) return '0 3 * * *';
  throw new Error(`No schedule for an interval of ${intervalMs} ms`);
}

/** A declared job nobody handles would wait for ever, one handled twice would do half its work: neither boots. */
export function assertEveryJobBound(bindings: Binding[]): void {
  const bound = bindings.map(({ name }) => name);
  const unbound = declaredJobs().filter(({ name }) => !bound.includes(name));
  if (unbound.length > 0) throw new Error(`Jobs without a handler: ${unbound.map(({ name }) => name).join(', ')}`);
  const twice = bound.find((name, i) => bound.indexOf(name) !== i);
  if (twice) throw new Error(`Job ${twice} has more than one handler`);
}

const RETRIES = 8;

/**
 * A running job shows that its process lives. Without that, the job of a killed process would wait for 15 minutes to be
 * taken up again, and a sweep could not run for as long. Ten seconds are the least that pg-boss takes.
 */
const HEARTBEAT = { heartbeatSeconds: 10 };
const HEARTBEAT_REFRESH = { heartbeatRefreshSeconds: 3 };

/** New jobs announce themselves; those whose time comes, and those that are tried again, are found by looking. */
const POLLING = { notifyPollingIntervalSeconds: 2 };

/** How often a process looks for jobs whose process has died. */
export const SUPERVISION = { superviseIntervalSeconds: 5, monitorIntervalSeconds: 5 };

/** Queues exist before anything is enqueued, in every role. */
export async function createQueues(boss: PgBoss, sweeps: Sweep[]): Promise<void> {
  for (const { name } of declaredJobs()) {
    // `short`: one waiting job per key; job.ts gives each its key.
    const retries = { retryLimit: RETRIES, retryDelay: 2, retryBackoff: true };
    await keepQueue(boss, name, { policy: 'short', notify: true, ...retries, ...HEARTBEAT });
  }
  for (const { name } of sweeps) await keepQueue(boss, name, { policy: 'stately', retryLimit: 0, ...HEARTBEAT });
}

/** A queue that exists already takes over what an earlier version did not set. */
async function keepQueue(boss: PgBoss, name: string, { policy, ...options }: QueueSettings): Promise<void> {
  await boss.createQueue(name, { policy, ...options });
  await boss.updateQueue(name, options);
}

interface QueueSettings extends QueueOptions {
  policy: QueuePolicy;
  notify?: boolean;
}

export async function startWorkers(ctx: BaseCtx, boss: PgBoss, bindings: Binding[], sweeps: Sweep[]): Promise<void> {
  for (const binding of bindings) {
    const options = { includeMetadata: true as const, batchSize: 1, ...POLLING, ...HEARTBEAT_REFRESH };
    await boss.work(binding.name, options, async ([job]) => {
      if (job) await runJob(ctx, boss, binding, job as JobWithMetadata<JobData>);
    });
  }
  for (const sweep of sweeps) {
    await boss.work(sweep.name, HEARTBEAT_REFRESH, async () => {
      await sweep.run({ ...ctx, log: ctx.log.child({ sweep: sweep.name }) });
    });
    await boss.schedule(sweep.name, sweep.cron);
  }
}

export interface JobData {
  projectId: string;
  args: unknown;
}

/** Runs one job in the context of its project. Throwing hands it back to pg-boss, which retries with backoff. */
export async function runJob(
  ctx: BaseCtx,
  boss: Pick<PgBoss, 'send'>,
  binding: Binding,
  job: JobWithMetadata<JobData>,
): Promise<void> {
  const log = ctx.log.child({ job: binding.name, jobId: job.id, projectId: job.data.projectId });
  try {
    const outcome = await binding.handle({ ...ctx, log, projectId: job.data.projectId }, job.data.args);
    if (outcome && 'snoozeUntil' in outcome) {
      // Nothing is dropped here: a job that waits under the same key came later and knows nothing of this one.
      await boss.send(binding.name, job.data, { startAfter: outcome.snoozeUntil, singletonKey: randomUUID() });
    } else if (outcome) log.info({ reason: outcome.cancelled }, 'job cancelled');
  } catch (error) {
    log.error({ err: error, attempt: job.retryCount + 1 }, 'job failed');
    throw error;
  }
}
