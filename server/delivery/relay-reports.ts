import { sql } from 'kysely';
import type { BaseCtx } from '../platform/context.ts';
import type { CircuitState } from './circuit.ts';

/** Every worker tells what it knows of the relay, so that the processes that only answer requests can tell it too. */
export async function reportRelay(ctx: BaseCtx, workerId: string, state: CircuitState): Promise<void> {
  const { isOpen, since, reason, retryAt } = state;
  await sql`
    with forgotten as (
      delete from relay_reports where reported_at < clock_timestamp() - interval '1 hour'
    )
    insert into relay_reports (worker_id, is_down, since, reason, retry_at, reported_at)
    values (${workerId}, ${isOpen}, ${since}, ${reason}, ${retryAt}, clock_timestamp())
    on conflict (worker_id) do update
    set is_down = excluded.is_down, since = excluded.since, reason = excluded.reason, retry_at = excluded.retry_at,
        reported_at = excluded.reported_at
  `.execute(ctx.db);
}

export async function withdrawReport(ctx: BaseCtx, workerId: string): Promise<void> {
  await ctx.db.deleteFrom('relay_reports').where('worker_id', '=', workerId).execute();
}

export interface RelayState {
  status: 'ok' | 'down' | 'unknown';
  since: string | null;
  reason: string | null;
  retryAt: string | null;
}

/** Down as soon as one worker cannot use it: an idle one would not have noticed. Silent workers are gone. */
export async function readRelayState(ctx: BaseCtx): Promise<RelayState> {
  const { rows } = await sql<{ is_down: boolean; since: Date | null; reason: string | null; retry_at: Date | null }>`
    select is_down, since, reason, retry_at from relay_reports
    where reported_at > clock_timestamp() - interval '30 seconds'
    order by is_down desc, since
    limit 1
  `.execute(ctx.db);
  const [worst] = rows;
  if (!worst) return { status: 'unknown', since: null, reason: null, retryAt: null };
  return {
    status: worst.is_down ? 'down' : 'ok',
    since: worst.since?.toISOString() ?? null,
    reason: worst.reason,
    retryAt: worst.retry_at?.toISOString() ?? null,
  };
}
