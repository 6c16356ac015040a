import { beforeAll, describe, expect, it } from 'vitest';
import { aProject, aWorld, type SignedIn, signedIn, type TestProject } from '../../../test/world.ts';

let acme: TestProject;
let ada: SignedIn;
beforeAll(async () => {
  acme = await aProject();
  ada = await signedIn(acme, 'MEMBER');
});

const codeOf = ({ status, body }: { status: number; body: { error?: { code?: string } } }) => [
  status,
  body.error?.code,
];

describe('a member with a session', () => {
  it('may call what a secret key may, for the project that X-Project-Id names', async () => {
    await acme.contact('ada@example.com');
    expect((await ada.request('GET', '/contacts')).body.total).toBe(1);
    const added = await ada.request('POST', '/contacts', { body: { email: 'bob@example.com' } });
    expect([added.status, added.body.projectId]).toEqual([201, acme.id]);
  });

  it('counts against the rate of the project', async () => {
    const before = await acme.request('GET', '/contacts');
    await ada.request('GET', '/contacts');
    const after = await acme.request('GET', '/contacts');
    expect(Number(before.headers['ratelimit-remaining']) - Number(after.headers['ratelimit-remaining'])).toBe(2);
  });

  it('must say which project', async () => {
    expect(codeOf(await ada.request('GET', '/contacts', { headers: { 'x-project-id': '' } }))).toEqual([
      400,
      'BAD_REQUEST',
    ]);
  });

  it.each([
    ['unknown', () => crypto.randomUUID()],
    ["somebody else's", async () => (await aProject()).id],
    ['no id', () => "x'--"],
  ])('is not told whether a project exists that is not theirs: %s', async (_, other) => {
    const answer = await ada.request('GET', '/contacts', { headers: { 'x-project-id': await other() } });
    expect(codeOf(answer)).toEqual([403, 'PROJECT_ACCESS_DENIED']);
  });

  it('is out with the next request after the membership has ended', async () => {
    const eve = await signedIn(acme, 'MEMBER');
    expect((await eve.request('GET', '/contacts')).status).toBe(200);
    await acme.ctx.db.deleteFrom('memberships').where('user_id', '=', eve.userId).execute();
    expect(codeOf(await eve.request('GET', '/contacts'))).toEqual([403, 'PROJECT_ACCESS_DENIED']);
  });

  it('with a bad cookie is told UNAUTHORIZED, with neither cookie nor key MISSING_AUTH', async () => {
    expect(codeOf(await ada.request('GET', '/contacts', { headers: { cookie: 'next_token=x' } }))).toEqual([
      401,
      'UNAUTHORIZED',
    ]);
    expect(codeOf(await ada.request('GET', '/contacts', { headers: { cookie: 'other=1' } }))).toEqual([
      401,
      'MISSING_AUTH',
    ]);
  });

  it('is judged by the key when both are sent', async () => {
    const other = await aProject();
    const answer = await ada.request('GET', '/contacts', { headers: { authorization: `Bearer ${other.secretKey}` } });
    expect([answer.status, answer.body.total]).toEqual([200, 0]);
    expect(codeOf(await ada.request('GET', '/contacts', { headers: { authorization: 'Bearer sk_x' } }))).toEqual([
      401,
      'INVALID_API_KEY',
    ]);
  });

  it('cannot do what only keys do', async () => {
    const body = { email: 'ada@example.com', event: 'x' };
    expect(codeOf(await ada.request('POST', '/v1/track', { body }))).toEqual([401, 'MISSING_AUTH']);
    expect(codeOf(await ada.request('POST', '/v1/verify', { body }))).toEqual([401, 'MISSING_AUTH']);
  });

  it('may read a disabled project and not change it', async () => {
    const idle = await aProject();
    const eve = await signedIn(idle);
    await idle.disable();
    expect((await eve.request('GET', '/contacts')).status).toBe(200);
    expect(codeOf(await eve.request('POST', '/contacts', { body: {} }))).toEqual([403, 'PROJECT_DISABLED']);
  });
});

describe('a cookie on a request of another site', () => {
  const elsewhere = [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://evil.test' },
    { origin: 'null' },
    { origin: 'http://localhost:80.evil.test' },
    { 'sec-fetch-site': 'cross-site', origin: 'http://localhost:80' },
  ];
  it.each(elsewhere)('%o counts for nothing', async (headers) => {
    for (const [method, url] of [
      ['POST', '/contacts'],
      ['GET', '/contacts'],
      ['GET', '/users/@me'],
      ['POST', '/users/@me/projects'],
      ['POST', `/users/@me/projects/${acme.id}/regenerate-keys`],
    ] as const) {
      const answer = await ada.request(method, url, {
        headers: headers as unknown as Record<string, string>,
        body: {},
      });
      expect([method, url, ...codeOf(answer)]).toEqual([method, url, 403, 'FORBIDDEN']);
    }
  });

  it.each(elsewhere)('%o neither signs in nor out', async (headers) => {
    const eve = await signedIn(acme, 'MEMBER', { password: 'right one' });
    const given = {
      headers: headers as unknown as Record<string, string>,
      body: { email: eve.email, password: 'right one' },
    };
    const login = await ada.request('POST', '/auth/login', given);
    expect([...codeOf(login), login.headers['set-cookie']]).toEqual([403, 'FORBIDDEN', undefined]);
    const logout = await ada.request('GET', '/auth/logout', { headers: given.headers });
    expect([...codeOf(logout), logout.headers['set-cookie']]).toEqual([403, 'FORBIDDEN', undefined]);
  });

  it.each([
    {},
    { 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-site': 'none' },
    { origin: 'http://localhost:8080', host: 'localhost:8080' },
    { origin: 'http://127.0.0.1:3000' },
  ])('%o is of our own', async (headers) => {
    expect(
      (await ada.request('GET', '/contacts', { headers: headers as unknown as Record<string, string> })).status,
    ).toBe(200);
  });

  it('is no matter for keys: those are sent on purpose', async () => {
    expect((await acme.request('GET', '/contacts', { headers: { 'sec-fetch-site': 'cross-site' } })).status).toBe(200);
  });
});

describe('where mail leaves the machine', () => {
  it('somebody who has not confirmed the address may do nothing in the dashboard; keys go on', async () => {
    const world = await aWorld({ mailTransport: 'smtp://127.0.0.1:1', publicUrl: 'https://mail.test' });
    const there = await aProject({ world });
    const eve = await signedIn(there);
    await world.ctx.db.updateTable('users').set({ email_verified: false }).where('id', '=', eve.userId).execute();
    for (const url of ['/contacts', '/users/@me/projects', '/users/@me']) {
      expect(codeOf(await eve.request('GET', url))).toEqual([403, 'EMAIL_VERIFICATION_REQUIRED']);
    }
    expect((await there.request('GET', '/contacts')).status).toBe(200);
    await world.ctx.db.updateTable('users').set({ type: 'GITHUB_OAUTH' }).where('id', '=', eve.userId).execute();
    expect((await eve.request('GET', '/contacts')).status).toBe(200);
    await world.close();
  });
});
