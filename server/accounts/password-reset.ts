import { hours } from '../platform/clock.ts';
import { type BaseCtx, type Ctx, transaction } from '../platform/context.ts';
import type { VisitCtx } from '../platform/http/router.ts';
import { enqueue } from '../platform/jobs/job.ts';
import { systemProject } from '../projects/project.ts';
import { mailPasswordChanged, mailPasswordReset } from './account-mails.ts';
import { issueToken, useToken } from './account-tokens.ts';
import { assertAttemptAllowed, countAttempt } from './attempts.ts';
import { passwordResetAsked } from './jobs.ts';
import { forgetFailedLogins, isPublic } from './login.ts';
import { hashPassword } from './passwords.ts';

const PER_ADDRESS = { name: 'reset', limit: 3, windowMs: hours(1) };
const PER_IP = { name: 'reset-ip', limit: 20, windowMs: hours(1) };

/** One answer whether or not there is such an account, after the same work. */
export async function requestPasswordReset(ctx: VisitCtx, email: string): Promise<{ message: string }> {
  if (isPublic(ctx.visit.ip)) await assertAttemptAllowed(ctx, PER_IP, ctx.visit.ip);
  const { isAllowed } = await countAttempt(ctx, PER_ADDRESS, email);
  if (isAllowed) await enqueue({ ...ctx, projectId: await systemProject(ctx) }, passwordResetAsked, { email });
  return { message: 'If there is an account of this address, a mail with a link is on its way' };
}

export async function sendPasswordReset(ctx: Ctx, { email }: { email: string }): Promise<void> {
  const user = await ctx.db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst();
  if (!user) return;
  await transaction(ctx, async (ctx) =>
    mailPasswordReset(ctx, email, await issueToken(ctx, user.id, 'RESET_PASSWORD')),
  );
}

/** The link was mailed, so whoever has it has the address. Every session ends: one of them may be a thief's. */
export async function resetPassword(
  ctx: BaseCtx,
  { token, newPassword }: { token: string; newPassword: string },
): Promise<{ message: string }> {
  return transaction(ctx, async (ctx) => {
    const userId = await useToken(ctx, token, 'RESET_PASSWORD');
    // After the token: nobody without one makes us work.
    const password_hash = await hashPassword(newPassword);
    const { email } = await setPassword(ctx, userId, { password_hash, email_verified: true, address_proven: true });
    await forgetFailedLogins(ctx, email);
    return { message: 'Your password is set: sign in with it' };
  });
}

interface PasswordChange {
  password_hash: string;
  email_verified?: true;
  address_proven?: true;
}

/** Raises the epoch, which ends every session, and tells the user. */
export async function setPassword(
  ctx: BaseCtx,
  userId: string,
  change: PasswordChange,
): Promise<{ id: string; email: string; session_epoch: number }> {
  const user = await ctx.db
    .updateTable('users')
    .set(({ eb }) => ({ ...change, session_epoch: eb('session_epoch', '+', 1), updated_at: ctx.clock.now() }))
    .where('id', '=', userId)
    .returning(['id', 'email', 'session_epoch'])
    .executeTakeFirstOrThrow();
  await ctx.db.deleteFrom('account_tokens').where('user_id', '=', userId).execute();
  await mailPasswordChanged(ctx, user.email);
  return user;
}
