import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { endpoint } from '../../../contract/endpoint.ts';
import { aProject, type TestProject } from '../../../test/world.ts';
import { AppError, badRequest, legacyError, notFound } from '../errors.ts';
import { createRateLimit } from './rate-limit.ts';
import { mount, openRoute, type RouterDeps, route } from './router.ts';
import { createHttpServer } from './server.ts';

const open = (path: `/${string}`, response: z.ZodType = z.unknown()) =>
  endpoint({
    method: 'GET',
    path,
    access: 'anyone',
    tag: 'Test',
    summary: path,
    request: z.object({}),
    response,
  });

const fails = (path: `/${string}`, error: unknown) =>
  openRoute(open(path)).to(async () => {
    throw error;
  });

const strict = z.object({ name: z.string() });
const routes = [
  fails('/bug', new TypeError('cannot read the secret of undefined')),
  fails('/foreign', Object.assign(new Error('the provider says no'), { statusCode: 403, code: 'AccessDenied' })),
  fails('/text', 'not even an error'),
  fails('/missing', notFound('Contact', 'x')),
  fails('/flat', legacyError(400, 'Email is required')),
  fails('/odd-status', new AppError('INTERNAL_SERVER_ERROR', 'Domain not verified', { status: 403 })),
  fails('/with-details', badRequest('No', { details: { why: 'so' } })),
  openRoute(open('/lies', strict)).to(async () => ({ name: 7 })),
  openRoute(open('/stray', strict)).to(async () => ({ name: 'x', password_hash: 'secret' })),
];

let acme: TestProject;
let app: Awaited<ReturnType<typeof createHttpServer>>;
beforeAll(async () => {
  acme = await aProject();
  app = await createHttpServer({ log: acme.ctx.log, publicUrl: 'http://localhost:3000' });
  const deps: RouterDeps = {
    ctx: acme.world.ctx,
    findProjectByKey: async () => undefined,
    findSession: async () => undefined,
    rateLimit: createRateLimit(1000, undefined),
  };
  mount(app, deps, routes);
});
afterAll(() => app.close());

const get = async (url: string) => {
  const response = await app.inject({ method: 'GET', url });
  return { status: response.statusCode, body: response.json(), headers: response.headers };
};

describe('a handler that fails', () => {
  it.each(['/bug', '/foreign', '/text', '/lies'])('%s is a neutral 500', async (path) => {
    const { status, body, headers } = await get(path);
    expect(status).toBe(500);
    expect(body).toEqual({
      success: false,
      error: {
        code: 'INTERNAL_SERVER_ERROR',
        message: 'Something went wrong on our side',
        statusCode: 500,
        requestId: headers['x-request-id'],
        suggestion: expect.any(String),
      },
      timestamp: expect.any(String),
    });
  });

  it('by meaning keeps its code, status, message and details, and omits what it has not', async () => {
    const missing = (await get('/missing')).body.error;
    expect(missing).toMatchObject({
      code: 'CONTACT_NOT_FOUND',
      statusCode: 404,
      message: 'Contact not found',
      details: { resource: 'Contact', id: 'x' },
    });
    expect((await get('/with-details')).body.error).toMatchObject({ code: 'BAD_REQUEST', details: { why: 'so' } });
    expect((await get('/with-details')).body.error).not.toHaveProperty('errors');
    expect((await get('/odd-status')).body.error).toMatchObject({ code: 'INTERNAL_SERVER_ERROR', statusCode: 403 });
  });

  it('in the legacy way has the bare body and the request id in the header', async () => {
    const { status, body, headers } = await get('/flat');
    expect([status, body]).toEqual([400, { error: 'Email is required' }]);
    expect(headers['x-request-id']).toEqual(expect.any(String));
  });
});

it('a reply is stripped to what the contract shows', async () => {
  expect((await get('/stray')).body).toEqual({ name: 'x' });
});

it('an endpoint without a project cannot be bound as if it had one', () => {
  expect(() => route(open('/open')).to(async () => ({}))).toThrow('openRoute');
});
