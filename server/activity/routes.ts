import * as contract from '../../contract/activity.ts';
import { route } from '../platform/http/router.ts';
import { listActivity } from './activity-feed.ts';
import { activityStats, countRecent } from './activity-stats.ts';
import { queueHealth } from './queue-health.ts';
import { listUpcoming } from './upcoming.ts';

export const activityRoutes = [
  route(contract.listActivity).to((ctx, { query }) => listActivity(ctx, query)),
  route(contract.activityStats).to((ctx, { query }) => activityStats(ctx, query)),
  route(contract.recentActivityCount).to((ctx, { query }) => countRecent(ctx, query.minutes)),
  route(contract.activityTypes).to(async () => ({ types: [...contract.ACTIVITY_TYPES] })),
  route(contract.upcomingActivity).to((ctx, { query }) => listUpcoming(ctx, query)),
  route(contract.queueHealth).to((ctx) => queueHealth(ctx)),
];
