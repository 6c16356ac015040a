import { createHash, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SignJWT } from 'jose';

/** Who sits at the browser, and how the provider behaves. */
export interface Person {
  id: string;
  email: string;
  isVerified?: boolean;
  /** Presses Cancel. */
  declines?: boolean;
}

export interface OAuthServer {
  url: string;
  /** What a browser does that is sent to the provider: it comes back with this address. */
  visit(location: string, person: Person): Promise<string>;
  /** Requests for tokens that were refused, and why. */
  refusals: string[];
  close(): Promise<void>;
}

interface Grant {
  challenge: string;
  redirectUri: string;
  nonce: string;
  person: Person;
}

interface State {
  url: string;
  grants: Map<string, Grant>;
  /** By access token. */
  people: Map<string, Person>;
  refusals: string[];
  key: KeyObject;
}

interface Reply {
  status: number;
  body: unknown;
}

export const OAUTH_CLIENT = { id: 'client-1', secret: 'client-secret-1' };

/** A provider as GitHub (OAuth, addresses by its API) and as Google (OpenID Connect): it checks what real ones check. */
export async function startOAuthServer(): Promise<OAuthServer> {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const state: State = { url: '', grants: new Map(), people: new Map(), refusals: [], key: privateKey };
  const server = createServer(async (request, response) => {
    const { status, body } = await replyTo(state, request);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  state.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: state.url,
    visit: async (location, person) => visit(state, location, person),
    refusals: state.refusals,
    close: () => closed(server),
  };
}

async function replyTo(state: State, request: IncomingMessage): Promise<Reply> {
  const path = new URL(request.url ?? '', state.url).pathname;
  if (path === '/.well-known/openid-configuration') return { status: 200, body: metadata(state.url) };
  if (path === '/token') return exchange(state, await bodyOf(request), { isOpenId: true });
  if (path === '/login/oauth/access_token') return exchange(state, await bodyOf(request), { isOpenId: false });
  const person = state.people.get(request.headers.authorization?.replace(/^Bearer /i, '') ?? '');
  if (!person) return { status: 401, body: { message: 'Bad credentials' } };
  if (path === '/user') return { status: 200, body: { id: Number(person.id), login: 'somebody' } };
  const { email, isVerified: verified = true } = person;
  const other = { email: 'other@people.test', primary: false, verified: true };
  return { status: 200, body: [other, { email, primary: true, verified }] };
}

async function exchange(state: State, form: URLSearchParams, { isOpenId }: { isOpenId: boolean }): Promise<Reply> {
  const code = form.get('code') ?? '';
  const grant = state.grants.get(code);
  state.grants.delete(code);
  const problem = problemWith(form, grant);
  if (!grant || problem) {
    state.refusals.push(problem ?? '');
    return { status: 400, body: { error: 'invalid_grant', error_description: problem } };
  }
  const accessToken = randomBytes(16).toString('hex');
  state.people.set(accessToken, grant.person);
  const idToken = isOpenId ? { id_token: await idTokenFor(state, grant) } : {};
  return { status: 200, body: { access_token: accessToken, token_type: 'bearer', ...idToken } };
}

function problemWith(form: URLSearchParams, grant: Grant | undefined): string | undefined {
  if (!grant) return 'unknown code';
  if (form.get('client_id') !== OAUTH_CLIENT.id || form.get('client_secret') !== OAUTH_CLIENT.secret) return 'client';
  if (form.get('redirect_uri') !== grant.redirectUri) return 'redirect_uri';
  const verifier = form.get('code_verifier') ?? '';
  if (createHash('sha256').update(verifier).digest('base64url') !== grant.challenge) return 'code_verifier';
  return undefined;
}

function visit({ grants }: State, location: string, person: Person): string {
  const { searchParams } = new URL(location);
  const given = (name: string): string => searchParams.get(name) ?? '';
  if (given('client_id') !== OAUTH_CLIENT.id || given('response_type') !== 'code') throw new Error('not our client');
  if (given('code_challenge_method') !== 'S256') throw new Error('no PKCE');
  const redirectUri = given('redirect_uri');
  const back = new URL(redirectUri);
  back.searchParams.set('state', given('state'));
  if (person.declines) {
    back.searchParams.set('error', 'access_denied');
    return back.href;
  }
  const code = randomBytes(16).toString('hex');
  grants.set(code, { challenge: given('code_challenge'), redirectUri, nonce: given('nonce'), person });
  back.searchParams.set('code', code);
  return back.href;
}

const metadata = (url: string) => ({
  issuer: url,
  authorization_endpoint: `${url}/authorize`,
  token_endpoint: `${url}/token`,
  jwks_uri: `${url}/jwks`,
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
});

const idTokenFor = ({ url: issuer, key }: State, { person, nonce }: Grant): Promise<string> =>
  new SignJWT({ email: person.email, email_verified: person.isVerified ?? true, nonce })
    .setProtectedHeader({ alg: 'RS256' })
    .setIssuer(issuer)
    .setAudience(OAUTH_CLIENT.id)
    .setSubject(person.id)
    .setIssuedAt()
    .setExpirationTime('5m')
    .sign(key);

async function bodyOf(request: IncomingMessage): Promise<URLSearchParams> {
  let text = '';
  for await (const chunk of request) text += chunk;
  return new URLSearchParams(text);
}

const closed = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
