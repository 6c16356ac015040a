import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { hours } from '../clock.ts';
import type { BaseCtx, Ctx } from '../context.ts';
import { AppError, badRequest } from '../errors.ts';

const PRINTABLE_ASCII = /^[\x20-\x7e]{1,255}$/;

export interface Claim {
  finish(statusCode: number): Promise<void>;
}

/** Claims the key before the handler runs. Exactly one of several concurrent requests wins; the others get 409. */
export async function claimIdempotencyKey(ctx: Ctx, key: string, request: string): Promise<Claim> {
  if (!PRINTABLE_ASCII.test(key)) {
    throw badRequest('Idempotency-Key must be 1 to 255 printable ASCII characters');
  }
  const now = ctx.clock.now();
  const expired = new Date(now.getTime() - hours(ctx.config.idempotencyKeyTtlHours));
  const claimId = randomUUID();
  const claimed = await ctx.db
    .insertInto('idempotency_keys')
    .values({ project_id: ctx.projectId, key, claim_id: claimId, request, created_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['project_id', 'key'])
        .doUpdateSet({ claim_id: claimId, request, created_at: now, status_code: null })
        .where('idempotency_keys.created_at', '<=', expired),
    )
    .returning('claim_id')
    .executeTakeFirst();
  if (!claimed) throw await reused(ctx, key);
  return { finish: (statusCode) => finish(ctx, { key, claimId, statusCode }) };
}

/** 4xx frees the key, so that the corrected request may use it; 2xx and 5xx keep it, since mail may have gone out. */
async function finish(ctx: Ctx, { key, claimId, statusCode }: FinishedClaim): Promise<void> {
  if (statusCode >= 400 && statusCode < 500) {
    await ctx.db
      .deleteFrom('idempotency_keys')
      .where('project_id', '=', ctx.projectId)
      .where('key', '=', key)
      .where('claim_id', '=', claimId)
      .execute();
    return;
  }
  await ctx.db
    .updateTable('idempotency_keys')
    .set({ status_code: statusCode })
    .where('project_id', '=', ctx.projectId)
    .where('key', '=', key)
    .where('claim_id', '=', claimId)
    .execute();
}

interface FinishedClaim {
  key: string;
  claimId: string;
  statusCode: number;
}

async function reused(ctx: Ctx, key: string): Promise<AppError> {
  const original = await ctx.db
    .selectFrom('idempotency_keys')
    .select(['request', 'created_at', 'status_code'])
    .where('project_id', '=', ctx.projectId)
    .where('key', '=', key)
    .executeTakeFirst();
  return new AppError('IDEMPOTENCY_KEY_REUSED', `The Idempotency-Key "${key}" was already used in this project`, {
    details: {
      key,
      // Freed between our claim and this read: the winner has just failed with a 4xx.
      originalRequest: original?.request ?? null,
      originalRequestAt: original?.created_at.toISOString() ?? null,
      originalStatusCode: original?.status_code ?? null,
    },
    suggestion: 'Use a new key for a new request. The earlier request with this key is not repeated.',
  });
}

/** Sweep over all projects: an expired claim is already void, this only frees its room. */
export async function deleteExpiredIdempotencyKeys(ctx: BaseCtx): Promise<void> {
  const expired = new Date(ctx.clock.now().getTime() - hours(ctx.config.idempotencyKeyTtlHours));
  await sql`delete from idempotency_keys where created_at <= ${expired}`.execute(ctx.db);
}
