import type { PgBoss } from 'pg-boss';
import { hours } from './platform/clock.ts';
import type { BaseCtx } from './platform/context.ts';
import { deleteExpiredIdempotencyKeys } from './platform/http/idempotency.ts';
import { assertEveryJobBound, type Binding, every, type Sweep, startWorkers } from './platform/jobs/runner.ts';

/** when <job> then <handler> */
export const bindings: Binding[] = [];

/** every <interval> do <sweep> */
export const sweeps: Sweep[] = [every(hours(1), deleteExpiredIdempotencyKeys)];

export async function startWorker(ctx: BaseCtx, boss: PgBoss): Promise<void> {
  assertEveryJobBound(bindings);
  await startWorkers(ctx, boss, bindings, sweeps);
}
