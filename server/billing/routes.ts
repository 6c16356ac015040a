import type { FastifyInstance } from 'fastify';
import * as contract from '../../contract/billing.ts';
import type { BaseCtx } from '../platform/context.ts';
import { route } from '../platform/http/router.ts';
import { openPortal, startCheckout } from './checkout.ts';
import { getConsumption } from './consumption.ts';
import { listInvoices } from './invoices.ts';
import { getLimits, setLimits } from './limits.ts';
import { receiveStripeEvent } from './receive-stripe-event.ts';

export const billingRoutes = [
  route(contract.checkout).to((ctx, { query }) => startCheckout(ctx, query)),
  route(contract.billingPortal).to((ctx) => openPortal(ctx)),
  route(contract.getBillingLimits).to((ctx) => getLimits(ctx)),
  route(contract.setBillingLimits).to((ctx, { body }) => setLimits(ctx, body)),
  route(contract.billingConsumption).to((ctx) => getConsumption(ctx)),
  route(contract.billingInvoices).to((ctx) => listInvoices(ctx)),
];

const MAX_EVENT_BYTES = 1024 * 1024;

/** What Stripe calls. The signature is over the bytes as they came. */
export function serveBilling(app: FastifyInstance, ctx: BaseCtx): void {
  void app.register(async (hooks) => {
    hooks.removeAllContentTypeParsers();
    hooks.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_EVENT_BYTES }, (_request, body, done) =>
      done(null, body),
    );
    hooks.post('/webhooks/incoming/stripe', async (request, reply) => {
      const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const { status, body } = await receiveStripeEvent(
        { ...ctx, log: request.log as BaseCtx['log'] },
        raw,
        request.headers['stripe-signature'],
      );
      return reply.code(status).send(body);
    });
  });
}
