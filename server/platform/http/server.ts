import { randomUUID } from 'node:crypto';
import { fastifyCookie } from '@fastify/cookie';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyRequest, LogController } from 'fastify';
import { minutes } from '../clock.ts';
import { AppError, badRequest } from '../errors.ts';
import type { Log } from '../log.ts';
import { answerBrokenRequest } from './broken-request.ts';
import { replyWithError } from './error-envelope.ts';
import { parseJsonBodies } from './json-body.ts';
import { rememberRoutes } from './known-paths.ts';
import { addStandardHeaders, type StandardHeaders } from './standard-headers.ts';

/** Room for a 40 MB message as JSON with base64 inside. */
const MAX_BODY_BYTES = 50 * 1024 * 1024;
const SAFE_REQUEST_ID = /^[\w.:/+=@-]{1,128}$/;

interface ServerOptions {
  log: Log;
  publicUrl: string;
  trustedProxies?: string[];
}

export async function createHttpServer({
  log,
  publicUrl,
  trustedProxies = [],
}: ServerOptions): Promise<FastifyInstance> {
  let setHeaders: StandardHeaders | undefined;
  const app = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    bodyLimit: MAX_BODY_BYTES,
    trustProxy: trustedProxies.length > 0 ? trustedProxies : false,
    requestTimeout: minutes(5),
    // While stopping, requests on open connections are answered: the database goes last.
    return503OnClosing: false,
    genReqId: ({ headers }) => requestId(headers['x-request-id']),
    // The longest parameter is an event name: 255 characters, percent-encoded.
    routerOptions: { maxParamLength: 4096, ignoreTrailingSlash: true },
    clientErrorHandler: answerBrokenRequest,
    // A path that cannot be decoded never reaches a route, nor the hooks.
    frameworkErrors: (error, request, reply) => {
      setHeaders?.(request, reply);
      const isBadPath = error.code === 'FST_ERR_BAD_URL';
      const shown = isBadPath ? badRequest('The path is not valid percent-encoded UTF-8') : error;
      replyWithError(shown, request, reply);
    },
  });
  setHeaders = addStandardHeaders(app, publicUrl);
  if (log.isLevelEnabled('debug')) logRequests(app);
  const methodsOf = rememberRoutes(app);
  parseJsonBodies(app);
  // Only its functions: cookies are read where somebody asks for them.
  await app.register(fastifyCookie, { hook: false });
  app.setErrorHandler((error, request, reply) => {
    // The framework would close on a client that is still sending, which then never learns why; Node lets the rest pass.
    reply.removeHeader('connection');
    return replyWithError(error, request, reply);
  });
  app.setNotFoundHandler((request, reply) => replyWithError(unknownRoute(methodsOf, request), request, reply));
  return app;
}

function requestId(given: string | string[] | undefined): string {
  return typeof given === 'string' && SAFE_REQUEST_ID.test(given) ? given : randomUUID();
}

function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions } = request;
    // The route's pattern, not the URL: a query may hold addresses.
    request.log.debug({ method, path: routeOptions.url, status: reply.statusCode, ms: reply.elapsedTime }, 'request');
    done();
  });
}

function unknownRoute(methodsOf: (path: string) => string[], { url, method }: FastifyRequest): AppError {
  const allowed = methodsOf(url.split('?', 1)[0] as string);
  if (allowed.length === 0) return new AppError('RESOURCE_NOT_FOUND', 'Unknown route');
  return new AppError('METHOD_NOT_ALLOWED', `${method} is not allowed here`, { details: { allowed } });
}
