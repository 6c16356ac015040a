import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { z } from 'zod';
import type { AnyEndpoint, Endpoint, EndpointInput } from '../../../contract/endpoint.ts';
import type { BaseCtx, Ctx } from '../context.ts';
import { AppError, badRequest, legacyError } from '../errors.ts';
import type { Log } from '../log.ts';
import { assertAllowed, type Caller, type Finders, identify } from './access.ts';
import { Download } from './download.ts';
import { asAppError, replyWithError } from './error-envelope.ts';
import { fieldErrors } from './field-errors.ts';
import { type Claim, claimIdempotencyKey } from './idempotency.ts';
import { assertStorable } from './plain-json.ts';
import { assertWithinRate, type RateLimit } from './rate-limit.ts';
import { routeUpload } from './uploads.ts';
import { type Visit, visitOf } from './visit.ts';

export interface Route {
  endpoint: AnyEndpoint;
  handle(ctx: BaseCtx, input: unknown): Promise<unknown>;
}

/** What the handler of an endpoint without a project gets. */
export interface VisitCtx extends BaseCtx {
  visit: Visit;
}

export interface SessionCtx extends VisitCtx {
  userId: string;
}

/** Binds an endpoint of a project to its use-case. Two steps, so that handlers may return literals and stay checked. */
export function route<In extends EndpointInput, Out, Reply>(endpoint: Endpoint<In, Out, Reply>) {
  return {
    to: (handle: (ctx: Ctx, input: Out) => Promise<Reply | Download>): Route => {
      if (endpoint.access === 'anyone' || endpoint.access === 'session') {
        throw new Error(`${endpoint.method} ${endpoint.path} has no project: bind it with openRoute or sessionRoute`);
      }
      return { endpoint, handle } as unknown as Route;
    },
  };
}

/** Binds an endpoint that anyone may call: its handler gets a context without a project. */
export function openRoute<In extends EndpointInput, Out, Reply>(endpoint: Endpoint<In, Out, Reply>) {
  return {
    to: (handle: (ctx: VisitCtx, input: Out) => Promise<Reply>): Route => {
      if (endpoint.access !== 'anyone') throw new Error(`${endpoint.method} ${endpoint.path} is not open to anyone`);
      return { endpoint, handle } as unknown as Route;
    },
  };
}

/** Binds an endpoint of a signed-in user. */
export function sessionRoute<In extends EndpointInput, Out, Reply>(endpoint: Endpoint<In, Out, Reply>) {
  return {
    to: (handle: (ctx: SessionCtx, input: Out) => Promise<Reply>): Route => {
      if (endpoint.access !== 'session') throw new Error(`${endpoint.method} ${endpoint.path} has no session`);
      return { endpoint, handle } as unknown as Route;
    },
  };
}

export interface RouterDeps extends Finders {
  ctx: BaseCtx;
  rateLimit: RateLimit;
}

export function mount(app: FastifyInstance, deps: RouterDeps, routes: Route[]): void {
  for (const each of routes) {
    const { method, path, upload } = each.endpoint;
    const options: RouteOptions = {
      method,
      url: path,
      handler: (request, reply) => answer(deps, each, request, reply),
    };
    if (upload) routeUpload(app, options, upload);
    else app.route(options);
  }
}

/** The order of checks is the contract's: caller, disabled project, role, rate, idempotency key, shape, handler. */
async function answer(deps: RouterDeps, route: Route, request: FastifyRequest, reply: FastifyReply) {
  let claim: Claim | undefined;
  try {
    const ctx = await contextOf(deps, route.endpoint, request, reply);
    claim = await claimIfAsked(ctx, route.endpoint, request);
    const result = await route.handle(ctx, parseRequest(route.endpoint, request));
    if (result instanceof Download) return sendFile(reply, result);
    const body = route.endpoint.response.parse(result);
    const status = statusOf(route.endpoint, body);
    await claim?.finish(status);
    return reply.code(status).send(body);
  } catch (error) {
    await claim?.finish(asAppError(error).status);
    return replyWithError(error, request, reply);
  }
}

function sendFile(reply: FastifyReply, { filename, contentType, stream }: Download): FastifyReply {
  return reply
    .header('content-type', contentType)
    .header('content-disposition', `attachment; filename="${filename}"`)
    .send(stream);
}

async function contextOf(deps: RouterDeps, endpoint: AnyEndpoint, request: FastifyRequest, reply: FastifyReply) {
  const visit = visitOf(request, reply, deps.ctx.config.publicUrl);
  const log = request.log as Log;
  const caller = await identify(endpoint, { visit, ...proofOf(request) }, deps);
  await countAndAllow(deps, endpoint, caller, reply);
  if (caller.project) log.setBindings({ projectId: caller.project.id });
  const { userId, actor, project } = caller;
  return { ...deps.ctx, log, visit, ...(project ? { projectId: project.id } : {}), actor, userId } as BaseCtx;
}

const proofOf = ({ headers, params }: FastifyRequest) => ({
  authorization: headers.authorization,
  headerProject: headers['x-project-id'] as string | undefined,
  pathProject: (params as { id?: string }).id,
});

async function countAndAllow(
  { rateLimit }: RouterDeps,
  endpoint: AnyEndpoint,
  caller: Caller,
  reply: FastifyReply,
): Promise<void> {
  const counted = caller.project?.id ?? caller.userId;
  if (counted === undefined) return;
  // What is shown to one person, keys among it, is not for the browser's next user.
  if (caller.userId) reply.header('cache-control', 'no-store');
  // Counted before anything is refused, so that every answer to a key tells where it stands.
  const rate = await rateLimit(counted);
  reply.header('ratelimit-limit', rate.limit);
  reply.header('ratelimit-remaining', rate.remaining);
  reply.header('ratelimit-reset', rate.resetSeconds);
  assertAllowed(endpoint, caller);
  assertWithinRate(rate);
}

async function claimIfAsked(ctx: BaseCtx, endpoint: AnyEndpoint, request: FastifyRequest): Promise<Claim | undefined> {
  const key = request.headers['idempotency-key'];
  if (!endpoint.idempotent || key === undefined) return undefined;
  return claimIdempotencyKey(ctx as Ctx, String(key), `${endpoint.method} ${endpoint.path}`);
}

function parseRequest(endpoint: AnyEndpoint, request: FastifyRequest): unknown {
  const { params, query, body } = request;
  assertDecodable(request.url);
  // Nothing sent is nothing said: what is missing is told field by field.
  const given = { params, query, body: body === undefined ? {} : body };
  assertStorable(given);
  const parsed = endpoint.request.safeParse(given, { reportInput: true });
  if (parsed.success) return parsed.data;
  throw validationError(endpoint, parsed.error);
}

/** The framework refuses a broken path itself, but hands on a broken query as it came. */
function assertDecodable(url: string): void {
  if (!url.includes('%')) return;
  try {
    decodeURIComponent(url);
  } catch {
    throw badRequest('The query is not valid percent-encoded UTF-8');
  }
}

function validationError(endpoint: AnyEndpoint, error: z.ZodError): AppError {
  if (endpoint.legacyErrors) return legacyError(400, error.issues[0]?.message ?? 'Invalid request');
  const errors = fieldErrors(error);
  if (endpoint.badRequestErrors) return badRequest(errors[0]?.message ?? 'Invalid request');
  return new AppError('VALIDATION_ERROR', 'Request validation failed', { errors, suggestion: suggestionFor(errors) });
}

function suggestionFor(errors: { code: string; message: string }[]): string {
  if (errors.some(({ message }) => /required/i.test(message))) return 'Add the required fields that are missing.';
  if (errors.some(({ code }) => code === 'invalid_type')) return 'Check the types of the fields named in errors.';
  return 'Correct the fields named in errors; the reference at /docs lists their rules.';
}

function statusOf(endpoint: AnyEndpoint, body: unknown): number {
  if (typeof endpoint.status === 'function') return endpoint.status(body);
  return endpoint.status ?? 200;
}
