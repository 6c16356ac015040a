import type {} from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { days } from '../clock.ts';
import { forbidden } from '../errors.ts';

const COOKIE = 'next_token';
export const SESSION_MS = days(7);

/** One request as those use-cases see it that deal with people instead of keys. */
export interface Visit {
  ip: string;
  /** What the session cookie holds, if there is one; it may be anything. */
  session: string | undefined;
  /** The page that makes this request is not ours. */
  isCrossSite: boolean;
  startSession(token: string): void;
  endSession(): void;
}

/** Nearly every request is a key's and asks for none of this: it is worked out when somebody wants to know. */
export function visitOf(request: FastifyRequest, reply: FastifyReply, publicUrl: string): Visit {
  const setCookie = (value: string, maxAgeMs: number): void => {
    // A page of somebody else must not sign its reader in as another, nor out.
    if (comesFromElsewhere(request, publicUrl)) throw crossSite();
    writeCookie(request, reply, value, cookieOptions(maxAgeMs, publicUrl));
  };
  return {
    ip: request.ip,
    get session() {
      const { cookie } = request.headers;
      return cookie === undefined ? undefined : request.server.parseCookie(cookie)[COOKIE] || undefined;
    },
    get isCrossSite() {
      return comesFromElsewhere(request, publicUrl);
    },
    startSession: (token) => setCookie(token, SESSION_MS),
    endSession: () => setCookie('', 0),
  };
}

/** For a return from elsewhere that has proved by other means that this browser set out from here. */
export const setSessionCookie = (
  request: FastifyRequest,
  reply: FastifyReply,
  token: string,
  publicUrl: string,
): void => writeCookie(request, reply, token, cookieOptions(SESSION_MS, publicUrl));

function writeCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  value: string,
  options: ReturnType<typeof cookieOptions>,
): void {
  reply.header('set-cookie', request.server.serializeCookie(COOKIE, value, options));
  reply.header('cache-control', 'no-store');
}

export const crossSite = () => forbidden('A session cannot be used by pages of another site');

/** Lax and not None: the dashboard has the API's own origin, so no other site has a use for the cookie. */
const cookieOptions = (maxAgeMs: number, publicUrl: string) =>
  ({
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: publicUrl.startsWith('https:'),
    maxAge: maxAgeMs / 1000,
    ...(maxAgeMs === 0 ? { expires: new Date(0) } : {}),
  }) as const;

/**
 * Browsers say where a request comes from: Sec-Fetch-Site on https and localhost, Origin with every write elsewhere.
 * A program that is no browser says neither; nobody lends it a cookie without knowing.
 */
function comesFromElsewhere({ headers }: FastifyRequest, publicUrl: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  const { origin } = headers;
  if (origin === undefined || origin === new URL(publicUrl).origin) return false;
  return URL.parse(origin)?.host !== headers.host;
}
