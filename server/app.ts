import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { allEndpoints } from '../contract/all-endpoints.ts';
import { contactRoutes } from './contacts/routes.ts';
import { eventRoutes } from './events/routes.ts';
import type { BaseCtx } from './platform/context.ts';
import { methodsByPath } from './platform/http/known-paths.ts';
import { createRateLimit } from './platform/http/rate-limit.ts';
import { mount, type Route } from './platform/http/router.ts';
import { serveDashboard } from './platform/http/serve-dashboard.ts';
import { serveHealth } from './platform/http/serve-health.ts';
import { serveReference } from './platform/http/serve-reference.ts';
import { createHttpServer } from './platform/http/server.ts';
import { projectByKeyFinder } from './projects/api-keys.ts';
import { trackRoutes } from './track/routes.ts';
import { usageRoutes } from './usage/routes.ts';

export const allRoutes: Route[] = [...trackRoutes, ...contactRoutes, ...eventRoutes, ...usageRoutes];

export async function createApp(ctx: BaseCtx, pool: pg.Pool): Promise<FastifyInstance> {
  const app = await createHttpServer({
    log: ctx.log,
    dashboardOrigin: new URL(ctx.config.publicUrl).origin,
    methodsOf: methodsByPath(allEndpoints),
  });
  mount(
    app,
    {
      ctx,
      findProjectByKey: projectByKeyFinder(ctx.db),
      rateLimit: createRateLimit(ctx.config.rateLimitPerMinute, ctx.config.sharesDatabase ? pool : undefined),
    },
    allRoutes,
  );
  serveHealth(app, pool);
  await serveReference(app, allEndpoints, ctx.config.publicUrl);
  serveDashboard(app);
  return app;
}
