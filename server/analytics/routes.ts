import * as contract from '../../contract/analytics.ts';
import { route } from '../platform/http/router.ts';
import { campaignBreakdown, topCampaigns } from './campaign-analytics.ts';
import { emailTimeSeries } from './time-series.ts';
import { topEvents } from './top-events.ts';

export const analyticsRoutes = [
  route(contract.emailTimeSeries).to((ctx, { query }) => emailTimeSeries(ctx, query)),
  route(contract.topCampaigns).to((ctx, { query }) => topCampaigns(ctx, query)),
  route(contract.campaignBreakdown).to((ctx, { query }) => campaignBreakdown(ctx, query)),
  route(contract.topEvents).to((ctx, { query }) => topEvents(ctx, query)),
];
