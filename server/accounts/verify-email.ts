import { hours } from '../platform/clock.ts';
import { type BaseCtx, transaction } from '../platform/context.ts';
import type { SessionCtx } from '../platform/http/router.ts';
import { mailVerification } from './account-mails.ts';
import { issueToken, useToken } from './account-tokens.ts';
import { assertAttemptAllowed } from './attempts.ts';
import { confirmAddress } from './user.ts';

const PER_USER = { name: 'verification', limit: 3, windowMs: hours(1) };

export function verifyEmail(ctx: BaseCtx, token: string): Promise<{ message: string }> {
  return transaction(ctx, async (ctx) => {
    await confirmAddress(ctx, await useToken(ctx, token, 'VERIFY_EMAIL'));
    return { message: 'Your address is confirmed' };
  });
}

export async function requestVerification(ctx: SessionCtx): Promise<{ message: string }> {
  const { email, email_verified } = await ctx.db
    .selectFrom('users')
    .select(['email', 'email_verified'])
    .where('id', '=', ctx.userId)
    .executeTakeFirstOrThrow();
  if (email_verified) return { message: 'Your address is already verified' };
  await assertAttemptAllowed(ctx, PER_USER, ctx.userId);
  await transaction(ctx, async (ctx) =>
    mailVerification(ctx, email, await issueToken(ctx, ctx.userId, 'VERIFY_EMAIL')),
  );
  return { message: 'The verification mail was sent' };
}
