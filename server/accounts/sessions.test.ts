import { createSecretKey } from 'node:crypto';
import { SignJWT } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { aProject, aWorld, type SignedIn, signedIn, type TestProject, theWorld } from '../../test/world.ts';
import { days, hours, minutes } from '../platform/clock.ts';
import { keyFor } from '../platform/secrets.ts';
import { countAttempt } from './attempts.ts';
import { sessionToken } from './sessions.ts';

let acme: TestProject;
let ada: SignedIn;
beforeAll(async () => {
  acme = await aProject();
  ada = await signedIn(acme, 'ADMIN', { password: 'correct horse' });
});

const login = (email: string, password: string, headers: Record<string, string> = {}) =>
  acme.request('POST', '/auth/login', { key: 'none', body: { email, password }, headers });
const cookieOf = (answer: { headers: Record<string, unknown> }) => String(answer.headers['set-cookie']);
const asCookie = (token: string) => ({ cookie: `next_token=${token}` });
const me = (headers: Record<string, string>) => acme.request('GET', '/users/@me', { key: 'none', headers });

describe('signing in', () => {
  it('answers the user and a cookie that signs in', async () => {
    const answer = await login(ada.email.toUpperCase(), 'correct horse');
    expect([answer.status, answer.body]).toEqual([200, { success: true, data: { id: ada.userId, email: ada.email } }]);
    const [cookie] = cookieOf(answer).split(';');
    expect((await me({ cookie: cookie as string })).body).toEqual({ id: ada.userId, email: ada.email });
  });

  it('sets a cookie for this server alone, that no script can read, for 7 days', async () => {
    const cookie = cookieOf(await login(ada.email, 'correct horse'));
    expect(cookie).toMatch(/^next_token=[\w.-]+; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/);
  });

  it('leaves the cookie that came along where it was: a planted session is not taken over', async () => {
    const mallory = await signedIn(acme, 'none');
    const answer = await login(ada.email, 'correct horse', { cookie: mallory.cookie });
    const [cookie] = cookieOf(answer).split(';');
    expect(cookie).not.toBe(mallory.cookie);
    expect((await me({ cookie: cookie as string })).body.id).toBe(ada.userId);
    expect((await me({ cookie: mallory.cookie })).body.id).toBe(mallory.userId);
  });

  it('refuses a wrong password, an unknown address and an account without a password alike', async () => {
    const noPassword = await signedIn(acme);
    const answers = await Promise.all([
      login(ada.email, 'wrong horse'),
      login('nobody@people.test', 'wrong horse'),
      login(noPassword.email, 'wrong horse'),
    ]);
    for (const { status, body, headers } of answers) {
      expect([status, body.error.code]).toEqual([401, 'INVALID_CREDENTIALS']);
      expect(headers['set-cookie']).toBeUndefined();
    }
    expect(new Set(answers.map(({ body }) => body.error.message)).size).toBe(1);
  });

  it('checks the form of what it is given', async () => {
    expect((await login('x', 'correct horse')).status).toBe(422);
    expect((await login(ada.email, 'short')).status).toBe(422);
  });
});

describe('too many failed attempts', () => {
  it.each([['of an account'], ['of an address that nobody has']])(
    '%s are stopped after 5, for 15 minutes',
    async (whose) => {
      const eve = await signedIn(acme, 'MEMBER', { password: 'right one' });
      const email = whose === 'of an account' ? eve.email : `${crypto.randomUUID()}@nobody.test`;
      for (let i = 0; i < 5; i++) expect((await login(email, 'wrong one')).status).toBe(401);
      const refused = await login(email, 'right one');
      expect([refused.status, refused.body.error.code]).toEqual([429, 'RATE_LIMIT_EXCEEDED']);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(14 * 60);
      const { clock } = await theWorld();
      clock.advance(hours(0.25) + 1000);
      expect((await login(email, 'right one')).status).toBe(whose === 'of an account' ? 200 : 401);
    },
  );

  it('at the same moment do not slip through together', async () => {
    const eve = await signedIn(acme, 'MEMBER', { password: 'right one' });
    const answers = await Promise.all(Array.from({ length: 12 }, () => login(eve.email, 'wrong one')));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(5);
  });

  it('from one address of the internet are stopped over all accounts; a private network is not counted', async () => {
    const from = async (remoteAddress: string, headers: Record<string, string> = {}) => {
      const payload = { email: `${crypto.randomUUID()}@nobody.test`, password: 'wrong one' };
      const { app } = proxied;
      return (await app.inject({ method: 'POST', url: '/auth/login', remoteAddress, payload, headers })).statusCode;
    };
    const proxied = await aWorld({ trustedProxies: ['10.9.0.0/16'] });
    const limit = { name: 'login-ip', limit: 100, windowMs: minutes(15) };
    for (let i = 0; i < 99; i++) await countAttempt(proxied.ctx, limit, '8.8.4.4');
    expect([await from('8.8.4.4'), await from('8.8.4.4'), await from('8.8.8.8')]).toEqual([401, 429, 401]);
    // Behind a proxy that we trust the caller counts, behind another one nobody can say who it is.
    expect(await from('10.9.0.1', { 'x-forwarded-for': '8.8.4.4' })).toBe(429);
    expect(await from('10.8.0.1', { 'x-forwarded-for': '8.8.4.4' })).toBe(401);
    await proxied.close();
  });

  it('are forgotten when the right password comes in time', async () => {
    const eve = await signedIn(acme, 'MEMBER', { password: 'right one' });
    for (let round = 0; round < 2; round++) {
      for (let i = 0; i < 4; i++) await login(eve.email, 'wrong one');
      expect((await login(eve.email, 'right one')).status).toBe(200);
    }
  });
});

describe('a session', () => {
  it('ends after 7 days', async () => {
    const { clock } = await theWorld();
    const eve = await signedIn(acme);
    clock.advance(days(7) - hours(1));
    expect((await me({ cookie: eve.cookie })).status).toBe(200);
    clock.advance(hours(2));
    expect((await me({ cookie: eve.cookie })).body.error.code).toBe('UNAUTHORIZED');
  });

  it('is not believed when somebody else signed it, nobody signed it, or it is no session', async () => {
    const payload = { id: ada.userId, epoch: 1 };
    const signed = (key: Buffer, alg = 'HS256') =>
      new SignJWT(payload).setProtectedHeader({ alg }).setExpirationTime('1h').sign(createSecretKey(key));
    const { secret } = acme.ctx.config;
    const unsigned = [{ alg: 'none' }, { ...payload, exp: 9_999_999_999 }]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.');
    const endless = await new SignJWT(payload)
      .setProtectedHeader({ alg: 'HS256' })
      .sign(createSecretKey(keyFor(secret, 'session')));
    const forged = [
      await signed(Buffer.alloc(32, 7)),
      await signed(keyFor(secret, 'another purpose')),
      await signed(Buffer.concat([keyFor(secret, 'session'), keyFor(secret, 'session')]), 'HS512'),
      `${unsigned}.`,
      endless,
      'x',
      'a.b.c',
      encodeURIComponent('"; drop'),
    ];
    for (const token of forged) {
      const { status, body } = await me(asCookie(token));
      expect([token, status, body.error.code]).toEqual([token, 401, 'UNAUTHORIZED']);
    }
    // The same way of making one does work with the right key.
    const { clock } = await theWorld();
    const right = new SignJWT(payload)
      .setProtectedHeader({ alg: 'HS256' })
      .setExpirationTime(new Date(clock.now().getTime() + hours(1)));
    expect((await me(asCookie(await right.sign(createSecretKey(keyFor(secret, 'session')))))).status).toBe(200);
  });

  it('of a user who is gone, or from before the epoch was raised, has ended', async () => {
    const { ctx } = await theWorld();
    const eve = await signedIn(acme);
    await ctx.db.updateTable('users').set({ session_epoch: 2 }).where('id', '=', eve.userId).execute();
    expect((await me({ cookie: eve.cookie })).status).toBe(401);
    expect((await me(asCookie(await sessionToken(ctx, { id: eve.userId, session_epoch: 2 })))).status).toBe(200);
    await ctx.db.deleteFrom('users').where('id', '=', eve.userId).execute();
    expect((await me(asCookie(await sessionToken(ctx, { id: eve.userId, session_epoch: 2 })))).status).toBe(401);
  });

  it('is ended in this browser by signing out', async () => {
    const answer = await acme.request('GET', '/auth/logout', { key: 'none', headers: { cookie: ada.cookie } });
    expect([answer.status, answer.body]).toEqual([200, true]);
    expect(cookieOf(answer)).toMatch(/^next_token=; Max-Age=0; Path=\/; Expires=Thu, 01 Jan 1970/);
  });

  it('shows nothing that a browser may keep', async () => {
    const eve = await signedIn(acme);
    expect((await eve.request('GET', '/users/@me/projects')).headers['cache-control']).toBe('no-store');
  });

  it('is asked for by everything about users: 401 UNAUTHORIZED without', async () => {
    for (const url of ['/users/@me', '/users/@me/projects']) {
      const { status, body } = await acme.request('GET', url);
      expect([status, body.error.code]).toEqual([401, 'UNAUTHORIZED']);
    }
  });
});
