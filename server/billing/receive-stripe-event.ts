import Stripe from 'stripe';
import { days } from '../platform/clock.ts';
import { type BaseCtx, type Ctx, transaction } from '../platform/context.ts';
import { enqueue } from '../platform/jobs/job.ts';
import { isUuid } from '../platform/uuid.ts';
import { recordAudit, wasDeleted } from '../projects/audit-log.ts';
import { disableProject, enableProject } from '../projects/disable-project.ts';
import { subscriptionOrphaned } from '../projects/jobs.ts';
import { clearSubscription, findProjectByCustomer, storeSubscription } from '../projects/subscription.ts';
import { meterFromNow } from './report-usage.ts';
import { type Billing, getBilling, idOf } from './stripe.ts';
import { tellPaymentFailed } from './tell-members.ts';

interface Answer {
  status: 200 | 400;
  body: object;
}

/** Stripe repeats what was not answered 200: an event that could not take effect is asked for again that way. */
export async function receiveStripeEvent(ctx: BaseCtx, body: Buffer, signature: unknown): Promise<Answer> {
  const billing = getBilling(ctx);
  const event = verified(billing, body, signature);
  if ('error' in event) return refusal(event.error);
  try {
    const effect = await effectOf(ctx, billing, event);
    if (effect) await takeOnce(ctx, event.id, effect);
    return { status: 200, body: { success: true, received: true } };
  } catch (error) {
    ctx.log.error({ err: error, eventId: event.id, type: event.type }, 'an event of Stripe took no effect');
    return refusal('The event could not be handled');
  }
}

const refusal = (error: string): Answer => ({ status: 400, body: { success: false, error } });

function verified({ stripe, settings }: Billing, body: Buffer, signature: unknown): Stripe.Event | { error: string } {
  if (typeof signature !== 'string') return { error: 'The header Stripe-Signature is missing' };
  try {
    return stripe.webhooks.constructEvent(body, signature, settings.webhookSecret);
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError || error instanceof SyntaxError) {
      return { error: 'The signature is not valid' };
    }
    throw error;
  }
}

type Effect = (ctx: BaseCtx) => Promise<void>;

/** What the event changes here, looked up before the transaction that does it; undefined: nothing. */
function effectOf(
  ctx: BaseCtx,
  billing: Billing,
  event: Stripe.Event,
): Promise<Effect | undefined> | Effect | undefined {
  switch (event.type) {
    case 'checkout.session.completed':
      return subscribed(event.data.object);
    case 'customer.subscription.deleted': {
      const { id } = event.data.object;
      return (ctx) => clearSubscription(ctx, id);
    }
    case 'invoice.paid':
      return forCustomer(event.data.object.customer, resume);
    case 'invoice.payment_failed':
      return paymentFailed(billing, event.data.object);
    case 'customer.subscription.updated':
      ctx.log.info({ subscription: event.data.object.id, status: event.data.object.status }, 'a subscription changed');
      return undefined;
    default:
      return undefined;
  }
}

function subscribed(session: Stripe.Checkout.Session): Effect | undefined {
  const [projectId, customer, subscription] = [
    session.client_reference_id ?? '',
    idOf(session.customer),
    idOf(session.subscription),
  ];
  if (session.mode !== 'subscription' || !isUuid(projectId) || !customer || !subscription) return undefined;
  return async (ctx) => {
    const scoped = { ...ctx, projectId };
    const stored = await storeSubscription(scoped, { customer, subscription });
    if (!stored) return endIfDeleted(scoped, subscription);
    // Two checkouts were open at once and both were paid: nobody pays for one project twice.
    if (stored.replaced) await enqueue(scoped, subscriptionOrphaned, { subscription: stored.replaced });
    await meterFromNow(scoped);
  };
}

/** A project that was deleted while its checkout was open. One that was never ours is somebody else's business. */
async function endIfDeleted(ctx: Ctx, subscription: string): Promise<void> {
  if (await wasDeleted(ctx)) await enqueue(ctx, subscriptionOrphaned, { subscription });
}

function forCustomer(customer: Stripe.Invoice['customer'], effect: (ctx: Ctx) => Promise<void>): Effect | undefined {
  const id = idOf(customer);
  if (!id) return undefined;
  return async (ctx) => {
    const projectId = await findProjectByCustomer(ctx, id);
    if (projectId) await effect({ ...ctx, projectId });
  };
}

async function resume(ctx: Ctx): Promise<void> {
  const project = await enableProject(ctx, 'PAYMENT_FAILED');
  if (project) await recordAudit(ctx, { action: 'project.resumed', target: project.name });
}

/** Events come in any order: whether the invoice is still unpaid is asked, not concluded. */
async function paymentFailed({ stripe }: Billing, invoice: Stripe.Invoice): Promise<Effect | undefined> {
  // The first invoice belongs to a checkout that its buyer has just seen fail.
  if (invoice.billing_reason === 'subscription_create') return undefined;
  const { status } = await stripe.invoices.retrieve(invoice.id);
  if (status === 'paid' || status === 'void') return undefined;
  return forCustomer(invoice.customer, async (ctx) => {
    const project = await disableProject(ctx, 'PAYMENT_FAILED');
    if (!project) return;
    await recordAudit(ctx, {
      action: 'project.suspended',
      target: project.name,
      details: { reason: 'PAYMENT_FAILED' },
    });
    await tellPaymentFailed(ctx, project, invoice.hosted_invoice_url ?? undefined);
  });
}

/** The receipt and what follows from it commit together: a repeated event changes nothing. */
function takeOnce(ctx: BaseCtx, id: string, effect: Effect): Promise<void> {
  return transaction(ctx, async (ctx) => {
    const isFirst = await ctx.db
      .insertInto('billing_receipts')
      .values({ id, received_at: ctx.clock.now() })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (isFirst) await effect(ctx);
  });
}

/** Stripe repeats for three days; by hand, events of the last thirty can be sent again. */
const KEPT_MS = days(45);

/** Sweep. */
export async function deleteOldBillingReceipts(ctx: BaseCtx): Promise<void> {
  await ctx.db
    .deleteFrom('billing_receipts')
    .where('received_at', '<', new Date(ctx.clock.now().getTime() - KEPT_MS))
    .execute();
}
