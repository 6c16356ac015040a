import { beforeAll, describe, expect, it } from 'vitest';
import { aProject, type TestProject } from '../../../test/world.ts';

let acme: TestProject;
beforeAll(async () => {
  acme = await aProject();
});

const body = { email: 'ada@example.com', event: 'x' };
const list = (raw: string) => acme.request('GET', '/contacts', { key: { raw } });

describe('keys', () => {
  it.each([
    ['GET', '/contacts'],
    ['POST', '/v1/track'],
  ])('%s %s without the header is 401 MISSING_AUTH and shows the form', async (method, url) => {
    const { status, body } = await acme.request(method, url, { key: 'none' });
    expect([status, body.error.code]).toEqual([401, 'MISSING_AUTH']);
    expect(body.error.suggestion).toContain('Authorization: Bearer');
  });

  it.each(['Bearer', 'Bearer ', 'Basic dXNlcjpwYXNz', 'sk_abc', 'Bearer a b', 'Bearer  sk_abc'])(
    'the header "%s" is malformed: 401 MISSING_AUTH',
    async (raw) => {
      const { status, body } = await list(raw);
      expect([status, body.error.code]).toEqual([401, 'MISSING_AUTH']);
    },
  );

  it('the scheme may be written in any case', async () => {
    expect((await list(`bearer ${acme.secretKey}`)).status).toBe(200);
    expect((await list(`BEARER ${acme.secretKey}`)).status).toBe(200);
  });

  it.each([`sk_${'0'.repeat(64)}`, 'sk_', 'x', `${'k'.repeat(5000)}`, "'or'1'='1"])(
    'an unknown key is 401 INVALID_API_KEY',
    async (key) => {
      const { status, body } = await list(`Bearer ${key}`);
      expect([status, body.error.code]).toEqual([401, 'INVALID_API_KEY']);
    },
  );

  it('a public key on a secret endpoint is refused, naming the kind that is needed', async () => {
    for (const [method, url] of [
      ['GET', '/contacts'],
      ['POST', '/contacts'],
      ['GET', '/contacts/x'],
      ['GET', '/events'],
      ['POST', '/events/track'],
    ] as const) {
      const { status, body } = await acme.request(method, url, { key: 'public' });
      expect([status, body.error.code]).toEqual([401, 'INVALID_API_KEY']);
      expect(body.error.message).toContain('secret key');
      expect(body.error.suggestion).toEqual(expect.any(String));
    }
  });

  it('a secret key on the public endpoint is refused, naming the kind that is needed', async () => {
    const answer = await acme.request('POST', '/v1/track', { key: 'secret', body });
    expect([answer.status, answer.body.error.code]).toEqual([401, 'INVALID_API_KEY']);
    expect(answer.body.error.message).toContain('public key');
  });

  it('the key is checked before the shape of the request', async () => {
    expect((await acme.request('POST', '/v1/track', { key: 'none', body: [] })).status).toBe(401);
  });

  it('the key decides the project', async () => {
    const other = await aProject();
    await acme.contact('mine@example.com');
    expect((await other.request('GET', '/contacts?search=mine@')).body.total).toBe(0);
    expect((await acme.request('GET', '/contacts?search=mine@')).body.total).toBe(1);
  });
});

describe('a disabled project', () => {
  it('may be read but not changed', async () => {
    const idle = await aProject();
    const { id } = await idle.contact('kept@example.com');
    await idle.disable();
    for (const [method, url, key] of [
      ['POST', '/v1/track', 'public'],
      ['POST', '/contacts', 'secret'],
      ['PATCH', `/contacts/${id}`, 'secret'],
      ['DELETE', `/contacts/${id}`, 'secret'],
      ['DELETE', '/events/x', 'secret'],
      ['POST', '/events/track', 'secret'],
    ] as const) {
      const { status, body } = await idle.request(method, url, { key });
      expect([method, url, status, body.error.code]).toEqual([method, url, 403, 'PROJECT_DISABLED']);
      expect(body.error.suggestion).toEqual(expect.any(String));
    }
    expect((await idle.request('GET', `/contacts/${id}`)).status).toBe(200);
    expect((await idle.request('GET', '/events')).status).toBe(200);
  });

  it('is told so before the shape of the request is looked at, and a wrong key before that', async () => {
    const idle = await aProject();
    await idle.disable();
    expect((await idle.request('POST', '/contacts', { body: [] })).status).toBe(403);
    expect((await idle.request('POST', '/contacts', { key: 'public', body: [] })).status).toBe(401);
  });
});

it('both keys have their prefix and 64 hexadecimal digits', () => {
  expect(acme.publicKey).toMatch(/^pk_[0-9a-f]{64}$/);
  expect(acme.secretKey).toMatch(/^sk_[0-9a-f]{64}$/);
});

it('the database holds no key in clear', async () => {
  const row = await acme.ctx.db.selectFrom('projects').selectAll().where('id', '=', acme.id).executeTakeFirstOrThrow();
  const stored = Object.values(row)
    .map((value) => (Buffer.isBuffer(value) ? value.toString('latin1') : String(value)))
    .join('\n');
  expect(stored).not.toContain(acme.secretKey);
  expect(stored).not.toContain(acme.publicKey);
});
