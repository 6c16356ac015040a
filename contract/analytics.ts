import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { clampedInt, isoDate, oneOfOr } from './fields.ts';

// What cannot be read as a date is refused by the use-case, with 400.
const dateText = z.string().optional().meta({ format: 'date-time' });
const period = { startDate: dateText, endDate: dateText };

export const emailTimeSeries = endpoint({
  method: 'GET',
  path: '/analytics/timeseries',
  access: 'project',
  tag: 'Analytics',
  summary: 'Emails by the day (UTC) on which they were queued, and what became of them',
  request: z.object({ query: z.object(period) }),
  response: z.array(
    z.object({
      date: isoDate.describe('Midnight UTC of the day'),
      emails: z.int(),
      opens: z.int(),
      clicks: z.int(),
      bounces: z.int(),
      delivered: z.int(),
    }),
  ),
});

export const CAMPAIGN_METRICS = ['opens', 'clicks', 'sent'] as const;

export const topCampaigns = endpoint({
  method: 'GET',
  path: '/analytics/top-campaigns',
  access: 'project',
  tag: 'Analytics',
  summary: 'Sent campaigns, the best by a metric first',
  request: z.object({
    query: z.object({ ...period, limit: clampedInt(10, { max: 50 }), metric: oneOfOr(CAMPAIGN_METRICS, 'opens') }),
  }),
  response: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      subject: z.string(),
      sentCount: z.int(),
      openedCount: z.int(),
      clickedCount: z.int(),
      openRate: z.number().describe('Percent'),
      clickRate: z.number().describe('Percent'),
    }),
  ),
});

export const campaignBreakdown = endpoint({
  method: 'GET',
  path: '/analytics/campaign-stats',
  access: 'project',
  tag: 'Analytics',
  summary: 'How many campaigns there are, and how they did',
  request: z.object({ query: z.object(period) }),
  response: z.object({
    total: z.int(),
    active: z.int().describe('Drafts and scheduled ones'),
    completed: z.int(),
    averageOpenRate: z.number().describe('Percent of all that was sent, one decimal'),
    averageClickRate: z.number().describe('Percent of all that was sent, one decimal'),
  }),
});

export const topEvents = endpoint({
  method: 'GET',
  path: '/analytics/top-events',
  access: 'project',
  tag: 'Analytics',
  summary: 'The most frequent tracked events',
  request: z.object({ query: z.object({ ...period, limit: clampedInt(5, { max: 20 }) }) }),
  response: z.array(
    z.object({
      name: z.string(),
      count: z.int(),
      trend: z.int().describe('Change in percent against the period of the same length before'),
    }),
  ),
});

export const analyticsEndpoints = [emailTimeSeries, topCampaigns, campaignBreakdown, topEvents];
