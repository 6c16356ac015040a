import type Stripe from 'stripe';
import type { Consumption } from '../../contract/billing.ts';
import { readDailyUse } from '../delivery/email-counts.ts';
import type { Ctx } from '../platform/context.ts';
import { legacyError } from '../platform/errors.ts';
import { getProject } from '../projects/project.ts';
import { answerOf, getBilling, timeOf } from './stripe.ts';

export async function getConsumption(ctx: Ctx): Promise<Consumption> {
  const { stripe } = getBilling(ctx);
  const { customer, subscription } = await getProject(ctx);
  if (!customer || !subscription) throw legacyError(400, 'The project has no subscription');
  const [current, owner, upcoming] = await answerOf(
    Promise.all([
      stripe.subscriptions.retrieve(subscription),
      stripe.customers.retrieve(customer),
      stripe.invoices.createPreview({ customer, subscription }).catch(nothingToCome),
    ]),
  );
  const period = periodOf(current);
  const records = await readDailyUse(ctx, { from: new Date(period.start), to: new Date(period.end) });
  return {
    period,
    usage: { total: records.reduce((sum, { metered }) => sum + metered, 0), records },
    credits: creditsOf(owner),
    upcomingInvoice: upcoming && {
      amountDue: upcoming.amount_due,
      currency: upcoming.currency,
      periodStart: timeOf(upcoming.period_start),
      periodEnd: timeOf(upcoming.period_end),
      subtotal: upcoming.subtotal,
      total: upcoming.total,
    },
  };
}

/** A subscription that ends with its period has no next invoice. */
function nothingToCome(error: { code?: string }): null {
  if (error.code === 'invoice_upcoming_none') return null;
  throw error;
}

function periodOf({ items }: Stripe.Subscription): Consumption['period'] {
  const [item] = items.data;
  if (!item) throw legacyError(400, 'The subscription has nothing in it');
  return { start: timeOf(item.current_period_start), end: timeOf(item.current_period_end) };
}

/** A balance below zero is money that the customer has with us. */
function creditsOf(customer: Stripe.Customer | Stripe.DeletedCustomer): Consumption['credits'] {
  if (customer.deleted || !customer.currency) return null;
  const { balance, currency } = customer;
  return { balance, hasCredits: balance < 0, creditAmount: Math.max(0, -balance), currency };
}
