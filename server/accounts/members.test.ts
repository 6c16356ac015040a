import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aRelay, type Relay } from '../../test/relay.ts';
import { aProject, aWorld, type SignedIn, signedIn, type TestProject, theWorld, type World } from '../../test/world.ts';
import { days, hours } from '../platform/clock.ts';

let world: World;
let relay: Relay;
let acme: TestProject;
let owner: SignedIn;
beforeAll(async () => {
  world = await theWorld();
  relay = await aRelay(world);
  acme = await aProject();
  owner = await signedIn(acme);
});
afterAll(() => relay.close());

const codeOf = ({ status, body }: { status: number; body: { error?: { code?: string } } }) => [
  status,
  body.error?.code,
];
const anAddress = () => `${crypto.randomUUID()}@people.test`;
const members = () => `/projects/${acme.id}/members`;
const list = async () => (await owner.request('GET', members())).body.data as Listed[];
const post = (url: string, body: unknown, headers: Record<string, string> = {}) =>
  acme.request('POST', url, { key: 'none', body, headers });

interface Listed {
  userId: string | null;
  invitationId: string | null;
  email: string;
  role: string;
  invited: boolean;
}

async function invite(email = anAddress(), role = 'MEMBER') {
  const answer = await owner.request('POST', members(), { body: { email, role } });
  expect([answer.status, answer.body]).toEqual([
    200,
    { success: true, data: { userId: null, email, role, invited: true } },
  ]);
  await relay.settle();
  const mail = (await relay.mailTo(email)).at(-1);
  const token = /accept-invitation\?token=([0-9a-f]{64})/.exec(mail?.html ?? '')?.[1] as string;
  return { email, token, mail };
}

describe('members', () => {
  it('are listed with their roles, for a session and for a secret key', async () => {
    const seen = await list();
    expect(seen).toContainEqual({
      userId: owner.userId,
      invitationId: null,
      email: owner.email,
      role: 'OWNER',
      invited: false,
      createdAt: expect.any(String),
    });
    expect((await acme.request('GET', members())).body.data).toEqual(seen);
    expect(codeOf(await owner.request('GET', members(), { headers: { 'x-project-id': '' } }))).toEqual([
      400,
      'BAD_REQUEST',
    ]);
    expect(codeOf(await owner.request('GET', `/projects/${crypto.randomUUID()}/members`))).toEqual([
      404,
      'RESOURCE_NOT_FOUND',
    ]);
    expect((await owner.request('GET', '/projects/x/members')).status).toBe(422);
  });

  it('who have an account are in at once, and only once', async () => {
    const bob = await signedIn(acme, 'none');
    const add = () => owner.request('POST', members(), { body: { email: bob.email.toUpperCase(), role: 'ADMIN' } });
    const added = await add();
    expect([added.status, added.body.data]).toEqual([
      200,
      { userId: bob.userId, email: bob.email, role: 'ADMIN', invited: false },
    ]);
    expect((await bob.request('GET', '/contacts')).status).toBe(200);
    expect(codeOf(await add())).toEqual([409, 'CONFLICT']);
  });

  it.each([{}, { email: 'x' }, { email: 'a@b.test', role: 'OWNER' }, [], undefined])(
    'cannot be added with the body %j: 400',
    async (body) => {
      expect(codeOf(await owner.request('POST', members(), { body }))).toEqual([400, 'BAD_REQUEST']);
    },
  );

  it('change their roles, but the owner does not', async () => {
    const bob = await signedIn(acme, 'MEMBER');
    const changed = await owner.request('PATCH', `${members()}/${bob.userId}`, { body: { role: 'ADMIN' } });
    expect([changed.status, changed.body.data]).toEqual([200, { userId: bob.userId, email: bob.email, role: 'ADMIN' }]);
    const change = (id: string, body: unknown) => bob.request('PATCH', `${members()}/${id}`, { body });
    expect(codeOf(await change(owner.userId, { role: 'MEMBER' }))).toEqual([403, 'FORBIDDEN']);
    expect(codeOf(await change(crypto.randomUUID(), { role: 'MEMBER' }))).toEqual([404, 'RESOURCE_NOT_FOUND']);
    expect(codeOf(await change('x', { role: 'MEMBER' }))).toEqual([404, 'RESOURCE_NOT_FOUND']);
    expect(codeOf(await change(bob.userId, { role: 'OWNER' }))).toEqual([400, 'BAD_REQUEST']);
  });

  it('are removed and out with the next request; nobody removes the owner or themselves', async () => {
    const [bob, eve] = [await signedIn(acme, 'ADMIN'), await signedIn(acme, 'MEMBER')];
    const remove = (id: string) => bob.request('DELETE', `${members()}/${id}`);
    expect(codeOf(await remove(owner.userId))).toEqual([403, 'FORBIDDEN']);
    expect(codeOf(await remove(bob.userId))).toEqual([403, 'FORBIDDEN']);
    const removed = await remove(eve.userId);
    expect([removed.status, removed.body.success]).toEqual([200, true]);
    expect(codeOf(await eve.request('GET', '/contacts'))).toEqual([403, 'PROJECT_ACCESS_DENIED']);
    expect(codeOf(await remove(eve.userId))).toEqual([404, 'RESOURCE_NOT_FOUND']);
  });
});

describe('an invitation', () => {
  it('is mailed, listed as pending, and tells what it is for', async () => {
    const { email, token, mail } = await invite(undefined, 'ADMIN');
    expect(mail?.subject).toBe('Join Acme');
    expect(mail?.html).toContain(owner.email);
    expect((await list()).find((member) => member.email === email)).toMatchObject({
      userId: null,
      invitationId: expect.any(String),
      role: 'ADMIN',
      invited: true,
    });
    const shown = await acme.request('GET', `/auth/invitations/${token}`, { key: 'none' });
    expect(shown.body.data).toEqual({ project: 'Acme', email, role: 'ADMIN', hasAccount: false });
  });

  it('makes somebody who signs up with it a member, whose address counts as confirmed', async () => {
    const { email, token } = await invite();
    const signup = await post('/auth/signup', { email, password: 'a password', invitation: token });
    expect(signup.status).toBe(200);
    const cookie = String(signup.headers['set-cookie']).split(';')[0] as string;
    const headers = { cookie, 'x-project-id': acme.id };
    expect((await acme.request('GET', '/contacts', { key: 'none', headers })).status).toBe(200);
    expect((await list()).filter((member) => member.email === email)).toMatchObject([
      { role: 'MEMBER', invited: false },
    ]);
    const { address_proven } = await world.ctx.db
      .selectFrom('users')
      .select('address_proven')
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    expect(address_proven).toBe(true);
  });

  it('is accepted by an account of its address only, and once', async () => {
    const { email, token } = await invite();
    const wrong = await signedIn(acme, 'none');
    const accept = (as: { cookie: string }) => post('/auth/accept-invitation', { token }, { cookie: as.cookie });
    expect(codeOf(await accept(wrong))).toEqual([403, 'FORBIDDEN']);
    const signup = await post('/auth/signup', { email, password: 'a password' });
    const right = { cookie: String(signup.headers['set-cookie']).split(';')[0] as string };
    const answers = await Promise.all([accept(right), accept(right)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(answers.find(({ status }) => status === 200)?.body.data).toEqual({ projectId: acme.id, role: 'MEMBER' });
    expect(codeOf(await accept(right))).toEqual([400, 'BAD_REQUEST']);
  });

  it('cannot be used to sign up with another address', async () => {
    const { token } = await invite();
    const body = { email: anAddress(), password: 'a password', invitation: token };
    expect(codeOf(await post('/auth/signup', body))).toEqual([403, 'FORBIDDEN']);
  });

  it('opens the door where signups are off, to its address alone', async () => {
    const closed = await aWorld({ signupsDisabled: true });
    const there = await aProject({ world: closed });
    const { email, token } = await invite();
    const signup = (body: object) => there.request('POST', '/auth/signup', { key: 'none', body });
    const refused = await signup({ email, password: 'a password' });
    expect([...codeOf(refused), refused.headers['set-cookie']]).toEqual([403, 'FORBIDDEN', undefined]);
    expect((await signup({ email, password: 'a password', invitation: 'f'.repeat(64) })).status).toBe(400);
    expect((await signup({ email, password: 'a password', invitation: token })).status).toBe(200);
    await closed.close();
  });

  it('can be taken back', async () => {
    const { email, token } = await invite();
    const pending = (await list()).find((member) => member.email === email);
    expect((await owner.request('DELETE', `${members()}/${pending?.invitationId}`)).status).toBe(200);
    expect((await list()).some((member) => member.email === email)).toBe(false);
    expect((await acme.request('GET', `/auth/invitations/${token}`, { key: 'none' })).status).toBe(400);
  });

  it('that is sent again replaces the first, and is not sent without end', async () => {
    const first = await invite();
    const second = await invite(first.email, 'ADMIN');
    expect(second.token).not.toBe(first.token);
    expect((await acme.request('GET', `/auth/invitations/${first.token}`, { key: 'none' })).status).toBe(400);
    expect((await acme.request('GET', `/auth/invitations/${second.token}`, { key: 'none' })).body.data.role).toBe(
      'ADMIN',
    );
    await invite(first.email);
    const tooMany = await owner.request('POST', members(), { body: { email: first.email } });
    expect(codeOf(tooMany)).toEqual([429, 'RATE_LIMIT_EXCEEDED']);
    world.clock.advance(hours(1) + 1000);
    await invite(first.email);
  });

  it('runs out after 7 days', async () => {
    const { email, token } = await invite();
    world.clock.advance(days(7) + 1000);
    expect((await acme.request('GET', `/auth/invitations/${token}`, { key: 'none' })).status).toBe(400);
    // The session of the owner ran out as well.
    owner = await signedIn(acme);
    expect((await list()).some((member) => member.email === email)).toBe(false);
  });

  it('to a project whose name looks like code says that name and nothing else', async () => {
    const name = '<b>{{ link | raw }}</b> {% if true %}';
    const odd = await owner.request('POST', '/users/@me/projects', { body: { name } });
    expect(odd.status).toBe(201);
    const email = anAddress();
    await owner.request('POST', `/projects/${odd.body.id}/members`, { body: { email } });
    await relay.settle();
    const [mail] = await relay.mailTo(email);
    expect(mail?.subject).toBe(`Join ${name}`);
    expect(mail?.html).toContain('&lt;b&gt;{{ link | raw }}&lt;/b&gt; {% if true %}');
  });
});
