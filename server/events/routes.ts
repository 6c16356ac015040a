import * as contract from '../../contract/events.ts';
import { route } from '../platform/http/router.ts';
import { eventStats, listContactEvents, listEventNames, listEvents } from './event-queries.ts';

export const eventRoutes = [
  route(contract.listEvents).to((ctx, { query }) => listEvents(ctx, query)),
  route(contract.eventStats).to((ctx, { query }) => eventStats(ctx, query)),
  route(contract.listContactEvents).to((ctx, { params, query }) => listContactEvents(ctx, params.contactId, query)),
  route(contract.listEventNames).to((ctx) => listEventNames(ctx)),
];
