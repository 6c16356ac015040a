import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { BaseCtx } from '../platform/context.ts';
import { AppError } from '../platform/errors.ts';

export interface AttemptLimit {
  /** What is counted, for example `login`. */
  name: string;
  limit: number;
  windowMs: number;
}

/**
 * Counts an attempt before it is made, so that many at once cannot slip through together. In the table of the rate
 * limits, for every process alike; the window begins with the first attempt and is not prolonged by later ones.
 */
export async function countAttempt(
  ctx: BaseCtx,
  { name, limit, windowMs }: AttemptLimit,
  subject: string,
): Promise<{ isAllowed: boolean; retryAfterSeconds: number }> {
  const now = ctx.clock.now().getTime();
  const { rows } = await sql<{ points: number; expire: number }>`
    insert into rate_limits (key, points, expire) values (${keyOf(name, subject)}, 1, ${now + windowMs})
    on conflict (key) do update set
      points = case when rate_limits.expire <= ${now} then 1 else rate_limits.points + 1 end,
      expire = case when rate_limits.expire <= ${now} then excluded.expire else rate_limits.expire end
    returning points, expire
  `.execute(ctx.db);
  const { points = 1, expire = now } = rows[0] ?? {};
  return { isAllowed: points <= limit, retryAfterSeconds: Math.max(Math.ceil((Number(expire) - now) / 1000), 1) };
}

/** The same, and refuses with 429. */
export async function assertAttemptAllowed(ctx: BaseCtx, attempts: AttemptLimit, subject: string): Promise<void> {
  const { isAllowed, retryAfterSeconds } = await countAttempt(ctx, attempts, subject);
  if (isAllowed) return;
  throw new AppError('RATE_LIMIT_EXCEEDED', 'Too many attempts', {
    details: { retryAfter: retryAfterSeconds },
    suggestion: `Wait ${retryAfterSeconds} s, then try again.`,
  });
}

export async function forgetAttempts(ctx: BaseCtx, { name }: AttemptLimit, subject: string): Promise<void> {
  await ctx.db.deleteFrom('rate_limits').where('key', '=', keyOf(name, subject)).execute();
}

// Hashed for its length, and because the table of counters is no place for addresses.
const keyOf = (name: string, subject: string): string =>
  `${name}:${createHash('sha256').update(subject).digest('base64url')}`;

export async function deleteOldAttempts(ctx: BaseCtx): Promise<void> {
  await ctx.db.deleteFrom('rate_limits').where('expire', '<', ctx.clock.now().getTime()).execute();
}
