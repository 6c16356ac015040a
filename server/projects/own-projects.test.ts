import { beforeAll, describe, expect, it } from 'vitest';
import { aProject, aWorld, type SignedIn, signedIn, type TestProject } from '../../test/world.ts';

let acme: TestProject;
let owner: SignedIn;
beforeAll(async () => {
  acme = await aProject();
  owner = await signedIn(acme);
});

const codeOf = ({ status, body }: { status: number; body: { error?: { code?: string } } }) => [
  status,
  body.error?.code,
];
const mine = (id = acme.id) => `/users/@me/projects/${id}`;

describe("a user's projects", () => {
  it('are listed with their keys, and nobody else sees them', async () => {
    const { body } = await owner.request('GET', '/users/@me/projects');
    expect(body).toEqual([
      {
        id: acme.id,
        name: 'Acme',
        public: acme.publicKey,
        secret: acme.secretKey,
        publicLastUsedAt: null,
        secretLastUsedAt: null,
        disabled: false,
        disabledReason: null,
        customer: null,
        subscription: null,
        billingLimitWorkflows: null,
        billingLimitCampaigns: null,
        billingLimitTransactional: null,
        billingLimitInbound: null,
        tracking: 'ENABLED',
        language: 'en',
        role: 'OWNER',
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
      },
    ]);
    expect((await (await signedIn(acme, 'none')).request('GET', '/users/@me/projects')).body).toEqual([]);
  });

  it('are made by them, and work at once', async () => {
    const eve = await signedIn(acme, 'none');
    const { status, body } = await eve.request('POST', '/users/@me/projects', { body: { name: '  Second  ' } });
    expect([status, body.name, body.role]).toEqual([201, 'Second', 'OWNER']);
    const answer = await acme.request('GET', '/contacts', { key: { raw: `Bearer ${body.secret}` } });
    expect([answer.status, answer.body.total]).toEqual([200, 0]);
    expect((await eve.request('GET', '/users/@me/projects')).body.map(({ id }: { id: string }) => id)).toEqual([
      body.id,
    ]);
  });

  it.each(['', '   ', 'x'.repeat(101), 'a\u200bb', 'a\u202eb', 'line\nbreak', 7, null])(
    'cannot be called %j',
    async (name) => {
      expect((await owner.request('POST', '/users/@me/projects', { body: { name } })).status).toBe(422);
      expect((await owner.request('PATCH', mine(), { body: { name } })).status).toBe(422);
    },
  );

  it('cannot be more while one of them is disabled', async () => {
    const idle = await aProject();
    const eve = await signedIn(idle);
    await idle.disable();
    expect(codeOf(await eve.request('POST', '/users/@me/projects', { body: { name: 'Next' } }))).toEqual([
      403,
      'PROJECT_DISABLED',
    ]);
  });

  it('change name, tracking and language; what is left out stays', async () => {
    const there = await aProject();
    const eve = await signedIn(there, 'ADMIN');
    const change = (body: object) => eve.request('PATCH', mine(there.id), { body });
    expect((await change({ name: 'New' })).body).toMatchObject({ name: 'New', tracking: 'ENABLED', role: 'ADMIN' });
    const changed = (await change({ tracking: 'MARKETING_ONLY', language: 'pt-BR' })).body;
    expect(changed).toMatchObject({ name: 'New', tracking: 'MARKETING_ONLY', language: 'pt-BR' });
    expect((await change({})).body).toMatchObject({ name: 'New' });
    expect((await change({ language: 'Klingon' })).status).toBe(422);
    expect((await change({ tracking: 'SOMETIMES' })).status).toBe(422);
  });

  it('of others are as if they did not exist, and an id must be one', async () => {
    const other = await aProject();
    for (const [method, path] of [
      ['PATCH', ''],
      ['DELETE', ''],
      ['POST', '/regenerate-keys'],
      ['POST', '/reset'],
    ] as const) {
      expect(codeOf(await owner.request(method, `${mine(other.id)}${path}`, { body: {} }))).toEqual([
        404,
        'RESOURCE_NOT_FOUND',
      ]);
      expect(codeOf(await owner.request(method, `${mine('x')}${path}`, { body: {} }))).toEqual([
        422,
        'VALIDATION_ERROR',
      ]);
    }
    expect((await other.request('GET', '/contacts')).status).toBe(200);
  });
});

describe('new keys', () => {
  it('make the old pair useless on the very next request, in every process', async () => {
    const there = await aProject();
    const eve = await signedIn(there, 'ADMIN');
    const elsewhere = await aWorld();
    const ask = async (key: string) => {
      const request = { method: 'GET' as const, url: '/contacts', headers: { authorization: `Bearer ${key}` } };
      return [(await there.world.app.inject(request)).statusCode, (await elsewhere.app.inject(request)).statusCode];
    };
    const track = (key: string) =>
      elsewhere.app.inject({
        method: 'POST',
        url: '/v1/track',
        headers: { authorization: `Bearer ${key}` },
        payload: { email: 'a@example.com', event: 'x' },
      });
    expect(await ask(there.secretKey)).toEqual([200, 200]);
    const { status, body } = await eve.request('POST', `${mine(there.id)}/regenerate-keys`);
    expect([status, Object.keys(body).sort()]).toEqual([
      200,
      ['createdAt', 'customer', 'disabled', 'id', 'name', 'public', 'secret', 'subscription', 'updatedAt'],
    ]);
    expect(body.secret).toMatch(/^sk_[0-9a-f]{64}$/);
    expect(await ask(there.secretKey)).toEqual([401, 401]);
    expect((await track(there.publicKey)).statusCode).toBe(401);
    expect(await ask(body.secret)).toEqual([200, 200]);
    expect((await track(body.public)).statusCode).toBe(200);
    await elsewhere.close();
  });
});

describe('the audit log', () => {
  it('tells who did what, newest first, page by page, without any secret', async () => {
    const there = await aProject();
    const [boss, eve] = [await signedIn(there), await signedIn(there, 'MEMBER')];
    await boss.request('PATCH', mine(there.id), { body: { name: 'Renamed' } });
    const { body: keys } = await boss.request('POST', `${mine(there.id)}/regenerate-keys`);
    await boss.request('PATCH', `/projects/${there.id}/members/${eve.userId}`, { body: { role: 'ADMIN' } });
    const domain = `${crypto.randomUUID()}.test`;
    const key = { raw: `Bearer ${keys.secret}` };
    const added = await there.request('POST', '/domains', { body: { domain }, key });
    await eve.request('DELETE', `/domains/${added.body.id}`);
    const log = await boss.request('GET', `/projects/${there.id}/audit-log?limit=3`);
    expect(log.body).toMatchObject({ total: 5, hasMore: true });
    expect(log.body.data.map(({ action, target, actor }: Entry) => [action, target, actor.kind, actor.email])).toEqual([
      ['domain.removed', domain, 'USER', eve.email],
      ['domain.added', domain, 'KEY', null],
      ['member.role_changed', eve.email, 'USER', boss.email],
    ]);
    expect(log.body.data[2]).toMatchObject({
      actor: { userId: boss.userId },
      details: { from: 'MEMBER', to: 'ADMIN' },
      ip: '127.0.0.1',
    });
    const rest = await boss.request('GET', `/projects/${there.id}/audit-log?limit=3&cursor=${log.body.cursor}`);
    expect(rest.body).toMatchObject({ total: 0, hasMore: false });
    expect(rest.body.data.map(({ action }: Entry) => action)).toEqual(['keys.rotated', 'project.updated']);
    expect(JSON.stringify([log.body, rest.body])).not.toMatch(/[sp]k_[0-9a-f]/);
  });

  it('says nothing of what was refused', async () => {
    const there = await aProject();
    const boss = await signedIn(there);
    await boss.request('DELETE', `/projects/${there.id}/members/${boss.userId}`);
    await boss.request('POST', '/domains', { body: { domain: 'not a domain' } });
    expect((await boss.request('GET', `/projects/${there.id}/audit-log`)).body).toMatchObject({ data: [], total: 0 });
  });

  it.each(['x', Buffer.from('["",""]').toString('base64url')])('has nothing at the cursor %s', async (cursor) => {
    expect((await owner.request('GET', `/projects/${acme.id}/audit-log?cursor=${cursor}`)).body.data).toEqual([]);
  });
});

interface Entry {
  action: string;
  target: string;
  actor: { kind: string; email: string };
}
