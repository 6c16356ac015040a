import { beforeAll, describe, expect, it } from 'vitest';
import { listSuppressions } from '../../contract/suppressions.ts';
import { aProject, type TestProject } from '../../test/world.ts';
import { suppress } from './suppressions.ts';

let acme: TestProject;
beforeAll(async () => {
  acme = await aProject();
});

const add = (body: unknown) => acme.request('POST', '/suppressions', { body });

describe('the suppression list', () => {
  it('takes an address once', async () => {
    const first = await add({ email: ' Stop@Example.com ' });
    expect(first.status).toBe(201);
    expect(first.body).toEqual({
      email: 'stop@example.com',
      reason: 'MANUAL',
      detail: null,
      createdAt: expect.stringMatching(/Z$/),
      _meta: { isNew: true },
    });
    const second = await add({ email: 'stop@example.com' });
    expect([second.status, second.body._meta]).toEqual([200, { isNew: false }]);
  });

  it('keeps the first reason of an address', async () => {
    await suppress(acme.ctx, [{ email: 'Bounced@example.com', reason: 'BOUNCE', detail: '550 gone' }]);
    await suppress(acme.ctx, [{ email: 'bounced@example.com', reason: 'COMPLAINT', detail: null }]);
    expect((await add({ email: 'bounced@example.com' })).body).toMatchObject({ reason: 'BOUNCE', detail: '550 gone' });
  });

  it.each([{}, { email: 'nope' }, { email: 7 }, []])('refuses %j', async (body) => {
    expect((await add(body)).status).toBe(422);
  });

  it('lets an address go, once', async () => {
    await add({ email: 'back+again@example.com' });
    const url = `/suppressions/${encodeURIComponent('Back+Again@example.com')}`;
    expect((await acme.request('DELETE', url)).status).toBe(204);
    expect(await acme.request('DELETE', url)).toMatchObject({
      status: 404,
      body: { error: { code: 'RESOURCE_NOT_FOUND' } },
    });
  });

  it('is listed newest first, a page at a time, without gap or repetition', async () => {
    const big = await aProject();
    const addresses = Array.from({ length: 7 }, (_, i) => ({ email: `s${i}@example.com`, reason: 'BOUNCE' as const }));
    await suppress(big.ctx, addresses.slice(0, 4));
    big.world.clock.advance(1000);
    await suppress(big.ctx, addresses.slice(4));
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await big.call(listSuppressions, { query: { limit: '3', ...(cursor ? { cursor } : {}) } });
      expect(page.total).toBe(cursor ? 0 : 7);
      seen.push(...page.data.map(({ email }) => email));
      cursor = page.cursor;
      expect(page.hasMore).toBe(cursor !== undefined);
    } while (cursor);
    expect(seen).toEqual(['s6', 's5', 's4', 's3', 's2', 's1', 's0'].map((name) => `${name}@example.com`));
  });

  it('is searched by any part of the address, as it is written', async () => {
    const seek = await aProject();
    await suppress(seek.ctx, [
      { email: 'a_b@example.com', reason: 'MANUAL' },
      { email: 'axb@example.com', reason: 'MANUAL' },
    ]);
    const found = await seek.call(listSuppressions, { query: { search: 'A_B' } });
    expect([found.data.map(({ email }) => email), found.total]).toEqual([['a_b@example.com'], 1]);
  });

  it.each([
    ['nonsense', 'xyz'],
    ['another list’s', Buffer.from('["a@b.co","0190a5d1-ac96-774b-bcce-b302099a8057"]').toString('base64url')],
    ['one with NUL', Buffer.from('["1","\\u0000"]').toString('base64url')],
  ])('answers an empty page to a cursor that is %s', async (_, cursor) => {
    expect(await acme.call(listSuppressions, { query: { cursor } })).toEqual({ data: [], hasMore: false, total: 0 });
  });

  it('belongs to its project', async () => {
    const other = await aProject();
    await add({ email: 'mine@example.com' });
    expect((await other.call(listSuppressions, { query: {} })).total).toBe(0);
    expect((await other.request('DELETE', '/suppressions/mine@example.com')).status).toBe(404);
    expect((await add({ email: 'mine@example.com' })).status).toBe(200);
  });

  it('needs a secret key', async () => {
    expect((await acme.request('GET', '/suppressions', { key: 'public' })).status).toBe(401);
  });
});
