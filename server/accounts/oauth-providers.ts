import * as oauth from 'oauth4webapi';
import { seconds } from '../platform/clock.ts';
import type { Config, OAuthClient } from '../platform/config.ts';

export type ProviderName = 'github' | 'google';

/** What we remember between sending somebody to a provider and their return. */
export interface OAuthRequest {
  state: string;
  verifier: string;
  nonce: string;
}

/** Who somebody is at a provider, by its own id; `email` only if the provider has verified it. */
export interface Identity {
  subject: string;
  email: string | undefined;
}

export interface Provider {
  client: OAuthClient;
  server(): Promise<oauth.AuthorizationServer>;
  scope: string;
  identityOf(tokens: oauth.TokenEndpointResponse): Promise<Identity>;
}

const TIMEOUT_MS = seconds(10);

/** Plain http is for an issuer that the operator has named so: a provider in the same house, or a test's. */
export const requestOptions = (url: string) => ({
  signal: AbortSignal.timeout(TIMEOUT_MS),
  [oauth.allowInsecureRequests]: url.startsWith('http:'),
});

export function providerOf(config: Config, name: ProviderName): Provider | undefined {
  return name === 'github' ? github(config) : google(config);
}

function github({ github: { client, url, apiUrl } }: Config): Provider | undefined {
  if (!client) return undefined;
  return {
    client,
    scope: 'read:user user:email',
    server: async () => ({
      issuer: `${url}/login/oauth`,
      authorization_endpoint: `${url}/login/oauth/authorize`,
      token_endpoint: `${url}/login/oauth/access_token`,
    }),
    identityOf: async ({ access_token }) => {
      const user = await askGithub<{ id: number }>(access_token, `${apiUrl}/user`);
      const emails = await askGithub<GithubEmail[]>(access_token, `${apiUrl}/user/emails`);
      const best = emails.find(({ primary, verified }) => primary && verified);
      return { subject: String(user.id), email: best?.email.toLowerCase() };
    },
  };
}

interface GithubEmail {
  email: string;
  primary: boolean;
  verified: boolean;
}

async function askGithub<T>(accessToken: string, url: string): Promise<T> {
  const headers = new Headers({ accept: 'application/vnd.github+json', 'user-agent': 'posthorn' });
  const response = await oauth.protectedResourceRequest(
    accessToken,
    'GET',
    new URL(url),
    headers,
    null,
    requestOptions(url),
  );
  if (!response.ok) throw new Error(`GitHub answered ${response.status}`);
  return (await response.json()) as T;
}

function google({ google: { client, issuer } }: Config): Provider | undefined {
  if (!client) return undefined;
  return {
    client,
    scope: 'openid email',
    server: async () => {
      const url = new URL(issuer);
      return oauth.processDiscoveryResponse(url, await oauth.discoveryRequest(url, requestOptions(issuer)));
    },
    identityOf: async (tokens) => {
      const claims = oauth.getValidatedIdTokenClaims(tokens);
      if (!claims) throw new Error('The provider gave no id token');
      const isVerified = claims.email_verified === true && typeof claims.email === 'string';
      return { subject: claims.sub, email: isVerified ? String(claims.email).toLowerCase() : undefined };
    },
  };
}
