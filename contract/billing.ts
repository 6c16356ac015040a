import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { isoDate } from './fields.ts';
import { projectParams } from './projects.ts';

const about = { access: 'member', tag: 'Billing' } as const;
const url = z.object({ url: z.string() });

export const checkout = endpoint({
  ...about,
  method: 'POST',
  path: '/users/@me/projects/:id/checkout',
  summary: 'Begin a subscription: answers the page of the billing provider to go to',
  role: 'ADMIN',
  worksWhenDisabled: true,
  request: z.object({
    params: projectParams,
    query: z.object({ currency: z.string().optional().describe('usd, eur or gbp; usd when not given') }),
  }),
  response: url,
});

export const billingPortal = endpoint({
  ...about,
  method: 'POST',
  path: '/users/@me/projects/:id/billing-portal',
  summary: 'Cards, invoices and cancelling: answers the page of the billing provider to go to',
  role: 'ADMIN',
  worksWhenDisabled: true,
  request: z.object({ params: projectParams }),
  response: url,
});

const use = z.object({
  limit: z.int().nullable().describe('Emails a month; null: unlimited'),
  usage: z.int().describe('Queued in this calendar month, UTC'),
  percentage: z.number(),
  isWarning: z.boolean().describe('80 % or more are used'),
  isBlocked: z.boolean().describe('No more of this kind can be queued in this month'),
});
export type CategoryUse = z.infer<typeof use>;

const limits = z.object({
  workflows: use,
  campaigns: use,
  transactional: use,
  inbound: use,
  freeTier: use.nullable().describe('All kinds together, for a project without a subscription; null: not limited'),
});
export type BillingLimits = z.infer<typeof limits>;

export const getBillingLimits = endpoint({
  ...about,
  method: 'GET',
  path: '/users/@me/projects/:id/billing-limits',
  summary: 'Monthly caps, and what is used of them',
  request: z.object({ params: projectParams }),
  response: limits,
});

const CAP = 'Must be a positive whole number, or null for no cap';
const number = z.int(CAP).positive(CAP).max(2_147_483_647, CAP);
const cap = z.union(
  [
    z.null(),
    number,
    z
      .string()
      .regex(/^\d{1,10}$/)
      .transform(Number)
      .pipe(number),
  ],
  CAP,
);

export const setBillingLimits = endpoint({
  ...about,
  method: 'PUT',
  path: '/users/@me/projects/:id/billing-limits',
  summary: 'Set all four monthly caps; needs a subscription',
  role: 'ADMIN',
  request: z.object({
    params: projectParams,
    body: z.object({ workflows: cap, campaigns: cap, transactional: cap, inbound: cap }),
  }),
  response: limits,
});

const money = z.int().describe('In the smallest unit of the currency');

const consumption = z.object({
  period: z.object({ start: isoDate, end: isoDate }),
  usage: z.object({
    total: z.int().describe('Emails of the period as they are billed: one with attachments counts twice'),
    records: z.array(z.object({ day: z.string(), emails: z.int(), metered: z.int() })),
  }),
  credits: z.object({ balance: money, hasCredits: z.boolean(), creditAmount: money, currency: z.string() }).nullable(),
  upcomingInvoice: z
    .object({
      amountDue: money,
      currency: z.string(),
      periodStart: isoDate,
      periodEnd: isoDate,
      subtotal: money,
      total: money,
    })
    .nullable(),
});
export type Consumption = z.infer<typeof consumption>;

export const billingConsumption = endpoint({
  ...about,
  method: 'GET',
  path: '/users/@me/projects/:id/billing-consumption',
  summary: 'What the running period has used, and what it will cost',
  request: z.object({ params: projectParams }),
  response: consumption,
});

const invoice = z.object({
  id: z.string(),
  number: z.string().nullable(),
  status: z.string().nullable(),
  amountDue: money,
  amountPaid: money,
  currency: z.string(),
  created: isoDate,
  periodStart: isoDate,
  periodEnd: isoDate,
  hostedInvoiceUrl: z.string().nullable(),
  invoicePdf: z.string().nullable(),
  subtotal: money,
  total: money,
  paid: z.boolean(),
});
const unpaid = z.object({
  id: z.string(),
  number: z.string().nullable(),
  amountDue: money,
  currency: z.string(),
  dueDate: isoDate.nullable(),
  hostedInvoiceUrl: z.string().nullable(),
});
const invoices = z.object({
  invoices: z.array(invoice),
  hasUnpaidInvoices: z.boolean(),
  unpaidInvoices: z.array(unpaid),
});
export type Invoices = z.infer<typeof invoices>;

export const billingInvoices = endpoint({
  ...about,
  method: 'GET',
  path: '/users/@me/projects/:id/billing-invoices',
  summary: 'The last invoices, newest first',
  request: z.object({ params: projectParams }),
  response: invoices,
});

export const billingEndpoints = [
  checkout,
  billingPortal,
  getBillingLimits,
  setBillingLimits,
  billingConsumption,
  billingInvoices,
];
