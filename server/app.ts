import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { allEndpoints } from '../contract/all-endpoints.ts';
import { campaignRoutes } from './campaigns/routes.ts';
import { contactRoutes } from './contacts/routes.ts';
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
import { projectByKeyFinder } from './projects/api-keys.ts';
import { segmentRoutes } from './segments/routes.ts';
import { sendRoutes } from './send/routes.ts';
import { templateRoutes } from './templates/routes.ts';
import { trackRoutes } from './track/routes.ts';
import { usageRoutes } from './usage/routes.ts';
import { verifyRoutes } from './verify/routes.ts';

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
  ...usageRoutes,
  ...feedbackRoutes,
];

export async function createApp(ctx: BaseCtx, pool: pg.Pool, duties = () => ({})): Promise<FastifyInstance> {
  const app = await createHttpServer({ log: ctx.log, publicUrl: ctx.config.publicUrl });
  mount(
    app,
    {
      ctx,
      findProjectByKey: projectByKeyFinder(ctx.db),
      rateLimit: createRateLimit(ctx.config.rateLimitPerMinute, ctx.config.sharesDatabase ? pool : undefined),
    },
    allRoutes,
  );
  serveFeedback(app, ctx);
  serveHealth(app, pool, duties);
  serveReference(app, allEndpoints, ctx.config.publicUrl);
  await serveDashboard(app);
  return app;
}
