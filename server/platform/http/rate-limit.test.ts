import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, aProject, aWorld, type TestProject, type World } from '../../../test/world.ts';

const LIMIT = 20;

describe('the rate limit', () => {
  let world: World;
  let acme: TestProject;
  beforeAll(async () => {
    world = await aWorld({ rateLimitPerMinute: LIMIT });
    acme = await aProject({ world });
  });
  afterAll(() => world.close());

  it('lets exactly its number of requests pass, whatever they are, and counts them down', async () => {
    const remaining: unknown[] = [];
    for (let i = 0; i < LIMIT; i++) {
      // Reads, writes and refused ones count alike, over all endpoints and both keys.
      const answer = await [
        () => acme.request('GET', '/contacts'),
        () => acme.request('POST', '/contacts', { body: {} }),
        () => acme.request('POST', '/v1/track', { key: 'public', body: { email: 'a@example.com', event: 'x' } }),
        () => acme.request('GET', '/contacts/unknown'),
      ][i % 4]?.();
      expect(answer?.status).not.toBe(429);
      expect(answer?.headers['ratelimit-limit']).toBe(String(LIMIT));
      remaining.push(Number(answer?.headers['ratelimit-remaining']));
    }
    expect(remaining).toEqual(Array.from({ length: LIMIT }, (_, i) => LIMIT - 1 - i));
  });

  it('answers 429 with Retry-After beyond it, and says when', async () => {
    const { status, body, headers } = await acme.request('GET', '/contacts');
    expect(status).toBe(429);
    expect(body).toMatchObject({
      success: false,
      error: { code: 'RATE_LIMIT_EXCEEDED', statusCode: 429, details: { retryAfter: expect.any(Number) } },
    });
    expect(body.error.suggestion).toEqual(expect.any(String));
    const seconds = Number(headers['retry-after']);
    expect(seconds).toBe(body.error.details.retryAfter);
    expect(seconds).toBeGreaterThanOrEqual(1);
    expect(seconds).toBeLessThanOrEqual(60);
    expect(headers['ratelimit-remaining']).toBe('0');
    expect(Number(headers['ratelimit-reset'])).toBe(seconds);
  });

  it('is each project its own', async () => {
    const other = await aProject({ world });
    expect((await other.request('GET', '/contacts')).headers['ratelimit-remaining']).toBe(String(LIMIT - 1));
  });

  it('is told before an idempotency key is claimed and before the shape is looked at', async () => {
    const answer = await acme.request('POST', '/v1/track', {
      key: 'public',
      body: [],
      headers: { 'idempotency-key': 'spent' },
    });
    expect(answer.status).toBe(429);
    const { rows } = await world.database.pool.query('select from idempotency_keys where project_id = $1', [acme.id]);
    expect(rows).toHaveLength(0);
  });

  it('does not hide that a project is disabled, and its headers stand there too', async () => {
    const idle = await aProject({ world });
    await idle.disable();
    for (let i = 0; i <= LIMIT; i++) {
      const { status, headers } = await idle.request('POST', '/contacts', { body: {} });
      expect([status, headers['ratelimit-limit']]).toEqual([403, String(LIMIT)]);
    }
    expect((await idle.request('GET', '/contacts')).status).toBe(429);
  });

  it('does not count requests without a valid key', async () => {
    const fresh = await aProject({ world });
    for (let i = 0; i < LIMIT; i++) await fresh.request('GET', '/contacts', { key: 'public' });
    const { headers } = await fresh.request('GET', '/contacts');
    expect(headers['ratelimit-remaining']).toBe(String(LIMIT - 1));
  });
});

describe('two servers that share a database', () => {
  let one: World;
  let two: World;
  const limit = 50;
  beforeAll(async () => {
    [one, two] = await Promise.all([
      aWorld({ rateLimitPerMinute: limit, sharesDatabase: true }),
      aWorld({ rateLimitPerMinute: limit, sharesDatabase: true }),
    ]);
  });
  afterAll(() => Promise.all([one.close(), two.close()]));

  const requestOf = (world: World, secretKey: string): Promise<Answer> =>
    world.app
      .inject({ url: '/contacts?limit=1', headers: { authorization: `Bearer ${secretKey}` } })
      .then(({ statusCode, headers }) => ({ status: statusCode, body: undefined, headers }));

  it('let the limit pass in total under concurrency, no more and no less', async () => {
    const acme = await aProject({ world: one });
    const answers = await Promise.all(
      Array.from({ length: 3 * limit }, (_, i) => requestOf(i % 2 ? one : two, acme.secretKey)),
    );
    const passed = answers.filter(({ status }) => status === 200);
    expect(passed).toHaveLength(limit);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(2 * limit);
    // Each request that passed was told its own place.
    const places = passed.map(({ headers }) => Number(headers['ratelimit-remaining'])).sort((a, b) => a - b);
    expect(places).toEqual(Array.from({ length: limit }, (_, i) => i));
  });

  it('count on where the other one stands', async () => {
    const acme = await aProject({ world: one });
    expect((await requestOf(one, acme.secretKey)).headers['ratelimit-remaining']).toBe(String(limit - 1));
    expect((await requestOf(two, acme.secretKey)).headers['ratelimit-remaining']).toBe(String(limit - 2));
  });

  it('begin again when the minute is over', async () => {
    const acme = await aProject({ world: one });
    await Promise.all(Array.from({ length: limit + 1 }, () => requestOf(one, acme.secretKey)));
    expect((await requestOf(two, acme.secretKey)).status).toBe(429);
    await one.database.pool.query('update rate_limits set expire = expire - 60000 where key like $1', [`%${acme.id}%`]);
    const { status, headers } = await requestOf(two, acme.secretKey);
    expect([status, headers['ratelimit-remaining']]).toEqual([200, String(limit - 1)]);
  });
});
