import { createHash, randomBytes } from 'node:crypto';
import { hours } from '../platform/clock.ts';
import type { BaseCtx } from '../platform/context.ts';
import { badRequest } from '../platform/errors.ts';

type Purpose = 'VERIFY_EMAIL' | 'RESET_PASSWORD';

const LIFE_MS = hours(1);

/** 32 random bytes as 64 hexadecimal digits. */
export const newToken = (): string => randomBytes(32).toString('hex');

/** What is stored of it: who reads the database cannot use it. */
export const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest();

/** A token to mail to a user; it takes the place of an earlier one. */
export async function issueToken(ctx: BaseCtx, userId: string, purpose: Purpose): Promise<string> {
  const token = newToken();
  const now = ctx.clock.now();
  await ctx.db.deleteFrom('account_tokens').where('user_id', '=', userId).where('purpose', '=', purpose).execute();
  await ctx.db
    .insertInto('account_tokens')
    .values({
      token_hash: tokenHash(token),
      user_id: userId,
      purpose,
      expires_at: new Date(now.getTime() + LIFE_MS),
      created_at: now,
    })
    .execute();
  return token;
}

/** Whose token it is. It is gone with this: of two who use it at once, one is told that it is not valid. */
export async function useToken(ctx: BaseCtx, token: string, purpose: Purpose): Promise<string> {
  const used = await ctx.db
    .deleteFrom('account_tokens')
    .where('token_hash', '=', tokenHash(token))
    .where('purpose', '=', purpose)
    .where('expires_at', '>', ctx.clock.now())
    .returning('user_id')
    .executeTakeFirst();
  if (!used) throw badRequest('This link is not valid any more: ask for a new one');
  return used.user_id;
}

export async function deleteExpiredTokens(ctx: BaseCtx): Promise<void> {
  await ctx.db.deleteFrom('account_tokens').where('expires_at', '<=', ctx.clock.now()).execute();
}
