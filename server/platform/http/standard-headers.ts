import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/**
 * The headers that every answer carries: request id, security, CORS. Set from constants and not by @fastify/helmet and
 * @fastify/cors, which build them anew for each request: measured, an eighth of the server's time for POST /v1/track.
 */
export function addStandardHeaders(app: FastifyInstance, publicUrl: string): StandardHeaders {
  const security = securityHeaders(publicUrl);
  const cors = corsHeaders(new URL(publicUrl).origin);
  const setHeaders: StandardHeaders = (request, reply) => {
    reply.header('x-request-id', request.id);
    reply.headers(security);
    reply.headers(isPublic(request.url) ? cors.public : cors.dashboard);
  };
  app.addHook('onRequest', (request, reply, done) => {
    setHeaders(request, reply);
    if (request.method !== 'OPTIONS') return done();
    // A preflight ends here: browsers send it without the key that a route would ask for.
    reply.headers(PREFLIGHT).code(200).header('content-length', 0).send();
  });
  return setHeaders;
}

export type StandardHeaders = (request: FastifyRequest, reply: FastifyReply) => void;

// For pages of our own: everything from here, inline styles allowed. A page that needs more sets the header itself.
const PAGE_POLICY = [
  "default-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: https: http:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'self'",
].join('; ');

function securityHeaders(publicUrl: string): Record<string, string> {
  return {
    'content-security-policy': PAGE_POLICY,
    'cross-origin-opener-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'SAMEORIGIN',
    // Promising https for a host that answers on http would lock people out.
    ...(publicUrl.startsWith('https:') ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  };
}

/** Any page may call the public API, without credentials; the rest only pages of our own, with them. */
const isPublic = (url: string): boolean => url.startsWith('/v1');

const EXPOSED = 'X-Request-ID, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After';

function corsHeaders(dashboardOrigin: string) {
  const exposed = { 'access-control-expose-headers': EXPOSED };
  return {
    public: { 'access-control-allow-origin': '*', ...exposed },
    dashboard: {
      'access-control-allow-origin': dashboardOrigin,
      'access-control-allow-credentials': 'true',
      ...exposed,
    },
  };
}

const PREFLIGHT = {
  'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE, OPTIONS',
  'access-control-allow-headers': 'Content-Type, Authorization, Idempotency-Key, X-Request-ID, X-Project-Id',
  'access-control-max-age': '600',
};
