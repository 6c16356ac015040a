import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aRelay, type Relay } from '../../test/relay.ts';
import { aProject, aWorld, signedIn, type TestProject, type World } from '../../test/world.ts';
import { hours, minutes } from '../platform/clock.ts';
import { tidyAccounts } from './tidy-accounts.ts';

let world: World;
let relay: Relay;
let acme: TestProject;
beforeAll(async () => {
  world = await aWorld({ mailTransport: 'smtp://127.0.0.1:1', publicUrl: 'https://posthorn.test' });
  relay = await aRelay(world);
  acme = await aProject({ world });
});
afterAll(async () => {
  await relay.close();
  await world.close();
});

const post = (url: string, body: unknown, headers: Record<string, string> = {}) =>
  acme.request('POST', url, { key: 'none', body, headers });
const anAddress = () => `${crypto.randomUUID()}@people.test`;
const cookieOf = (answer: { headers: Record<string, unknown> }) =>
  String(answer.headers['set-cookie']).split(';')[0] as string;
const codeOf = ({ status, body }: { status: number; body: { error?: { code?: string } } }) => [
  status,
  body.error?.code,
];

/** The token of the newest link to this page that was mailed to the address. */
async function mailedToken(email: string, page: string): Promise<string> {
  await relay.settle();
  const mails = await relay.mailTo(email);
  const links = mails.flatMap(({ html = '' }) => [
    ...html.matchAll(/https:\/\/posthorn\.test\/app\/([\w/-]+)\?token=(\w+)/g),
  ]);
  const [, , token] = links.filter(([, at]) => at === page).at(-1) ?? [];
  if (!token) throw new Error(`No link to ${page} was mailed to ${email}: ${mails.map(({ subject }) => subject)}`);
  return token;
}

async function aNewcomer(password = 'first password') {
  const email = anAddress();
  const answer = await post('/auth/signup', { email, password });
  expect(answer.status).toBe(200);
  return { email, cookie: cookieOf(answer), id: answer.body.data.id as string };
}

describe('a new account', () => {
  it('is signed in, and may do nothing before its address is confirmed', async () => {
    const ada = await aNewcomer();
    const me = () => acme.request('GET', '/users/@me', { key: 'none', headers: { cookie: ada.cookie } });
    expect(codeOf(await me())).toEqual([403, 'EMAIL_VERIFICATION_REQUIRED']);
    const token = await mailedToken(ada.email, 'auth/verify-email');
    expect(token).toMatch(/^[0-9a-f]{64}$/);
    const verified = await post('/auth/verify-email', { token });
    expect([verified.status, verified.body.success]).toEqual([200, true]);
    expect((await me()).body).toEqual({ id: ada.id, email: ada.email });
    expect(codeOf(await post('/auth/verify-email', { token }))).toEqual([400, 'BAD_REQUEST']);
  });

  it('has a cookie that travels over https only', async () => {
    const answer = await post('/auth/signup', { email: anAddress(), password: 'first password' });
    expect(String(answer.headers['set-cookie'])).toContain('; Secure');
  });

  it('can ask for the mail three times an hour; an earlier link stops working', async () => {
    const ada = await aNewcomer();
    const first = await mailedToken(ada.email, 'auth/verify-email');
    const again = () => post('/auth/request-verification', undefined, { cookie: ada.cookie });
    for (let i = 0; i < 3; i++) expect((await again()).body.data.message).toContain('sent');
    expect(codeOf(await again())).toEqual([429, 'RATE_LIMIT_EXCEEDED']);
    expect(codeOf(await post('/auth/verify-email', { token: first }))).toEqual([400, 'BAD_REQUEST']);
    const last = await mailedToken(ada.email, 'auth/verify-email');
    expect((await post('/auth/verify-email', { token: last })).status).toBe(200);
    expect((await again()).body.data.message).toContain('already verified');
    expect(codeOf(await post('/auth/request-verification', {}))).toEqual([401, 'UNAUTHORIZED']);
  });

  it('cannot have an address that has one already, however it is spelt', async () => {
    const ada = await aNewcomer();
    const again = await post('/auth/signup', { email: ada.email.toUpperCase(), password: 'another one' });
    expect([...codeOf(again), again.headers['set-cookie']]).toEqual([409, 'CONFLICT', undefined]);
  });

  it('is made once when asked for twice at the same moment', async () => {
    const body = { email: anAddress(), password: 'first password' };
    const answers = await Promise.all([post('/auth/signup', body), post('/auth/signup', body)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

it('an account of an unconfirmed address is invited like a stranger, and is in with the mailed link', async () => {
  const owner = await signedIn(acme, 'OWNER', { world });
  const { email, cookie, id } = await aNewcomer();
  const add = () => owner.request('POST', `/projects/${acme.id}/members`, { body: { email } });
  expect((await add()).body.data).toEqual({ userId: null, email, role: 'MEMBER', invited: true });
  const token = await mailedToken(email, 'accept-invitation');
  expect((await post('/auth/accept-invitation', { token }, { cookie })).body.data.projectId).toBe(acme.id);
  expect(codeOf(await add())).toEqual([409, 'CONFLICT']);
  const listed = (await owner.request('GET', `/projects/${acme.id}/members`)).body.data as { userId: string }[];
  expect(listed.map(({ userId }) => userId)).toContain(id);
});

describe('a link', () => {
  it('works for one hour', async () => {
    const ada = await aNewcomer();
    const token = await mailedToken(ada.email, 'auth/verify-email');
    world.clock.advance(hours(1) + 1000);
    expect(codeOf(await post('/auth/verify-email', { token }))).toEqual([400, 'BAD_REQUEST']);
  });

  it('to confirm an address sets no password, and the other way round', async () => {
    const ada = await aNewcomer();
    const verification = await mailedToken(ada.email, 'auth/verify-email');
    expect(codeOf(await post('/auth/reset-password', { token: verification, newPassword: 'stolen' }))).toEqual([
      400,
      'BAD_REQUEST',
    ]);
    await post('/auth/request-password-reset', { email: ada.email });
    const reset = await mailedToken(ada.email, 'auth/reset-password');
    expect(codeOf(await post('/auth/verify-email', { token: reset }))).toEqual([400, 'BAD_REQUEST']);
  });

  it('is not in the database, and what has run out is deleted', async () => {
    const ada = await aNewcomer();
    const token = await mailedToken(ada.email, 'auth/verify-email');
    const stored = () => world.ctx.db.selectFrom('account_tokens').selectAll().where('user_id', '=', ada.id).execute();
    expect(JSON.stringify(await stored())).not.toContain(token);
    expect(await stored()).toHaveLength(1);
    world.clock.advance(hours(2));
    await tidyAccounts(world.ctx);
    expect(await stored()).toHaveLength(0);
  });

  it.each(['', 'short', 'g'.repeat(65), 7, null])('of the wrong form (%j) is 422', async (token) => {
    expect((await post('/auth/verify-email', { token })).status).toBe(422);
    expect((await post('/auth/reset-password', { token, newPassword: 'long enough' })).status).toBe(422);
  });
});

describe('a forgotten password', () => {
  const login = (email: string, password: string) => post('/auth/login', { email, password });

  it('is set anew with the mailed link, once; every session ends and the failed attempts are forgotten', async () => {
    const ada = await aNewcomer();
    for (let i = 0; i < 6; i++) await login(ada.email, 'wrong one');
    expect((await login(ada.email, 'first password')).status).toBe(429);
    await post('/auth/request-password-reset', { email: ada.email });
    const token = await mailedToken(ada.email, 'auth/reset-password');
    const reset = () => post('/auth/reset-password', { token, newPassword: 'second password' });
    const answers = await Promise.all([reset(), reset()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(codeOf(await reset())).toEqual([400, 'BAD_REQUEST']);
    const old = await acme.request('GET', '/users/@me', { key: 'none', headers: { cookie: ada.cookie } });
    expect(codeOf(old)).toEqual([401, 'UNAUTHORIZED']);
    expect((await login(ada.email, 'first password')).status).toBe(401);
    const fresh = await login(ada.email, 'second password');
    expect(fresh.status).toBe(200);
    // The link came to the address: that confirms it.
    const me = await acme.request('GET', '/users/@me', { key: 'none', headers: { cookie: cookieOf(fresh) } });
    expect(me.body.email).toBe(ada.email);
    await relay.settle();
    expect((await relay.mailTo(ada.email)).map(({ subject }) => subject)).toContain('Your password was changed');
  });

  it('is answered alike for an address that nobody has, and no mail goes there', async () => {
    const [ada, nobody] = [await aNewcomer(), anAddress()];
    const [known, unknown] = [
      await post('/auth/request-password-reset', { email: ada.email }),
      await post('/auth/request-password-reset', { email: nobody }),
    ];
    expect([known.status, known.body]).toEqual([unknown.status, unknown.body]);
    expect(known.status).toBe(200);
    await relay.settle();
    expect(await relay.mailTo(nobody)).toEqual([]);
    const before = await world.ctx.db.selectFrom('users').select('id').where('email', '=', nobody).execute();
    expect(before).toEqual([]);
  });

  it('is mailed about three times an hour at most, and nobody is told', async () => {
    const ada = await aNewcomer();
    for (let i = 0; i < 5; i++) {
      expect((await post('/auth/request-password-reset', { email: ada.email })).status).toBe(200);
      await relay.settle();
    }
    const mails = (await relay.mailTo(ada.email)).filter(({ subject }) => subject === 'Set a new password');
    expect(mails).toHaveLength(3);
  });
});

describe('changing the password', () => {
  it('needs the current one, ends the other sessions and keeps this one', async () => {
    const eve = await signedIn(acme, 'MEMBER', { password: 'current one' });
    const other = await post('/auth/login', { email: eve.email, password: 'current one' });
    const change = (currentPassword: string) =>
      eve.request('POST', '/users/@me/password', { body: { currentPassword, newPassword: 'next one' } });
    expect(codeOf(await change('wrong one'))).toEqual([401, 'INVALID_CREDENTIALS']);
    const changed = await change('current one');
    expect(changed.status).toBe(200);
    const me = (cookie: string) => acme.request('GET', '/users/@me', { key: 'none', headers: { cookie } });
    expect((await me(cookieOf(changed))).status).toBe(200);
    expect((await me(eve.cookie)).status).toBe(401);
    expect((await me(cookieOf(other))).status).toBe(401);
    expect((await post('/auth/login', { email: eve.email, password: 'next one' })).status).toBe(200);
  });

  it('cannot be used to guess it', async () => {
    const eve = await signedIn(acme, 'MEMBER', { password: 'current one' });
    const guess = () =>
      eve.request('POST', '/users/@me/password', { body: { currentPassword: 'wrong', newPassword: 'next one' } });
    for (let i = 0; i < 5; i++) expect((await guess()).status).toBe(401);
    expect((await guess()).status).toBe(429);
    world.clock.advance(minutes(16));
    expect((await guess()).status).toBe(401);
  });

  it('is not how an account without one gets one: that takes the mailbox', async () => {
    const eve = await signedIn(acme, 'MEMBER');
    const body = { currentPassword: '', newPassword: 'next one' };
    expect(codeOf(await eve.request('POST', '/users/@me/password', { body }))).toEqual([401, 'INVALID_CREDENTIALS']);
  });
});
