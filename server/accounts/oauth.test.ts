import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OAUTH_CLIENT, type OAuthServer, type Person, startOAuthServer } from '../../test/oauth-server.ts';
import { aProject, aWorld, signedIn, type TestProject, theWorld, type World } from '../../test/world.ts';
import { minutes } from '../platform/clock.ts';
import type { Config } from '../platform/config.ts';

let provider: OAuthServer;
let world: World;
let acme: TestProject;
beforeAll(async () => {
  provider = await startOAuthServer();
  world = await aWorld(settings());
  acme = await aProject({ world });
});
afterAll(async () => {
  await world.close();
  await provider.close();
});

const settings = (): Partial<Config> => ({
  github: { client: OAUTH_CLIENT, url: provider.url, apiUrl: provider.url },
  google: { client: OAUTH_CLIENT, issuer: provider.url },
});

let lastId = 1000;
const somebody = (given: Partial<Person> = {}): Person => ({
  id: String(++lastId),
  email: `${crypto.randomUUID()}@people.test`,
  ...given,
});

type Name = 'github' | 'google';

/** A browser: keeps the cookies that it is given. */
function aBrowser(at: World = world) {
  const jar = new Map<string, string>();
  const go = async (url: string) => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    // As browsers do when another site sends them back.
    const response = await at.app.inject({ method: 'GET', url, headers: { cookie, 'sec-fetch-site': 'cross-site' } });
    for (const set of [response.headers['set-cookie'] ?? []].flat()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      if (value === '') jar.delete(name);
      else jar.set(name, value);
    }
    return response;
  };
  const begin = async (name: Name, query = '') => String((await go(`/oauth/${name}${query}`)).headers.location);
  const pathOf = (url: string) => url.replace(/^https?:\/\/[^/]+/, '');
  return {
    jar,
    begin,
    comeBack: async (url: string) => String((await go(pathOf(url))).headers.location),
    signIn: async (name: Name, person: Person, query = '') => {
      const back = await provider.visit(await begin(name, query), person);
      return String((await go(pathOf(back))).headers.location);
    },
    me: async () => {
      const cookie = `next_token=${jar.get('next_token')}`;
      return (await at.app.inject({ method: 'GET', url: '/users/@me', headers: { cookie } })).json();
    },
  };
}

const userOf = (email: string) =>
  world.ctx.db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst();

describe.each(['github', 'google'] as const)('signing in with %s', (name) => {
  it('makes an account, and finds it again even when the address has changed', async () => {
    const [ada, browser] = [somebody(), aBrowser()];
    expect(await browser.signIn(name, ada)).toBe('/app');
    const me = await browser.me();
    expect(me.email).toBe(ada.email);
    expect(browser.jar.has('posthorn_oauth')).toBe(false);
    const again = aBrowser();
    await again.signIn(name, { ...ada, email: `${crypto.randomUUID()}@people.test` });
    expect((await again.me()).id).toBe(me.id);
    expect(await userOf(ada.email)).toMatchObject({
      type: name === 'github' ? 'GITHUB_OAUTH' : 'GOOGLE_OAUTH',
      email_verified: true,
      password_hash: null,
    });
  });

  it('links an account of the same address if the provider has verified it, and only then', async () => {
    const eve = await signedIn(acme, 'MEMBER', { password: 'her password' });
    await world.ctx.db.updateTable('users').set({ address_proven: true }).where('id', '=', eve.userId).execute();
    const browser = aBrowser();
    expect(await browser.signIn(name, somebody({ email: eve.email, isVerified: false }))).toContain(
      'error=oauth_unverified',
    );
    expect(browser.jar.has('next_token')).toBe(false);
    expect(await browser.signIn(name, somebody({ email: eve.email.toUpperCase() }))).toBe('/app');
    expect((await browser.me()).id).toBe(eve.userId);
    // What was theirs stays theirs.
    expect((await userOf(eve.email))?.password_hash).not.toBeNull();
    expect((await eve.request('GET', '/users/@me')).status).toBe(200);
  });

  it('throws out whoever took the address before its owner came', async () => {
    const squatter = await signedIn(acme, 'none', { password: 'known to the thief' });
    const browser = aBrowser();
    await browser.signIn(name, somebody({ email: squatter.email }));
    expect((await browser.me()).id).toBe(squatter.userId);
    expect((await squatter.request('GET', '/users/@me')).status).toBe(401);
    const body = { email: squatter.email, password: 'known to the thief' };
    expect((await acme.request('POST', '/auth/login', { key: 'none', body })).status).toBe(401);
  });

  it('is refused where the browser that returns is not the one that set out', async () => {
    const [victim, attacker] = [aBrowser(), aBrowser()];
    const back = await provider.visit(await attacker.begin(name), somebody());
    expect(await victim.comeBack(back)).toContain('error=oauth_expired');
    await victim.begin(name);
    expect(await victim.comeBack(back)).toContain('error=oauth_failed');
    expect(victim.jar.has('next_token')).toBe(false);
  });

  it('uses a code once, within ten minutes, and only with the provider that gave it', async () => {
    const browser = aBrowser();
    const back = await provider.visit(await browser.begin(name), somebody());
    const kept = new Map(browser.jar);
    expect(await browser.comeBack(back)).toBe('/app');
    expect(await browser.comeBack(back)).toContain('error=oauth_expired');
    // Even with the cookie kept, the provider refuses its code.
    for (const [key, value] of kept) browser.jar.set(key, value);
    expect(await browser.comeBack(back)).toContain('error=oauth_failed');
    expect(provider.refusals).toContain('unknown code');
    const late = await provider.visit(await browser.begin(name), somebody());
    world.clock.advance(minutes(10) + 1);
    expect(await browser.comeBack(late)).toContain('error=oauth_expired');
    const other = name === 'github' ? 'google' : 'github';
    const crossed = await provider.visit(await browser.begin(name), somebody());
    expect(await browser.comeBack(crossed.replace(`/${name}/`, `/${other}/`))).toContain('error=oauth_expired');
  });

  it('tells that the user said no, and that the answer was not the one to our question', async () => {
    const browser = aBrowser();
    expect(await browser.signIn(name, somebody({ declines: true }))).toBe('/app/auth/sign-in?error=oauth_denied');
    const back = new URL(await provider.visit(await browser.begin(name), somebody()));
    back.searchParams.set('state', 'another');
    expect(await browser.comeBack(back.href)).toContain('error=oauth_failed');
    await browser.begin(name);
    expect(await browser.comeBack(`/oauth/${name}/callback`)).toContain('error=oauth_failed');
  });

  it('asks for no account where signups are off, but for one that has it or is invited', async () => {
    const closed = await aWorld({ ...settings(), signupsDisabled: true });
    const [stranger, known] = [somebody(), somebody()];
    await aBrowser().signIn(name, known);
    expect(await aBrowser(closed).signIn(name, stranger)).toContain('error=signups_disabled');
    expect(await userOf(stranger.email)).toBeUndefined();
    expect(await aBrowser(closed).signIn(name, known)).toBe('/app');
    await closed.close();
  });

  it('is one account when two browsers come at the same moment', async () => {
    const ada = somebody();
    const browsers = [aBrowser(), aBrowser()];
    const ends = await Promise.all(browsers.map((browser) => browser.signIn(name, ada)));
    expect(ends).toEqual(['/app', '/app']);
    const ids = await Promise.all(browsers.map(async (browser) => (await browser.me()).id));
    expect(new Set(ids).size).toBe(1);
  });
});

it('somebody who comes by an invitation goes on to accept it', async () => {
  const token = 'ab'.repeat(32);
  expect(await aBrowser().signIn('github', somebody(), `?invitation=${token}`)).toBe(
    `/app/accept-invitation?token=${token}`,
  );
  expect(await aBrowser().signIn('github', somebody(), '?invitation=//evil.test')).toBe('/app');
});

it('what the browser keeps in between is sealed, short-lived and out of reach of scripts', async () => {
  const response = await world.app.inject({ method: 'GET', url: '/oauth/github' });
  const location = new URL(String(response.headers.location));
  expect(location.origin + location.pathname).toBe(`${provider.url}/login/oauth/authorize`);
  const cookie = String(response.headers['set-cookie']);
  expect(cookie).toMatch(/^posthorn_oauth=[\w-]+; Max-Age=600; Path=\/oauth; HttpOnly; SameSite=Lax$/);
  expect(Buffer.from(cookie, 'base64url').toString('latin1')).not.toContain(String(location.searchParams.get('state')));
});

it('a provider that is not set up, or cannot be reached, is told on the sign-in page', async () => {
  const plain = aBrowser(await theWorld());
  expect(await plain.begin('github')).toBe('/app/auth/sign-in?error=oauth_off');
  expect(await plain.comeBack('/oauth/google/callback')).toBe('/app/auth/sign-in?error=oauth_off');
  const lost = await aWorld({ google: { client: OAUTH_CLIENT, issuer: 'http://127.0.0.1:1' } });
  expect(await aBrowser(lost).begin('google')).toBe('/app/auth/sign-in?error=oauth_unavailable');
  await lost.close();
});

it('which providers there are is told to anyone', async () => {
  const ask = async (project: TestProject) =>
    (await project.request('GET', '/auth/oauth-config', { key: 'none' })).body;
  expect(await ask(acme)).toEqual({ success: true, data: { github: true, google: true } });
  expect(await ask(await aProject())).toEqual({ success: true, data: { github: false, google: false } });
});
