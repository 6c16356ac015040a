import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { missingMigrations } from '../db/migrate.ts';

/**
 * /health: the process answers, and what its duties say of themselves. /ready: it can also serve, database and
 * migrations included.
 */
export function serveHealth(app: FastifyInstance, pool: pg.Pool, duties: () => object): void {
  app.get('/health', async () => ({
    status: 'ok',
    time: new Date().toISOString(),
    environment: 'production',
    uptime: process.uptime(),
    memoryUsage: process.memoryUsage(),
    ...duties(),
  }));

  app.get('/ready', async (request, reply) => {
    try {
      const missing = await missingMigrations(pool);
      if (missing.length === 0) return { status: 'ready', database: 'ok', migrations: 'ok' };
      return reply
        .code(503)
        .send({ status: 'not ready', database: 'ok', migrations: `missing: ${missing.join(', ')}` });
    } catch (error) {
      request.log.warn({ err: error }, 'not ready: the database does not answer');
      return reply.code(503).send({ status: 'not ready', database: 'unreachable', migrations: 'unknown' });
    }
  });
}
