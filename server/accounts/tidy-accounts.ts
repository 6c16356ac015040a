import type { BaseCtx } from '../platform/context.ts';
import { deleteExpiredTokens } from './account-tokens.ts';
import { deleteOldAttempts } from './attempts.ts';
import { deleteExpiredInvitations } from './invitations.ts';

/** What has run out: mailed links, invitations, counts of attempts. */
export async function tidyAccounts(ctx: BaseCtx): Promise<void> {
  await deleteExpiredTokens(ctx);
  await deleteExpiredInvitations(ctx);
  await deleteOldAttempts(ctx);
}
