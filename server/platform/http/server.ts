import { randomUUID } from 'node:crypto';
import cors from '@fastify/cors';
import helmet from '@fastify/helmet';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyRequest, LogController } from 'fastify';
import { minutes } from '../clock.ts';
import { AppError } from '../errors.ts';
import type { Log } from '../log.ts';
import { answerBrokenRequest } from './broken-request.ts';
import { replyWithError } from './error-envelope.ts';
import { parseJsonBodies } from './json-body.ts';
import { rememberRoutes } from './known-paths.ts';

/** Room for a 40 MB message as JSON with base64 inside. */
const MAX_BODY_BYTES = 50 * 1024 * 1024;
const SAFE_REQUEST_ID = /^[\w.:/+=@-]{1,128}$/;
const EXPOSED = ['X-Request-ID', 'RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset', 'Retry-After'];

interface ServerOptions {
  log: Log;
  /** Pages of its origin may call with credentials; any page may call /v1. */
  publicUrl: string;
}

export async function createHttpServer({ log, publicUrl }: ServerOptions): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    bodyLimit: MAX_BODY_BYTES,
    requestTimeout: minutes(5),
    genReqId: ({ headers }) => requestId(headers['x-request-id']),
    // The longest parameter is an event name: 255 characters, percent-encoded.
    routerOptions: { maxParamLength: 4096, ignoreTrailingSlash: true },
    clientErrorHandler: answerBrokenRequest,
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
    const { method, routeOptions } = request;
    // The route's pattern, not the URL: a query may hold addresses.
    request.log.debug({ method, path: routeOptions.url, status: reply.statusCode, ms: reply.elapsedTime }, 'request');
  });
  const methodsOf = rememberRoutes(app);
  parseJsonBodies(app);
  app.setErrorHandler(replyWithError);
  app.setNotFoundHandler((request, reply) => replyWithError(unknownRoute(methodsOf, request), request, reply));
  await app.register(helmet, securityHeaders(publicUrl));
  await app.register(cors, {
    delegator: (request, callback) => callback(null, corsFor(request.url ?? '', new URL(publicUrl).origin)),
  });
  return app;
}

function requestId(given: string | string[] | undefined): string {
  return typeof given === 'string' && SAFE_REQUEST_ID.test(given) ? given : randomUUID();
}

function unknownRoute(methodsOf: (path: string) => string[], { url, method }: FastifyRequest): AppError {
  const allowed = methodsOf(url.split('?', 1)[0] as string);
  if (allowed.length === 0) return new AppError('RESOURCE_NOT_FOUND', 'Unknown route');
  return new AppError('METHOD_NOT_ALLOWED', `${method} is not allowed here`, { details: { allowed } });
}

/** For pages of our own: everything from here, inline styles allowed. A page that needs more sets the header itself. */
const PAGE_POLICY = {
  defaultSrc: ["'self'"],
  styleSrc: ["'self'", "'unsafe-inline'"],
  imgSrc: ["'self'", 'data:', 'https:', 'http:'],
  objectSrc: ["'none'"],
  baseUri: ["'none'"],
  formAction: ["'self'"],
  frameAncestors: ["'self'"],
};

function securityHeaders(publicUrl: string) {
  return {
    contentSecurityPolicy: { useDefaults: false, directives: PAGE_POLICY },
    // Tracking pixels and uploaded images are shown on other sites.
    crossOriginResourcePolicy: false,
    // Promising https for a host that answers on http would lock people out.
    strictTransportSecurity: publicUrl.startsWith('https:') && { maxAge: 31_536_000, includeSubDomains: false },
  };
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
    strictPreflight: false,
    maxAge: 600,
  };
}
