import { randomUUID } from 'node:crypto';
import cors from '@fastify/cors';
import helmet from '@fastify/helmet';
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { AppError } from '../errors.ts';
import type { Log } from '../log.ts';
import { replyWithError } from './error-envelope.ts';

/** Room for a 40 MB message as JSON with base64 inside. */
const MAX_BODY_BYTES = 50 * 1024 * 1024;
const SAFE_REQUEST_ID = /^[\w.:/+=@-]{1,128}$/;
const EXPOSED = ['X-Request-ID', 'RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset', 'Retry-After'];

interface ServerOptions {
  log: Log;
  /** Pages of this origin may call with credentials; any page may call /v1. */
  dashboardOrigin: string;
  /** Methods that exist for a path: tells 405 from 404. */
  methodsOf(path: string): string[];
}

export async function createHttpServer({ log, dashboardOrigin, methodsOf }: ServerOptions): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    disableRequestLogging: true,
    bodyLimit: MAX_BODY_BYTES,
    genReqId: ({ headers }) => requestId(headers['x-request-id']),
    routerOptions: { maxParamLength: 2048 },
    // A path that cannot be decoded never reaches a route, nor the hooks.
    frameworkErrors: (error, request, reply) => {
      reply.header('x-request-id', request.id);
      replyWithError(error, request, reply);
    },
  });
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  app.addHook('onResponse', async (request, reply) => {
    const level = reply.statusCode >= 500 ? 'error' : 'debug';
    request.log[level](
      { method: request.method, path: request.routeOptions.url, status: reply.statusCode, ms: reply.elapsedTime },
      'request',
    );
  });
  acceptEmptyJson(app);
  app.setErrorHandler((error, request, reply) => {
    replyWithError(error, request, reply);
  });
  app.setNotFoundHandler((request, reply) => {
    replyWithError(unknownRoute(methodsOf, request), request, reply);
  });
  await app.register(helmet, { contentSecurityPolicy: false, crossOriginResourcePolicy: false });
  await app.register(cors, {
    delegator: (request, callback) => callback(null, corsFor(request.url ?? '', dashboardOrigin)),
  });
  return app;
}

function requestId(given: string | string[] | undefined): string {
  return typeof given === 'string' && SAFE_REQUEST_ID.test(given) ? given : randomUUID();
}

/** Many clients announce JSON and send nothing (DELETE, POST without arguments): that is no body, not a broken one. */
function acceptEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('text/plain');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else void parse(request, body as string, done);
  });
}

function unknownRoute(methodsOf: ServerOptions['methodsOf'], request: { url: string; method: string }): AppError {
  const allowed = methodsOf(request.url.split('?', 1)[0] as string);
  if (allowed.length === 0) return new AppError('RESOURCE_NOT_FOUND', 'Unknown route');
  return new AppError('METHOD_NOT_ALLOWED', `${request.method} is not allowed here`, { details: { allowed } });
}

function corsFor(url: string, dashboardOrigin: string) {
  const isPublic = url.startsWith('/v1');
  return {
    origin: isPublic ? '*' : dashboardOrigin,
    credentials: !isPublic,
    methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
    allowedHeaders: ['Content-Type', 'Authorization', 'Idempotency-Key', 'X-Request-ID', 'X-Project-Id'],
    exposedHeaders: EXPOSED,
    optionsSuccessStatus: 200,
    maxAge: 600,
  };
}
