import { z } from 'zod';
import { condition } from './condition.ts';
import { endpoint } from './endpoint.ts';
import { offsetPage, wrapped } from './envelopes.ts';
import { clampedInt, email, isoDate, oneOfOr, uuid } from './fields.ts';
import { segment } from './segments.ts';

export const CAMPAIGN_STATUSES = ['DRAFT', 'SCHEDULED', 'SENDING', 'SENT', 'CANCELLED'] as const;
const campaignType = z.enum(['TRANSACTIONAL', 'MARKETING', 'HEADLESS']);
const audienceType = z.enum(['ALL', 'SEGMENT', 'FILTERED']);

export const campaign = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  subject: z.string(),
  body: z.string(),
  from: z.string(),
  fromName: z.string().nullable(),
  replyTo: z.string().nullable(),
  type: campaignType,
  status: z.enum(CAMPAIGN_STATUSES),
  paused: z.boolean(),
  pauseReason: z.string().nullable().describe('Why it was paused by the service: a monthly cap; null otherwise'),
  audienceType,
  segmentId: z.string().nullable(),
  segment: segment.nullable(),
  audienceCondition: z.unknown(),
  scheduledFor: isoDate.nullable(),
  totalRecipients: z.int(),
  sentCount: z.int(),
  deliveredCount: z.int(),
  openedCount: z.int(),
  clickedCount: z.int(),
  bouncedCount: z.int(),
  complainedCount: z.int(),
  projectId: z.string(),
  sentAt: isoDate.nullable(),
  createdAt: isoDate,
  updatedAt: isoDate,
});
export type Campaign = z.infer<typeof campaign>;

const fields = {
  name: z.string().min(1),
  description: z.string().max(500).nullish(),
  subject: z.string().min(1),
  body: z.string().min(1),
  from: email,
  fromName: z.string().max(100).nullish(),
  replyTo: email.nullish(),
  type: campaignType,
  audienceType,
  audienceCondition: condition.nullish(),
  segmentId: uuid.nullish(),
};

const newCampaign = z
  .object({ ...fields, type: campaignType.default('MARKETING') })
  .refine(({ audienceType, segmentId }) => audienceType !== 'SEGMENT' || segmentId, {
    error: 'segmentId is required when audienceType is SEGMENT',
    path: ['segmentId'],
  })
  .refine(({ audienceType, audienceCondition }) => audienceType !== 'FILTERED' || audienceCondition, {
    error: 'audienceCondition is required when audienceType is FILTERED',
    path: ['audienceCondition'],
  });

export const campaignParams = z.object({ id: uuid });
const message = z.object({ success: z.literal(true), message: z.string() });
export const wrappedWithMessage = <T extends z.ZodType>(data: T) => wrapped(data).extend({ message: z.string() });

export const aboutCampaigns = { access: 'project', tag: 'Campaigns' } as const;

export const listCampaigns = endpoint({
  ...aboutCampaigns,
  method: 'GET',
  path: '/campaigns',
  summary: 'List campaigns',
  request: z.object({
    query: z.object({
      page: clampedInt(1),
      pageSize: clampedInt(20, { max: 100 }),
      status: z
        .string()
        .optional()
        .meta({ enum: [...CAMPAIGN_STATUSES] }),
      search: z.string().optional().describe('Case-insensitive part of name, subject or sender'),
      sort: oneOfOr(['createdAt', 'name', 'updatedAt'], 'createdAt'),
      dir: oneOfOr(['desc', 'asc'], 'desc'),
    }),
  }),
  response: offsetPage(campaign),
});

export const createCampaign = endpoint({
  ...aboutCampaigns,
  method: 'POST',
  path: '/campaigns',
  summary: 'Create a draft',
  request: z.object({ body: newCampaign }),
  response: wrapped(campaign),
  status: 201,
});

export const getCampaign = endpoint({
  ...aboutCampaigns,
  method: 'GET',
  path: '/campaigns/:id',
  summary: 'Get a campaign',
  request: z.object({ params: campaignParams }),
  response: wrapped(campaign),
});

export const updateCampaign = endpoint({
  ...aboutCampaigns,
  method: 'PUT',
  path: '/campaigns/:id',
  summary: 'Update a campaign that is a draft or scheduled; what is left out stays',
  request: z.object({ params: campaignParams, body: z.object(fields).partial() }),
  response: wrapped(campaign),
});

export const deleteCampaign = endpoint({
  ...aboutCampaigns,
  method: 'DELETE',
  path: '/campaigns/:id',
  summary: 'Delete a draft',
  request: z.object({ params: campaignParams }),
  response: message,
});

export const duplicateCampaign = endpoint({
  ...aboutCampaigns,
  method: 'POST',
  path: '/campaigns/:id/duplicate',
  summary: 'Make a draft with the same content and audience',
  request: z.object({ params: campaignParams }),
  response: wrappedWithMessage(campaign),
  status: 201,
});

export const sendCampaign = endpoint({
  ...aboutCampaigns,
  method: 'POST',
  path: '/campaigns/:id/send',
  summary: 'Send now, or at a given time',
  request: z.object({
    params: campaignParams,
    body: z
      .object({ scheduledFor: z.string().nullish().describe('Date and time; omitted or null sends at once') })
      .nullish(),
  }),
  response: wrappedWithMessage(campaign),
});

export const cancelCampaign = endpoint({
  ...aboutCampaigns,
  method: 'POST',
  path: '/campaigns/:id/cancel',
  summary: 'Cancel a scheduled or running campaign; what was handed over is not recalled',
  request: z.object({ params: campaignParams }),
  response: wrappedWithMessage(campaign),
});

export const testCampaign = endpoint({
  ...aboutCampaigns,
  method: 'POST',
  path: '/campaigns/:id/test',
  summary: 'Send a test to one address',
  request: z.object({ params: campaignParams, body: z.object({ email }) }),
  response: message,
});

export const campaignStats = endpoint({
  ...aboutCampaigns,
  method: 'GET',
  path: '/campaigns/:id/stats',
  summary: 'Counts and rates, from the ledger as it is now',
  request: z.object({ params: campaignParams }),
  response: wrapped(
    z.object({
      totalRecipients: z.int(),
      sentCount: z.int(),
      deliveredCount: z.int(),
      openedCount: z.int(),
      clickedCount: z.int(),
      bouncedCount: z.int(),
      complainedCount: z.int(),
      failedCount: z.int(),
      suppressedCount: z.int(),
      unknownCount: z.int(),
      queuedCount: z.int(),
      openRate: z.number(),
      clickRate: z.number(),
      bounceRate: z.number(),
      deliveryRate: z.number(),
    }),
  ),
});

export const campaignEndpoints = [
  listCampaigns,
  createCampaign,
  getCampaign,
  updateCampaign,
  deleteCampaign,
  duplicateCampaign,
  sendCampaign,
  cancelCampaign,
  testCampaign,
  campaignStats,
];
