import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { wrapped } from './envelopes.ts';
import { contactData, email, isoDate } from './fields.ts';

export const MAX_EVENT_NAME_LENGTH = 255;
const eventName = z.string().min(1).max(MAX_EVENT_NAME_LENGTH);

export const trackEvent = endpoint({
  method: 'POST',
  path: '/v1/track',
  access: 'publicKey',
  tag: 'Public API',
  summary: 'Record an event for a contact',
  idempotent: true,
  request: z.object({
    body: z.object({
      email,
      event: eventName.describe('Must not be one of the reserved names'),
      subscribed: z.boolean().optional().describe('New contacts: true unless given'),
      data: contactData.nullish(),
    }),
  }),
  response: wrapped(z.object({ contact: z.string(), event: z.string(), timestamp: isoDate })),
});

export const trackEndpoints = [trackEvent];
