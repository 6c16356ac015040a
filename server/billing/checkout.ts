import type { Ctx } from '../platform/context.ts';
import { legacyError } from '../platform/errors.ts';
import { getProject } from '../projects/project.ts';
import { answerOf, getBilling } from './stripe.ts';

const CURRENCIES = ['usd', 'eur', 'gbp'];

export async function startCheckout(ctx: Ctx, { currency = 'usd' }: { currency?: string | undefined }) {
  const { stripe, settings } = getBilling(ctx);
  if (!CURRENCIES.includes(currency)) throw legacyError(400, `Invalid currency: one of ${CURRENCIES.join(', ')}`);
  const { customer, subscription } = await getProject(ctx);
  if (subscription) throw legacyError(400, 'The project has a subscription already');
  const session = await answerOf(
    stripe.checkout.sessions.create({
      mode: 'subscription',
      // The webhook learns from it which project was paid for.
      client_reference_id: ctx.projectId,
      currency,
      // What is metered has no quantity.
      line_items: [{ price: settings.priceId, ...(settings.meterEvent ? {} : { quantity: 1 }) }],
      ...(customer ? { customer } : {}),
      success_url: `${billingPage(ctx)}?checkout=done`,
      cancel_url: billingPage(ctx),
    }),
  );
  if (!session.url) throw legacyError(503, 'The billing provider gave no page to go to');
  return { url: session.url };
}

export async function openPortal(ctx: Ctx) {
  const { stripe } = getBilling(ctx);
  const { customer } = await getProject(ctx);
  if (!customer) throw legacyError(400, 'The project has no customer yet: subscribe first');
  const { url } = await answerOf(stripe.billingPortal.sessions.create({ customer, return_url: billingPage(ctx) }));
  return { url };
}

const billingPage = (ctx: Ctx): string => `${ctx.config.publicUrl}/app/settings/billing`;
