import type { BaseCtx, Ctx } from '../platform/context.ts';

interface Subscription {
  customer: string;
  subscription: string;
}

/** Answers the subscription whose place it takes, null where there was none. Undefined: there is no such project now. */
export async function storeSubscription(
  ctx: Ctx,
  { customer, subscription }: Subscription,
): Promise<{ replaced: string | null } | undefined> {
  const before = await ctx.db
    .selectFrom('projects')
    .select('subscription')
    .where('id', '=', ctx.projectId)
    .where('wipe', 'is distinct from', 'DELETE')
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!before) return undefined;
  await ctx.db
    .updateTable('projects')
    .set({ customer, subscription, updated_at: ctx.clock.now() })
    .where('id', '=', ctx.projectId)
    .execute();
  return { replaced: before.subscription === subscription ? null : before.subscription };
}

/** Whoever had it: the provider knows subscriptions, not projects. */
export async function clearSubscription(ctx: BaseCtx, subscription: string): Promise<void> {
  await ctx.db
    .updateTable('projects')
    .set({ subscription: null, updated_at: ctx.clock.now() })
    .where('subscription', '=', subscription)
    .execute();
}

export async function findProjectByCustomer(ctx: BaseCtx, customer: string): Promise<string | undefined> {
  const project = await ctx.db.selectFrom('projects').select('id').where('customer', '=', customer).executeTakeFirst();
  return project?.id;
}

/** Emails a month; null: unlimited. */
export interface Caps {
  workflows: number | null;
  campaigns: number | null;
  transactional: number | null;
  inbound: number | null;
}

/** False: there is no subscription whose use could be capped. */
export async function storeCaps(ctx: Ctx, caps: Caps): Promise<boolean> {
  const changed = await ctx.db
    .updateTable('projects')
    .set({
      billing_limit_workflows: caps.workflows,
      billing_limit_campaigns: caps.campaigns,
      billing_limit_transactional: caps.transactional,
      billing_limit_inbound: caps.inbound,
      updated_at: ctx.clock.now(),
    })
    .where('id', '=', ctx.projectId)
    .where('subscription', 'is not', null)
    .returning('id')
    .executeTakeFirst();
  return changed !== undefined;
}
