import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { clampedInt, isoDate } from './fields.ts';

export const ACTIVITY_TYPES = [
  'event.triggered',
  'email.sent',
  'email.delivered',
  'email.received',
  'email.opened',
  'email.clicked',
  'email.bounced',
  'email.complaint',
  'email.suppressed',
  'contact.subscribed',
  'contact.unsubscribed',
  'campaign.sent',
  'campaign.scheduled',
  'workflow.started',
  'workflow.completed',
  'workflow.email.scheduled',
] as const;

const activity = z.object({
  id: z.string(),
  type: z
    .enum([...ACTIVITY_TYPES, 'workflow.step'])
    .describe('workflow.step is told on the timeline of one contact only'),
  timestamp: isoDate,
  contactEmail: z.string().optional(),
  contactId: z.string().optional(),
  metadata: z.record(z.string(), z.unknown()),
});
export type Activity = z.infer<typeof activity>;
export type ActivityType = Activity['type'];

// What cannot be read as a date is refused by the use-case, with 400.
const dateText = z.string().optional().meta({ format: 'date-time' });

export const listActivity = endpoint({
  method: 'GET',
  path: '/activity',
  access: 'project',
  tag: 'Activity',
  summary: 'What happened, newest first: emails, events, campaigns and workflows',
  request: z.object({
    query: z.object({
      limit: clampedInt(50, { max: 100 }),
      cursor: z.string().optional(),
      types: z.string().optional().describe('Separated by commas; unknown ones are ignored'),
      contactId: z.string().optional(),
      startDate: dateText,
      endDate: dateText,
    }),
  }),
  response: z.object({ data: z.array(activity), cursor: z.string().optional(), hasMore: z.boolean() }),
});

export const activityStats = endpoint({
  method: 'GET',
  path: '/activity/stats',
  access: 'project',
  tag: 'Activity',
  summary: 'Counts of a period, the last 30 days unless told otherwise',
  request: z.object({ query: z.object({ startDate: dateText, endDate: dateText }) }),
  response: z.object({
    totalEvents: z.int(),
    totalEmailsSent: z.int(),
    totalEmailsOpened: z.int(),
    totalEmailsClicked: z.int(),
    totalWorkflowsStarted: z.int(),
    openRate: z.number().describe('Percent'),
    clickRate: z.number().describe('Percent'),
  }),
});

export const recentActivityCount = endpoint({
  method: 'GET',
  path: '/activity/recent-count',
  access: 'project',
  tag: 'Activity',
  summary: 'How many events, emails and workflow executions began in the last minutes',
  request: z.object({ query: z.object({ minutes: clampedInt(5, { max: 60 }) }) }),
  response: z.object({ count: z.int(), minutes: z.int() }),
});

export const activityTypes = endpoint({
  method: 'GET',
  path: '/activity/types',
  access: 'project',
  tag: 'Activity',
  summary: 'Every type of activity',
  request: z.object({}),
  response: z.object({ types: z.array(z.enum(ACTIVITY_TYPES)) }),
});

export const upcomingActivity = endpoint({
  method: 'GET',
  path: '/activity/upcoming',
  access: 'project',
  tag: 'Activity',
  summary: 'Scheduled campaigns and emails that workflows are going to send, soonest first',
  request: z.object({
    query: z.object({ limit: clampedInt(50, { max: 100 }), daysAhead: clampedInt(30, { max: 90 }) }),
  }),
  response: z.object({ activities: z.array(activity) }),
});

export const queueHealth = endpoint({
  method: 'GET',
  path: '/activity/queue',
  access: 'project',
  tag: 'Activity',
  summary: 'Is mail leaving: the queue of this project, and the relay of the deployment',
  request: z.object({}),
  response: z.object({
    queued: z.int(),
    isQueuedExact: z.boolean().describe('False: there are more than were counted'),
    oldestDueSeconds: z.int().nullable().describe('How long the oldest email that may be sent now has waited'),
    sentLastMinute: z.int(),
    relay: z.object({
      status: z.enum(['ok', 'down', 'unknown']).describe('unknown: no worker has reported lately'),
      since: isoDate.nullable(),
      reason: z.string().nullable(),
      retryAt: isoDate.nullable(),
    }),
  }),
});

export const activityEndpoints = [
  listActivity,
  activityStats,
  recentActivityCount,
  activityTypes,
  upcomingActivity,
  queueHealth,
];
