import { type BaseCtx, transaction } from '../platform/context.ts';
import { isUniqueViolation } from '../platform/db/violations.ts';
import { tokenHash } from './account-tokens.ts';
import type { Identity, ProviderName } from './oauth-providers.ts';

interface Account {
  id: string;
  session_epoch: number;
}

const TYPE = { github: 'GITHUB_OAUTH', google: 'GOOGLE_OAUTH' } as const;

/** The account of somebody whom a provider vouches for: theirs already, linked by a verified address, or a new one. */
export async function signInAs(
  ctx: BaseCtx,
  provider: ProviderName,
  identity: Identity,
  invitation: string | undefined,
): Promise<Account | { failed: string }> {
  const attempt = () => transaction(ctx, (ctx) => findLinkOrCreate(ctx, provider, identity, invitation));
  try {
    return await attempt();
  } catch (error) {
    // Two browsers of one person at once: the second finds what the first has made.
    if (isUniqueViolation(error)) return attempt();
    throw error;
  }
}

async function findLinkOrCreate(
  ctx: BaseCtx,
  provider: ProviderName,
  { subject, email }: Identity,
  invitation: string | undefined,
): Promise<Account | { failed: string }> {
  const known = await ctx.db
    .selectFrom('oauth_identities')
    .innerJoin('users', 'users.id', 'oauth_identities.user_id')
    .select(['users.id', 'users.session_epoch'])
    .where('provider', '=', provider)
    .where('subject', '=', subject)
    .executeTakeFirst();
  if (known) return known;
  if (!email) return { failed: 'oauth_unverified' };
  const account = (await linkable(ctx, email)) ?? (await newcomer(ctx, provider, email, invitation));
  if (!account) return { failed: 'signups_disabled' };
  await ctx.db.insertInto('oauth_identities').values({ provider, subject, user_id: account.id }).execute();
  return account;
}

/**
 * The account of the same address. Where nobody has ever shown that the address is theirs, whoever made the account
 * loses it: they may have taken somebody else's address to wait for its owner.
 */
async function linkable(ctx: BaseCtx, email: string): Promise<Account | undefined> {
  return ctx.db
    .updateTable('users')
    .set(({ eb, ref }) => ({
      password_hash: eb.case().when('address_proven', '=', true).then(ref('password_hash')).else(null).end(),
      session_epoch: eb
        .case()
        .when('address_proven', '=', true)
        .then(ref('session_epoch'))
        .else(eb('session_epoch', '+', 1))
        .end(),
      email_verified: true,
      address_proven: true,
      updated_at: ctx.clock.now(),
    }))
    .where('email', '=', email)
    .returning(['id', 'session_epoch'])
    .executeTakeFirst();
}

async function newcomer(
  ctx: BaseCtx,
  provider: ProviderName,
  email: string,
  invitation: string | undefined,
): Promise<Account | undefined> {
  if (ctx.config.signupsDisabled && !(await isInvited(ctx, email, invitation))) return undefined;
  return ctx.db
    .insertInto('users')
    .values({ email, type: TYPE[provider], email_verified: true, address_proven: true })
    .returning(['id', 'session_epoch'])
    .executeTakeFirstOrThrow();
}

async function isInvited(ctx: BaseCtx, email: string, invitation: string | undefined): Promise<boolean> {
  if (!invitation) return false;
  const found = await ctx.db
    .selectFrom('invitations')
    .select('id')
    .where('token_hash', '=', tokenHash(invitation))
    .where('email', '=', email)
    .where('expires_at', '>', ctx.clock.now())
    .executeTakeFirst();
  return found !== undefined;
}
