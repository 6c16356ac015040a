import { createHash, timingSafeEqual } from 'node:crypto';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { Log } from '../log.ts';
import { StartError } from '../start-error.ts';
import { type Measure, processMetrics } from './registry.ts';

interface Served {
  measures: Measure[];
  log: Log;
  /** Undefined: whoever reaches the port may read. */
  token: string | undefined;
}

/** GET /metrics in the text format of Prometheus. */
export function serveMetrics(app: FastifyInstance, { measures, log, token }: Served): void {
  collectProcess();
  const looked = lookUp(measures, log);
  app.get('/metrics', async (request, reply) => {
    if (token !== undefined && !carries(request, token)) return refuse(reply);
    const texts = [await looked(), await processMetrics.metrics()];
    return reply.type(processMetrics.contentType).header('cache-control', 'no-store').send(texts.join('\n'));
  });
}

/** For every role, workers too: they answer no other requests. */
export async function startMetricsServer(served: Served, at: { host: string; port: number }): Promise<FastifyInstance> {
  const app = Fastify();
  serveMetrics(app, served);
  await app.listen(at).catch((error: NodeJS.ErrnoException) => {
    throw new StartError(`METRICS_PORT: cannot listen on ${at.port}: ${error.message}`);
  });
  return app;
}

let isCollecting = false;

function collectProcess(): void {
  if (!isCollecting) collectDefaultMetrics({ register: processMetrics });
  isCollecting = true;
}

/** One after the other: a scrape takes one connection, however much there is to look up. */
function lookUp(measures: Measure[], log: Log): () => Promise<string> {
  const registry = new Registry();
  const gauges = measures.map(({ name, help, labels, read }) => ({
    gauge: new Gauge({ name, help, labelNames: labels, registers: [registry] }),
    labels,
    name,
    read,
  }));
  const collect = async (): Promise<string> => {
    for (const { gauge, labels, name, read } of gauges) {
      gauge.reset();
      try {
        for (const sample of await read()) gauge.set(sample.labels, sample.value);
      } catch (error) {
        // The figures that need no database are wanted most when it is away: this one is left out.
        if (labels.length === 0) gauge.set(Number.NaN);
        log.warn({ err: error, metric: name }, 'a figure could not be read');
      }
    }
    return registry.metrics();
  };
  let collecting: Promise<string> | undefined;
  return () => {
    collecting ??= collect().finally(() => {
      collecting = undefined;
    });
    return collecting;
  };
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

const carries = (request: FastifyRequest, token: string): boolean =>
  timingSafeEqual(digest(request.headers.authorization ?? ''), digest(`Bearer ${token}`));

const refuse = (reply: FastifyReply): FastifyReply =>
  reply.code(401).header('www-authenticate', 'Bearer').type('text/plain').send('METRICS_TOKEN is needed\n');
