import type { FastifyInstance } from 'fastify';

interface KnownRoute {
  method: string;
  pattern: RegExp;
}

/** Remembers every route as it is added. Answers the methods that exist for a concrete path: tells 405 from 404. */
export function rememberRoutes(app: FastifyInstance): (path: string) => string[] {
  const known: KnownRoute[] = [];
  app.addHook('onRoute', ({ method, url }) => {
    // A wildcard catches what has no route of its own (a preflight, a page of the dashboard): it names no resource.
    if (url.includes('*')) return;
    for (const each of [method].flat()) known.push({ method: each, pattern: patternOf(url) });
  });
  return (path) => [...new Set(known.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method))];
}

function patternOf(url: string): RegExp {
  const source = url.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replace(/:\w+/g, '[^/]+');
  return new RegExp(`^${source}/?$`);
}
