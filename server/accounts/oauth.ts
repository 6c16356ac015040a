import * as oauth from 'oauth4webapi';
import { minutes } from '../platform/clock.ts';
import type { BaseCtx } from '../platform/context.ts';
import { decrypt, encrypt } from '../platform/secrets.ts';
import {
  type Identity,
  type OAuthRequest,
  type Provider,
  type ProviderName,
  providerOf,
  requestOptions,
} from './oauth-providers.ts';
import { sessionToken } from './sessions.ts';
import { signInAs } from './sign-in-as.ts';

const PURPOSE = 'oauth-request';
export const OAUTH_MS = minutes(10);

interface Remembered extends OAuthRequest {
  provider: ProviderName;
  until: number;
  /** Of an invitation whose link brought them here. */
  invitation: string | undefined;
}

/** Where to send the browser, and what it must bring back: sealed, so that only we can have made it. */
export async function beginOAuth(
  ctx: BaseCtx,
  name: ProviderName,
  invitation: string | undefined,
): Promise<{ location: string; memory: string } | { failed: string }> {
  const provider = providerOf(ctx.config, name);
  if (!provider) return { failed: 'oauth_off' };
  const request = {
    state: oauth.generateRandomState(),
    verifier: oauth.generateRandomCodeVerifier(),
    nonce: oauth.generateRandomNonce(),
  };
  try {
    const { authorization_endpoint } = await provider.server();
    const location = new URL(authorization_endpoint ?? '');
    const asked = {
      client_id: provider.client.id,
      redirect_uri: callbackOf(ctx, name),
      response_type: 'code',
      scope: provider.scope,
      state: request.state,
      nonce: request.nonce,
      code_challenge: await oauth.calculatePKCECodeChallenge(request.verifier),
      code_challenge_method: 'S256',
    };
    for (const [key, value] of Object.entries(asked)) location.searchParams.set(key, value);
    const until = ctx.clock.now().getTime() + OAUTH_MS;
    const memory: Remembered = { ...request, provider: name, until, invitation };
    return { location: location.href, memory: seal(ctx, memory) };
  } catch (error) {
    ctx.log.warn({ err: error, provider: name }, 'a sign-in provider cannot be reached');
    return { failed: 'oauth_unavailable' };
  }
}

const callbackOf = ({ config }: BaseCtx, name: ProviderName): string => `${config.publicUrl}/oauth/${name}/callback`;

const seal = ({ config }: BaseCtx, memory: Remembered): string =>
  encrypt(config.secret, PURPOSE, JSON.stringify(memory)).toString('base64url');

function unseal({ config, clock }: BaseCtx, name: ProviderName, sealed: string | undefined): Remembered | undefined {
  if (!sealed) return undefined;
  try {
    const memory = JSON.parse(decrypt(config.secret, PURPOSE, Buffer.from(sealed, 'base64url'))) as Remembered;
    return memory.provider === name && memory.until > clock.now().getTime() ? memory : undefined;
  } catch {
    return undefined;
  }
}

interface Returned {
  /** What beginOAuth gave this browser. */
  memory: string | undefined;
  parameters: URLSearchParams;
}

export type OAuthEnd = { token: string; invitation: string | undefined } | { failed: string };

/** The browser is back. A code that another browser asked for, or that was asked for too long ago, is not used. */
export async function finishOAuth(ctx: BaseCtx, name: ProviderName, returned: Returned): Promise<OAuthEnd> {
  const provider = providerOf(ctx.config, name);
  const memory = unseal(ctx, name, returned.memory);
  if (!provider) return { failed: 'oauth_off' };
  if (!memory) return { failed: 'oauth_expired' };
  const identity = await identify(ctx, name, provider, { memory, parameters: returned.parameters });
  if ('failed' in identity) return identity;
  const user = await signInAs(ctx, name, identity, memory.invitation);
  if ('failed' in user) return user;
  return { token: await sessionToken(ctx, user), invitation: memory.invitation };
}

/** Whatever the provider does wrong, or the user declines, ends here as a reason. */
async function identify(
  ctx: BaseCtx,
  name: ProviderName,
  { client, server, identityOf }: Provider,
  { memory, parameters }: { memory: Remembered; parameters: URLSearchParams },
): Promise<Identity | { failed: string }> {
  try {
    const as = await server();
    const us = { client_id: client.id };
    const answer = oauth.validateAuthResponse(as, us, parameters, memory.state);
    const response = await oauth.authorizationCodeGrantRequest(
      as,
      us,
      oauth.ClientSecretPost(client.secret),
      answer,
      callbackOf(ctx, name),
      memory.verifier,
      requestOptions(as.token_endpoint ?? ''),
    );
    const isOpenId = name === 'google';
    const expected = isOpenId ? { expectedNonce: memory.nonce, requireIdToken: true } : {};
    return await identityOf(await oauth.processAuthorizationCodeResponse(as, us, response, expected));
  } catch (error) {
    if (error instanceof oauth.AuthorizationResponseError && error.error === 'access_denied') {
      return { failed: 'oauth_denied' };
    }
    ctx.log.warn({ err: error, provider: name }, 'a sign-in with a provider failed');
    return { failed: 'oauth_failed' };
  }
}
