import type Stripe from 'stripe';
import type { Invoices } from '../../contract/billing.ts';
import type { Ctx } from '../platform/context.ts';
import { legacyError } from '../platform/errors.ts';
import { getProject } from '../projects/project.ts';
import { answerOf, getBilling, timeOf } from './stripe.ts';

const SHOWN = 100;

export async function listInvoices(ctx: Ctx): Promise<Invoices> {
  const { stripe } = getBilling(ctx);
  const { customer } = await getProject(ctx);
  if (!customer) throw legacyError(400, 'The project has no customer yet: subscribe first');
  const { data } = await answerOf(stripe.invoices.list({ customer, limit: SHOWN }));
  const unpaid = data.filter(({ status }) => status === 'open' || status === 'uncollectible');
  return {
    invoices: data.map(invoiceOf),
    hasUnpaidInvoices: unpaid.length > 0,
    unpaidInvoices: unpaid.map((invoice) => ({
      id: invoice.id,
      number: invoice.number,
      amountDue: invoice.amount_due,
      currency: invoice.currency,
      dueDate: invoice.due_date === null ? null : timeOf(invoice.due_date),
      hostedInvoiceUrl: invoice.hosted_invoice_url ?? null,
    })),
  };
}

const invoiceOf = (invoice: Stripe.Invoice): Invoices['invoices'][number] => ({
  id: invoice.id,
  number: invoice.number,
  status: invoice.status,
  amountDue: invoice.amount_due,
  amountPaid: invoice.amount_paid,
  currency: invoice.currency,
  created: timeOf(invoice.created),
  periodStart: timeOf(invoice.period_start),
  periodEnd: timeOf(invoice.period_end),
  hostedInvoiceUrl: invoice.hosted_invoice_url ?? null,
  invoicePdf: invoice.invoice_pdf ?? null,
  subtotal: invoice.subtotal,
  total: invoice.total,
  paid: invoice.status === 'paid',
});
