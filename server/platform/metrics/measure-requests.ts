import type { FastifyInstance } from 'fastify';
import { Counter, Histogram } from 'prom-client';
import { processMetrics } from './registry.ts';

const requests = new Counter({
  name: 'posthorn_http_requests_total',
  help: 'Requests answered, by route and status',
  labelNames: ['method', 'route', 'status'],
  registers: [processMetrics],
});
const duration = new Histogram({
  name: 'posthorn_http_request_duration_seconds',
  help: 'From the first byte of a request to the last of its answer, by route',
  labelNames: ['method', 'route'],
  buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  registers: [processMetrics],
});

/** By the route's pattern, never the URL: that would be a series for each id, and a query may hold addresses. */
export function measureRequests(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { method } = request;
    const route = request.routeOptions.url ?? 'unknown';
    requests.inc({ method, route, status: reply.statusCode });
    duration.observe({ method, route }, reply.elapsedTime / 1000);
    done();
  });
}
