import { minutes } from '../platform/clock.ts';
import { transaction } from '../platform/context.ts';
import { AppError } from '../platform/errors.ts';
import type { SessionCtx } from '../platform/http/router.ts';
import { assertAttemptAllowed, forgetAttempts } from './attempts.ts';
import { setPassword } from './password-reset.ts';
import { hashPassword, isPassword } from './passwords.ts';
import { sessionToken } from './sessions.ts';

const PER_USER = { name: 'change-password', limit: 5, windowMs: minutes(15) };

/** The session that changes it goes on; every other one ends. An account without a password sets one by a reset link. */
export async function changePassword(
  ctx: SessionCtx,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
): Promise<{ message: string }> {
  await assertAttemptAllowed(ctx, PER_USER, ctx.userId);
  const { password_hash: current } = await ctx.db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', ctx.userId)
    .executeTakeFirstOrThrow();
  const isRight = await isPassword(currentPassword, current);
  if (!current || !isRight) throw new AppError('INVALID_CREDENTIALS', 'The current password is not right');
  await forgetAttempts(ctx, PER_USER, ctx.userId);
  const password_hash = await hashPassword(newPassword);
  const user = await transaction(ctx, (ctx) => setPassword(ctx, ctx.userId, { password_hash }));
  ctx.visit.startSession(await sessionToken(ctx, user));
  return { message: 'Your password is changed; your other sessions have ended' };
}
