import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { clampedInt, isoDate } from './fields.ts';

export const event = z.object({
  id: z.string(),
  name: z.string(),
  data: z.unknown(),
  projectId: z.string(),
  contactId: z.string().nullable(),
  emailId: z.string().nullable(),
  createdAt: isoDate,
});
export type Event = z.infer<typeof event>;

// What cannot be read as a date is refused by the use-case, with 400.
const dateText = z.string().optional().meta({ format: 'date-time' });

const EVENT_NAME_REQUIRED = 'Event name is required';
const nameParams = z.object({ eventName: z.string() });
const reference = z.object({ id: z.string(), name: z.string() });

/** Takes the body of /v1/track as well as the dashboard's own names for the same things. */
const trackBody = z.object(
  {
    name: z.string().optional(),
    event: z.string().optional(),
    contactId: z.string().nullish(),
    email: z.string().nullish(),
    emailId: z.string().nullish(),
    subscribed: z.boolean('subscribed must be a boolean').optional(),
    data: z.record(z.string(), z.unknown(), 'data must be an object').nullish(),
  },
  'The body must be a JSON object',
);

export const trackEventInternally = endpoint({
  method: 'POST',
  path: '/events/track',
  access: 'project',
  tag: 'Events',
  summary: 'Record an event, by contact id or address',
  legacyErrors: true,
  request: z.object({
    body: trackBody.refine((body) => body.name || body.event, EVENT_NAME_REQUIRED),
  }),
  response: event,
  status: 201,
});

export const listEvents = endpoint({
  method: 'GET',
  path: '/events',
  access: 'project',
  tag: 'Events',
  summary: 'Recent events, newest first',
  request: z.object({
    query: z.object({ eventName: z.string().optional(), limit: clampedInt(100, { max: 1000 }) }),
  }),
  response: z.object({
    events: z.array(event.extend({ contact: z.object({ email: z.string() }).nullable() })),
  }),
});

export const eventStats = endpoint({
  method: 'GET',
  path: '/events/stats',
  access: 'project',
  tag: 'Events',
  summary: 'Events counted by name',
  request: z.object({ query: z.object({ startDate: dateText, endDate: dateText }) }),
  response: z.array(z.object({ name: z.string(), count: z.int() })),
});

export const listContactEvents = endpoint({
  method: 'GET',
  path: '/events/contact/:contactId',
  access: 'project',
  tag: 'Events',
  summary: 'Events of one contact, newest first',
  request: z.object({
    params: z.object({ contactId: z.string() }),
    query: z.object({ limit: clampedInt(50, { max: 1000 }) }),
  }),
  response: z.object({ events: z.array(event) }),
});

export const listEventNames = endpoint({
  method: 'GET',
  path: '/events/names',
  access: 'project',
  tag: 'Events',
  summary: 'Distinct event names, most frequent first',
  request: z.object({}),
  response: z.object({ eventNames: z.array(z.string()) }),
});

export const eventUsage = endpoint({
  method: 'GET',
  path: '/events/:eventName/usage',
  access: 'project',
  tag: 'Events',
  summary: 'Where an event name is used',
  request: z.object({ params: nameParams }),
  response: z.object({
    usedInSegments: z.array(reference),
    usedInCampaigns: z.array(reference),
    usedInWorkflows: z.array(reference),
    totalCount: z.int(),
    uniqueContacts: z.int(),
    canDelete: z.boolean(),
  }),
});

export const deleteEvents = endpoint({
  method: 'DELETE',
  path: '/events/:eventName',
  access: 'project',
  tag: 'Events',
  summary: 'Delete every event with this name',
  request: z.object({ params: nameParams }),
  response: z.object({ deletedCount: z.int() }),
});

export const eventEndpoints = [
  trackEventInternally,
  listEvents,
  eventStats,
  listContactEvents,
  listEventNames,
  eventUsage,
  deleteEvents,
];
