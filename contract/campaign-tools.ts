import { z } from 'zod';
import { aboutCampaigns, campaign, campaignParams, wrappedWithMessage } from './campaigns.ts';
import { emailStatus } from './emails.ts';
import { endpoint } from './endpoint.ts';
import { cursorPage, wrapped } from './envelopes.ts';
import { clampedInt, isoDate } from './fields.ts';

const recipient = z.object({
  emailId: z.string(),
  contactId: z.string(),
  email: z.string(),
  status: emailStatus,
  reason: z.string().nullable(),
  attempts: z.int(),
  sentAt: isoDate.nullable(),
  deliveredAt: isoDate.nullable(),
  openedAt: isoDate.nullable(),
  clickedAt: isoDate.nullable(),
  bouncedAt: isoDate.nullable(),
});

const RETRYABLE = ['FAILED', 'UNKNOWN'] as const;

export const pauseCampaign = endpoint({
  ...aboutCampaigns,
  method: 'POST',
  path: '/campaigns/:id/pause',
  summary: 'Hold a running campaign where it is',
  request: z.object({ params: campaignParams }),
  response: wrappedWithMessage(campaign),
});

export const resumeCampaign = endpoint({
  ...aboutCampaigns,
  method: 'POST',
  path: '/campaigns/:id/resume',
  summary: 'Let a paused campaign go on',
  request: z.object({ params: campaignParams }),
  response: wrappedWithMessage(campaign),
});

export const previewAudience = endpoint({
  ...aboutCampaigns,
  method: 'POST',
  path: '/campaigns/:id/audience',
  summary: 'Who would get it now: exact counts and a sample',
  request: z.object({ params: campaignParams }),
  response: wrapped(
    z.object({
      matched: z.int(),
      unsubscribed: z.int(),
      suppressed: z.int(),
      willReceive: z.int(),
      sample: z.array(z.object({ id: z.string(), email: z.string() })),
    }),
  ),
});

export const listRecipients = endpoint({
  ...aboutCampaigns,
  method: 'GET',
  path: '/campaigns/:id/recipients',
  summary: 'The ledger of a campaign: every recipient, state and reason; format=csv streams all of it',
  request: z.object({
    params: campaignParams,
    query: z.object({
      limit: clampedInt(50, { max: 100 }),
      cursor: z.string().optional(),
      status: emailStatus.optional(),
      format: z.enum(['json', 'csv']).optional(),
    }),
  }),
  response: cursorPage(recipient),
});

export const retryCampaign = endpoint({
  ...aboutCampaigns,
  method: 'POST',
  path: '/campaigns/:id/retry',
  summary: 'Queue failed recipients, and those whose fate is unknown, once more',
  request: z.object({
    params: campaignParams,
    body: z
      .object({
        statuses: z
          .array(z.enum(RETRYABLE))
          .min(1)
          .default([...RETRYABLE]),
      })
      .optional(),
  }),
  response: wrappedWithMessage(z.object({ requeued: z.int() })),
});

export const campaignToolEndpoints = [pauseCampaign, resumeCampaign, previewAudience, listRecipients, retryCampaign];
