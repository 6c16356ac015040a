import type { AnyEndpoint } from '../../../contract/endpoint.ts';

/** The methods that exist for a concrete path, by the endpoint list. */
export function methodsByPath(endpoints: AnyEndpoint[]): (path: string) => string[] {
  const patterns = endpoints.map(({ method, path }) => ({
    method,
    pattern: new RegExp(`^${path.replace(/[.]/g, '\\.').replace(/:\w+/g, '[^/]+')}$`),
  }));
  return (path) => [...new Set(patterns.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method))];
}
