import Stripe from 'stripe';
import type { Ctx } from '../platform/context.ts';
import { cancel, type Outcome } from '../platform/jobs/job.ts';
import { findBilling } from './stripe.ts';

/** Of a project that was deleted. One that Stripe does not know any more has ended already. */
export async function cancelSubscription(
  ctx: Ctx,
  { subscription }: { subscription: string },
): Promise<Outcome | undefined> {
  const billing = findBilling(ctx);
  if (!billing) return cancel('billing is off');
  try {
    await billing.stripe.subscriptions.cancel(subscription);
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
    return cancel(`Stripe: ${error.code ?? error.message}`);
  }
  return undefined;
}
