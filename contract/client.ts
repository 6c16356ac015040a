import type { Endpoint, EndpointInput } from './endpoint.ts';

export interface ClientRequest {
  method: string;
  /** Path with query string. */
  url: string;
  body: unknown;
}

/** What a call of an endpoint looks like on the wire; the caller brings the transport (fetch, or a test's inject). */
export function requestFor<In extends EndpointInput, Out, Reply>(
  { method, path }: Endpoint<In, Out, Reply>,
  input: In,
): ClientRequest {
  const params = (input.params ?? {}) as Record<string, string>;
  const url = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const given = Object.entries((input.query ?? {}) as Record<string, unknown>).filter(
    ([, value]) => value !== undefined,
  );
  const query = new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)]));
  return { method, url: given.length > 0 ? `${url}?${query}` : url, body: input.body };
}
