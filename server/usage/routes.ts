import * as domains from '../../contract/domains.ts';
import * as events from '../../contract/events.ts';
import { route } from '../platform/http/router.ts';
import { deleteUnusedDomain } from './domain-usage.ts';
import { deleteUnusedEvents, eventUsage } from './event-usage.ts';

export const usageRoutes = [
  route(events.eventUsage).to((ctx, { params }) => eventUsage(ctx, params.eventName)),
  route(events.deleteEvents).to((ctx, { params }) => deleteUnusedEvents(ctx, params.eventName)),
  route(domains.deleteDomain).to((ctx, { params }) => deleteUnusedDomain(ctx, params.id)),
];
