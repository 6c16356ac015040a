import type { BillingLimits, CategoryUse } from '../../contract/billing.ts';
import { readUsage, type Use, WARNING_AT } from '../delivery/usage-caps.ts';
import { type Ctx, transaction } from '../platform/context.ts';
import { legacyError } from '../platform/errors.ts';
import { recordAudit } from '../projects/audit-log.ts';
import { type Caps, storeCaps } from '../projects/subscription.ts';

export async function getLimits(ctx: Ctx): Promise<BillingLimits> {
  const { categories, total } = await readUsage(ctx);
  const freeTier = total.limit === null ? null : shown(total);
  // A full free tier stops every kind of mail.
  const isBlocked = freeTier?.isBlocked ?? false;
  const category = (use: Use): CategoryUse => {
    const own = shown(use);
    return { ...own, isBlocked: own.isBlocked || isBlocked };
  };
  return {
    workflows: category(categories.workflows),
    campaigns: category(categories.campaigns),
    transactional: category(categories.transactional),
    inbound: category(categories.inbound),
    freeTier,
  };
}

function shown({ limit, usage }: Use): CategoryUse {
  const percentage = limit === null ? 0 : Math.round((usage / limit) * 10_000) / 100;
  return { limit, usage, percentage, isWarning: percentage >= WARNING_AT, isBlocked: limit !== null && usage >= limit };
}

export function setLimits(ctx: Ctx, caps: Caps): Promise<BillingLimits> {
  return transaction(ctx, async (ctx) => {
    if (!(await storeCaps(ctx, caps))) throw legacyError(400, 'Caps need a subscription');
    await recordAudit(ctx, { action: 'billing.limits_changed', details: { ...caps } });
    return getLimits(ctx);
  });
}
