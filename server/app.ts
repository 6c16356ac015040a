import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { allEndpoints } from '../contract/all-endpoints.ts';
import { accountRoutes, serveOAuth } from './accounts/routes.ts';
import { sessionFinder } from './accounts/sessions.ts';
import { activityRoutes } from './activity/routes.ts';
import { analyticsRoutes } from './analytics/routes.ts';
import { billingRoutes, serveBilling } from './billing/routes.ts';
import { campaignRoutes } from './campaigns/routes.ts';
import { contactRoutes } from './contacts/routes.ts';
import { queueMeasures } from './delivery/queue-metrics.ts';
import { deliveryRoutes } from './delivery/routes.ts';
import { domainRoutes } from './domains/routes.ts';
import { eventRoutes } from './events/routes.ts';
import { feedbackRoutes, serveFeedback } from './feedback/routes.ts';
import type { BaseCtx } from './platform/context.ts';
import { createRateLimit } from './platform/http/rate-limit.ts';
import { mount, type Route } from './platform/http/router.ts';
import { serveDashboard } from './platform/http/serve-dashboard.ts';
import { serveHealth } from './platform/http/serve-health.ts';
import { serveReference } from './platform/http/serve-reference.ts';
import { createHttpServer } from './platform/http/server.ts';
import { jobMeasures } from './platform/jobs/job-lag.ts';
import { measureRequests } from './platform/metrics/measure-requests.ts';
import { poolUse } from './platform/metrics/pool-use.ts';
import type { Measure } from './platform/metrics/registry.ts';
import { serveMetrics } from './platform/metrics/serve-metrics.ts';
import { projectByKeyFinder } from './projects/api-keys.ts';
import { noteKeyUse } from './projects/key-use.ts';
import { reputationRoutes } from './reputation/routes.ts';
import { segmentRoutes } from './segments/routes.ts';
import { sendRoutes } from './send/routes.ts';
import { templateRoutes } from './templates/routes.ts';
import { trackRoutes } from './track/routes.ts';
import { serveUploads, uploadRoutes } from './uploads/routes.ts';
import { usageRoutes } from './usage/routes.ts';
import { verifyRoutes } from './verify/routes.ts';
import { executionRoutes } from './workflows/execution-routes.ts';
import { workflowRoutes } from './workflows/routes.ts';

export const allRoutes: Route[] = [
  ...sendRoutes,
  ...trackRoutes,
  ...deliveryRoutes,
  ...verifyRoutes,
  ...domainRoutes,
  ...contactRoutes,
  ...eventRoutes,
  ...segmentRoutes,
  ...campaignRoutes,
  ...templateRoutes,
  ...workflowRoutes,
  ...executionRoutes,
  ...usageRoutes,
  ...feedbackRoutes,
  ...activityRoutes,
  ...analyticsRoutes,
  ...billingRoutes,
  ...reputationRoutes,
  ...uploadRoutes,
  ...accountRoutes,
];

export async function createApp(ctx: BaseCtx, pool: pg.Pool, duties = () => ({})): Promise<FastifyInstance> {
  const app = await createHttpServer({
    log: ctx.log,
    publicUrl: ctx.config.publicUrl,
    trustedProxies: ctx.config.trustedProxies,
  });
  if (isMeasured(ctx)) measureRequests(app);
  const keyUse = noteKeyUse(ctx);
  app.addHook('onClose', keyUse.stop);
  mount(
    app,
    {
      ctx,
      findProjectByKey: keyUse.noted(projectByKeyFinder(ctx.db)),
      findSession: sessionFinder(ctx),
      rateLimit: createRateLimit(ctx.config.rateLimitPerMinute, ctx.config.sharesDatabase ? pool : undefined),
    },
    allRoutes,
  );
  serveFeedback(app, ctx);
  serveOAuth(app, ctx);
  serveBilling(app, ctx);
  serveUploads(app, ctx);
  const { port, token } = ctx.config.metrics;
  if (port === undefined && token) serveMetrics(app, { measures: allMeasures(ctx, pool), log: ctx.log, token });
  serveHealth(app, pool, duties);
  serveReference(app, allEndpoints, ctx.config.publicUrl);
  await serveDashboard(app);
  return app;
}

const isMeasured = ({ config: { metrics } }: BaseCtx): boolean =>
  metrics.port !== undefined || metrics.token !== undefined;

/** What GET /metrics looks up when it is asked. */
export const allMeasures = (ctx: BaseCtx, pool: pg.Pool): Measure[] => [
  // First: before the others use the pool themselves.
  poolUse(pool),
  ...queueMeasures(ctx),
  ...jobMeasures(ctx),
];
