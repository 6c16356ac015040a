import { hours } from '../platform/clock.ts';
import { type BaseCtx, transaction } from '../platform/context.ts';
import { isUniqueViolation } from '../platform/db/violations.ts';
import { conflict, forbidden, invalid } from '../platform/errors.ts';
import type { VisitCtx } from '../platform/http/router.ts';
import { verifyAddress } from '../verify/verify-address.ts';
import { mailVerification } from './account-mails.ts';
import { issueToken } from './account-tokens.ts';
import { assertAttemptAllowed } from './attempts.ts';
import { findInvitation, type Invitation, joinByInvitation } from './invitations.ts';
import { isPublic } from './login.ts';
import { hashPassword } from './passwords.ts';
import { mailLeaves, sessionToken } from './sessions.ts';

const PER_IP = { name: 'signup-ip', limit: 20, windowMs: hours(1) };

interface NewAccount {
  email: string;
  password: string;
  invitation?: string | undefined;
}

/** An invitation opens the door where signups are off, and its link has confirmed the address. */
export async function signup(ctx: VisitCtx, account: NewAccount): Promise<{ id: string; email: string }> {
  const { email, password } = account;
  if (isPublic(ctx.visit.ip)) await assertAttemptAllowed(ctx, PER_IP, ctx.visit.ip);
  const invitation = account.invitation ? await invitationFor(ctx, email, account.invitation) : undefined;
  if (ctx.config.signupsDisabled && !invitation) throw forbidden('New user signups are currently disabled');
  if (ctx.config.verifyEmailOnSignup && !invitation) await assertUsableAddress(ctx, email);
  const password_hash = await hashPassword(password);
  const user = await transaction(ctx, async (ctx) => {
    const user = await insertUser(ctx, { email, password_hash, isProven: invitation !== undefined });
    if (invitation) await joinByInvitation(ctx, user, invitation);
    else if (mailLeaves(ctx)) await mailVerification(ctx, email, await issueToken(ctx, user.id, 'VERIFY_EMAIL'));
    return user;
  });
  ctx.visit.startSession(await sessionToken(ctx, user));
  return { id: user.id, email };
}

async function invitationFor(ctx: BaseCtx, email: string, token: string): Promise<Invitation> {
  const invitation = await findInvitation(ctx, token);
  if (invitation.email !== email) throw forbidden('This invitation is for another address');
  return invitation;
}

async function insertUser(
  ctx: BaseCtx,
  { email, password_hash, isProven }: { email: string; password_hash: string; isProven: boolean },
): Promise<{ id: string; email: string; session_epoch: number }> {
  try {
    return await ctx.db
      .insertInto('users')
      .values({ email, password_hash, email_verified: isProven || !mailLeaves(ctx), address_proven: isProven })
      .returning(['id', 'email', 'session_epoch'])
      .executeTakeFirstOrThrow();
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw conflict('This address has an account already: sign in, or set a new password');
  }
}

/** One-time addresses, second names of one mailbox, and domains that take no mail. */
async function assertUsableAddress(ctx: BaseCtx, email: string): Promise<void> {
  const { isDisposable, isPlusAddressed, domainExists, hasMxRecords } = await verifyAddress(ctx, email);
  if (isDisposable) throw refused(email, 'Disposable addresses cannot sign up');
  if (isPlusAddressed) throw refused(email, 'Addresses with a plus sign cannot sign up');
  if (!domainExists || !hasMxRecords) throw refused(email, 'The domain of this address takes no mail');
}

const refused = (received: string, message: string) =>
  invalid(message, [{ field: 'email', message, code: 'custom', received }]);
