import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { cursorPage } from './envelopes.ts';
import { clampedInt, isoDate } from './fields.ts';

const EMAIL_STATUSES = [
  'QUEUED',
  'SENDING',
  'SENT',
  'DELIVERED',
  'BOUNCED',
  'COMPLAINED',
  'FAILED',
  'SUPPRESSED',
  'CANCELLED',
  'UNKNOWN',
  'RECEIVED',
] as const;
export const emailStatus = z.enum(EMAIL_STATUSES);

export const email = z.object({
  id: z.string(),
  status: emailStatus,
  error: z.string().nullable(),
  contactId: z.string(),
  contact: z.object({ id: z.string(), email: z.string() }),
  to: z.string(),
  subject: z.string(),
  from: z.string(),
  fromName: z.string().nullable(),
  sourceType: z.enum(['TRANSACTIONAL', 'CAMPAIGN', 'WORKFLOW', 'INBOUND']),
  campaignId: z.string().nullable(),
  templateId: z.string().nullable(),
  messageId: z.string().nullable(),
  attempts: z.int(),
  createdAt: isoDate,
  sentAt: isoDate.nullable(),
  deliveredAt: isoDate.nullable(),
  openedAt: isoDate.nullable(),
  clickedAt: isoDate.nullable(),
  bouncedAt: isoDate.nullable(),
  complainedAt: isoDate.nullable(),
  opens: z.int(),
  clicks: z.int(),
});
export type Email = z.infer<typeof email>;

const emailDetail = email.extend({
  body: z.string().describe('Rendered HTML'),
  response: z.string().nullable().describe('What the relay answered when it accepted the message'),
  tries: z
    .array(z.object({ attempt: z.int(), at: isoDate, outcome: z.string(), response: z.string().nullable() }))
    .describe('Attempts that were not accepted'),
});

export const listEmails = endpoint({
  method: 'GET',
  path: '/emails',
  access: 'project',
  tag: 'Emails',
  summary: 'The ledger: every email and what became of it, newest first',
  request: z.object({
    query: z.object({
      limit: clampedInt(20, { max: 100 }),
      cursor: z.string().optional(),
      status: emailStatus.optional(),
      campaignId: z.string().optional(),
      contactId: z.string().optional(),
    }),
  }),
  response: cursorPage(email),
});

export const getEmail = endpoint({
  method: 'GET',
  path: '/emails/:id',
  access: 'project',
  tag: 'Emails',
  summary: 'One email, with its rendered body and every attempt',
  request: z.object({ params: z.object({ id: z.string() }) }),
  response: emailDetail,
});

export const emailEndpoints = [listEmails, getEmail];
