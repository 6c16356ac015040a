import ipaddr from 'ipaddr.js';
import { minutes } from '../platform/clock.ts';
import type { BaseCtx } from '../platform/context.ts';
import { AppError } from '../platform/errors.ts';
import type { VisitCtx } from '../platform/http/router.ts';
import { assertAttemptAllowed, forgetAttempts } from './attempts.ts';
import { isPassword } from './passwords.ts';
import { sessionToken } from './sessions.ts';

const PER_ADDRESS = { name: 'login', limit: 5, windowMs: minutes(15) };
/** Many people may share one; this is against somebody who tries one password on a thousand accounts. */
const PER_IP = { name: 'login-ip', limit: 100, windowMs: minutes(15) };

interface Credentials {
  email: string;
  password: string;
}

/** Unknown address, account without a password and wrong password are one answer, after the same work. */
export async function login(ctx: VisitCtx, { email, password }: Credentials): Promise<{ id: string; email: string }> {
  await assertAttemptAllowed(ctx, PER_ADDRESS, email);
  if (isPublic(ctx.visit.ip)) await assertAttemptAllowed(ctx, PER_IP, ctx.visit.ip);
  const user = await ctx.db
    .selectFrom('users')
    .select(['id', 'email', 'password_hash', 'session_epoch'])
    .where('email', '=', email)
    .executeTakeFirst();
  const isRight = await isPassword(password, user?.password_hash);
  if (!user?.password_hash || !isRight) throw new AppError('INVALID_CREDENTIALS', 'Incorrect email or password');
  await forgetFailedLogins(ctx, email);
  ctx.visit.startSession(await sessionToken(ctx, user));
  return { id: user.id, email: user.email };
}

export const forgetFailedLogins = (ctx: BaseCtx, email: string): Promise<void> =>
  forgetAttempts(ctx, PER_ADDRESS, email);

/** An address of a private network is a proxy's more often than a person's: counting it would lock everybody out. */
export const isPublic = (ip: string): boolean => ipaddr.isValid(ip) && ipaddr.process(ip).range() === 'unicast';
