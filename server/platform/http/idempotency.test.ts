import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { endpoint } from '../../../contract/endpoint.ts';
import { aProject, aWorld, type TestProject, type World } from '../../../test/world.ts';
import { hours, minutes } from '../clock.ts';
import { badRequest } from '../errors.ts';
import { claimIdempotencyKey, deleteExpiredIdempotencyKeys } from './idempotency.ts';
import { createRateLimit } from './rate-limit.ts';
import { mount, route } from './router.ts';
import { createHttpServer } from './server.ts';

let acme: TestProject;
beforeAll(async () => {
  acme = await aProject();
});

const good = { email: 'ada@example.com', event: 'paid' };
const trackWith = (key: string, body: unknown = good, project = acme) =>
  project.request('POST', '/v1/track', { key: 'public', body, headers: { 'idempotency-key': key } });

const eventsOf = async (email: string, project = acme): Promise<number> => {
  const { rows } = await project.world.database.pool.query(
    'select from events join contacts on contacts.id = contact_id where events.project_id = $1 and email = $2',
    [project.id, email],
  );
  return rows.length;
};

describe('the form of an Idempotency-Key', () => {
  it.each([
    ['one character', 'x'],
    ['255 characters', 'k'.repeat(255)],
    ['spaces and signs inside', 'order 42 ~!"#$%'],
  ])('%s is taken', async (_, key) => {
    expect((await trackWith(key)).status).toBe(200);
  });

  it.each([
    ['empty', ''],
    ['256 characters', 'k'.repeat(256)],
    ['not ASCII', 'bestellung-ä'],
    ['a tab inside', 'a\tb'],
    ['DEL', 'a\x7fb'],
  ])('%s is 400 BAD_REQUEST and records nothing', async (_, key) => {
    const { status, body } = await trackWith(key, { ...good, email: 'odd-key@example.com' });
    expect([status, body.error.code]).toEqual([400, 'BAD_REQUEST']);
    expect(await eventsOf('odd-key@example.com')).toBe(0);
  });

  it('is checked after the key and before the shape of the request', async () => {
    expect((await acme.request('POST', '/v1/track', { key: 'none', headers: { 'idempotency-key': '' } })).status).toBe(
      401,
    );
    expect((await trackWith('', [])).status).toBe(400);
  });
});

describe('a key that was used', () => {
  it('is 409 with the whole story, whatever the new body says', async () => {
    const first = await trackWith('order-1', { ...good, email: 'once@example.com' });
    const again = await trackWith('order-1', { email: 'once@example.com', event: 'another' });
    expect(first.status).toBe(200);
    expect(again.status).toBe(409);
    expect(again.body).toMatchObject({
      success: false,
      error: {
        code: 'IDEMPOTENCY_KEY_REUSED',
        statusCode: 409,
        details: { key: 'order-1', originalRequest: 'POST /v1/track', originalStatusCode: 200 },
        suggestion: expect.any(String),
      },
    });
    const { originalRequestAt } = again.body.error.details;
    expect(originalRequestAt).toBe(acme.world.clock.now().toISOString());
    expect(await eventsOf('once@example.com')).toBe(1);
  });

  it('is 409 even when the new body is broken', async () => {
    await trackWith('order-2');
    expect((await trackWith('order-2', [])).status).toBe(409);
  });

  it('belongs to its project', async () => {
    const other = await aProject();
    await trackWith('order-3');
    expect((await trackWith('order-3', good, other)).status).toBe(200);
  });

  it('is free again after a 4xx, so that the corrected request may use it', async () => {
    expect((await trackWith('order-4', { email: 'nope', event: 'x' })).status).toBe(422);
    expect((await trackWith('order-4', { ...good, event: 'email.sent' })).status).toBe(422);
    expect((await trackWith('order-4')).status).toBe(200);
    expect((await trackWith('order-4')).status).toBe(409);
  });

  it('means nothing where the contract names no key', async () => {
    const headers = { 'idempotency-key': 'order-5' };
    for (let i = 0; i < 2; i++) {
      const { status } = await acme.request('POST', '/contacts', { body: { email: 'twice@example.com' }, headers });
      expect(status).toBeLessThan(300);
    }
  });

  it('is not asked of requests without the header', async () => {
    for (let i = 0; i < 3; i++) {
      const body = { ...good, email: 'plain@example.com' };
      expect((await acme.request('POST', '/v1/track', { key: 'public', body })).status).toBe(200);
    }
    expect(await eventsOf('plain@example.com')).toBe(3);
  });
});

describe('many requests with one key at once', () => {
  it('have exactly one winner', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => trackWith('rush', { ...good, email: 'rush@example.com' })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(49);
    expect(await eventsOf('rush@example.com')).toBe(1);
  });

  it('have exactly one winner over two servers', async () => {
    const second = await aWorld();
    const inject = (world: World) =>
      world.app.inject({
        method: 'POST',
        url: '/v1/track',
        headers: { authorization: `Bearer ${acme.publicKey}`, 'idempotency-key': 'rush-2' },
        payload: { ...good, email: 'rush2@example.com' },
      });
    const answers = await Promise.all(Array.from({ length: 50 }, (_, i) => inject(i % 2 ? second : acme.world)));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(await eventsOf('rush2@example.com')).toBe(1);
    await second.close();
  });
});

describe('a claim', () => {
  it('shows no status while the first request is under way', async () => {
    const claim = await claimIdempotencyKey(acme.ctx, 'slow', 'POST /v1/send');
    const meanwhile = await trackWith('slow');
    expect(meanwhile.body.error.details).toEqual({
      key: 'slow',
      // The keys of all endpoints are one set.
      originalRequest: 'POST /v1/send',
      originalRequestAt: acme.world.clock.now().toISOString(),
      originalStatusCode: null,
    });
    await claim.finish(200);
    expect((await trackWith('slow')).body.error.details.originalStatusCode).toBe(200);
  });

  it('that outlived its time cannot free or mark the one that took its place', async () => {
    const late = await claimIdempotencyKey(acme.ctx, 'overtaken', 'POST /v1/track');
    acme.world.clock.advance(hours(25));
    const next = await claimIdempotencyKey(acme.ctx, 'overtaken', 'POST /v1/track');
    await late.finish(400);
    await expect(claimIdempotencyKey(acme.ctx, 'overtaken', 'POST /v1/track')).rejects.toMatchObject({ status: 409 });
    await late.finish(500);
    await expect(claimIdempotencyKey(acme.ctx, 'overtaken', 'POST /v1/track')).rejects.toMatchObject({
      extras: { details: { originalStatusCode: null } },
    });
    await next.finish(200);
  });

  it('that takes the place of a finished one shows no status again until it is finished itself', async () => {
    await (await claimIdempotencyKey(acme.ctx, 'again', 'POST /v1/track')).finish(200);
    acme.world.clock.advance(hours(25));
    await claimIdempotencyKey(acme.ctx, 'again', 'POST /v1/send');
    expect((await trackWith('again')).body.error.details).toMatchObject({
      originalRequest: 'POST /v1/send',
      originalStatusCode: null,
    });
  });

  it('lasts 24 hours and not longer, whether or not the sweep came by', async () => {
    expect((await trackWith('day')).status).toBe(200);
    acme.world.clock.advance(hours(24) - minutes(1));
    expect((await trackWith('day')).status).toBe(409);
    acme.world.clock.advance(minutes(1));
    expect((await trackWith('day')).status).toBe(200);
    expect((await trackWith('day')).status).toBe(409);
  });

  it('lasts as long as the deployment says', async () => {
    const world = await aWorld({ idempotencyKeyTtlHours: 1 });
    const brief = await aProject({ world });
    await trackWith('hour', good, brief);
    world.clock.advance(hours(1));
    expect((await trackWith('hour', good, brief)).status).toBe(200);
    await world.close();
  });

  it('is swept away when it has expired, and not before', async () => {
    const project = await aProject();
    const count = async () =>
      (await acme.world.database.pool.query('select from idempotency_keys where project_id = $1', [project.id]))
        .rowCount;
    await trackWith('old', good, project);
    acme.world.clock.advance(hours(23));
    await trackWith('young', good, project);
    await deleteExpiredIdempotencyKeys(project.world.ctx);
    expect(await count()).toBe(2);
    acme.world.clock.advance(hours(2));
    await deleteExpiredIdempotencyKeys(project.world.ctx);
    expect(await count()).toBe(1);
  });
});

describe('a handler that fails', () => {
  const make = (path: `/${string}`) =>
    endpoint({
      method: 'POST',
      path,
      access: 'secretKey',
      tag: 'Test',
      summary: path,
      idempotent: true,
      request: z.object({}),
      response: z.object({ ok: z.boolean() }),
    });
  const throws = (path: `/${string}`, error: Error) =>
    route(make(path)).to(async () => {
      throw error;
    });
  let app: Awaited<ReturnType<typeof createHttpServer>>;
  beforeAll(async () => {
    app = await createHttpServer({ log: acme.ctx.log, publicUrl: 'http://localhost:3000' });
    const findProjectByKey = async () => ({ id: acme.id, disabled: false, isBeingReset: false });
    const findSession = async () => undefined;
    mount(app, { ctx: acme.world.ctx, findProjectByKey, findSession, rateLimit: createRateLimit(1000, undefined) }, [
      throws('/bug', new Error('broken')),
      throws('/foreign', Object.assign(new Error('no'), { statusCode: 400 })),
      throws('/refused', badRequest('no')),
      route(make('/lies')).to(async () => ({ ok: 'yes' as unknown as boolean })),
    ]);
  });
  afterAll(() => app.close());

  const post = async (url: string, key: string) =>
    (await app.inject({ method: 'POST', url, headers: { authorization: 'Bearer x', 'idempotency-key': key } })).json();

  it.each(['/bug', '/foreign', '/lies'])('with a 5xx (%s) keeps the key, since mail may have gone out', async (url) => {
    expect((await post(url, url)).error.statusCode).toBe(500);
    expect((await post(url, url)).error).toMatchObject({ statusCode: 409, details: { originalStatusCode: 500 } });
  });

  it('with a 4xx frees the key', async () => {
    expect((await post('/refused', 'refused')).error.statusCode).toBe(400);
    expect((await post('/refused', 'refused')).error.statusCode).toBe(400);
  });
});
