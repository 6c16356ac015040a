import http from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import { type PrivateNetworks, type Resolved, reachableAddresses } from './public-addresses.ts';

export interface Outgoing {
  method: string;
  url: string;
  headers: Record<string, string>;
  body?: string | undefined;
}

export interface FetchLimits {
  timeoutMs: number;
  privateNetworks: PrivateNetworks;
}

/** What the world answered. `refused`: we did not ask and never will; `failed`: it may go better another time. */
export type Answer =
  | { result: 'answered'; status: number; body: string }
  | { result: 'refused'; reason: string }
  | { result: 'failed'; reason: string };

const MAX_REDIRECTS = 5;
/** Of an answer so much is kept, and the rest is not waited for. */
const KEPT_BYTES = 64 * 1024;

const refused = (reason: string): Answer => ({ result: 'refused', reason });
const failed = (reason: string): Answer => ({ result: 'failed', reason });

/**
 * An HTTP request to an address that a customer chose. Every host on the way, redirects included, is resolved and
 * checked, and the connection goes to the address that was checked: a name that changes its mind meanwhile gains nothing.
 */
export async function publicFetch(outgoing: Outgoing, { timeoutMs, privateNetworks }: FetchLimits): Promise<Answer> {
  const signal = AbortSignal.timeout(timeoutMs);
  const tooLate = new Promise<Answer>((resolve) => {
    signal.addEventListener('abort', () => resolve(failed(`No answer within ${timeoutMs / 1000} seconds`)));
  });
  return Promise.race([tooLate, follow(outgoing, privateNetworks, signal)]);
}

async function follow(outgoing: Outgoing, allowed: PrivateNetworks, signal: AbortSignal): Promise<Answer> {
  let next = outgoing;
  for (let hops = 0; hops <= MAX_REDIRECTS; hops++) {
    try {
      const answer = await hop(next, allowed, signal);
      if ('result' in answer) return answer;
      next = answer;
    } catch (error) {
      return judged(error as Failure);
    }
  }
  return failed(`More than ${MAX_REDIRECTS} redirects`);
}

/** One request: its answer, or where it leads. */
async function hop(request: Outgoing, allowed: PrivateNetworks, signal: AbortSignal): Promise<Answer | Outgoing> {
  const url = URL.parse(request.url);
  if (!url) return refused('The URL is not valid');
  if (!/^https?:$/.test(url.protocol)) return refused('The URL must begin with http:// or https://');
  const addresses = await reachableAddresses(url.hostname, allowed);
  if (!addresses) return refused(`${url.hostname} has a private or reserved address`);
  const answer = await ask(url, request, { addresses, signal });
  const to = isRedirect(answer.status) ? URL.parse(answer.location ?? '', url.href) : null;
  if (!to) return { result: 'answered', status: answer.status, body: answer.body };
  return redirected(request, answer.status, { from: url, to });
}

const isRedirect = (status: number): boolean => [301, 302, 303, 307, 308].includes(status);

/** Headers that tell nothing about the sender: the only ones of which another host hears. */
const HARMLESS = /^(accept|content-type|user-agent|webhook-.*)$/i;
const ABOUT_BODY = /^content-/i;

/** The rules of the Fetch standard, and stricter with headers: any of a customer's may be a secret. */
function redirected(request: Outgoing, status: number, { from, to }: { from: URL; to: URL }): Outgoing {
  const becomesGet = status === 303 ? request.method !== 'HEAD' : status < 303 && request.method === 'POST';
  const isKept = (name: string): boolean =>
    (to.origin === from.origin || HARMLESS.test(name)) && !(becomesGet && ABOUT_BODY.test(name));
  const headers = Object.fromEntries(Object.entries(request.headers).filter(([name]) => isKept(name)));
  return becomesGet ? { method: 'GET', url: to.href, headers, body: undefined } : { ...request, url: to.href, headers };
}

interface HopAnswer {
  status: number;
  location: string | undefined;
  body: string;
}

function ask(url: URL, request: Outgoing, { addresses, signal }: { addresses: Resolved[]; signal: AbortSignal }) {
  const { request: open } = url.protocol === 'https:' ? https : http;
  return new Promise<HopAnswer>((resolve, reject) => {
    const call = open(url, {
      method: request.method,
      headers: headersOf(request),
      // A connection of its own: none that was opened to another address under this name.
      agent: false,
      lookup: pinned(addresses),
      signal,
    });
    call.on('error', reject);
    call.on('response', (response) => {
      readKept(response).then(
        (body) => resolve({ status: response.statusCode ?? 0, location: response.headers.location, body }),
        reject,
      );
    });
    // As bytes: together with a text, Node would write the headers in another encoding than without.
    call.end(request.body === undefined ? undefined : Buffer.from(request.body));
  });
}

/** Of the connection, and so not the customer's to set. */
const OF_CONNECTION = /^(host|content-length|transfer-encoding|connection|keep-alive|upgrade|te|trailer|expect)$/i;

function headersOf({ headers, body }: Outgoing): Record<string, string> {
  const own = Object.entries(headers).filter(([name]) => !OF_CONNECTION.test(name));
  return {
    'accept-encoding': 'identity',
    ...Object.fromEntries(own.map(([name, value]) => [name, inUtf8(value)])),
    ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
  };
}

/** Node writes a byte for each character and refuses those above 255: so the bytes of the text are its characters. */
const inUtf8 = (value: string): string => Buffer.from(value).toString('latin1');

const pinned =
  (addresses: Resolved[]): LookupFunction =>
  (_host, options, answer) => {
    const [first] = addresses as [Resolved];
    if (options.all) answer(null, addresses);
    else answer(null, first.address, first.family);
  };

async function readKept(response: http.IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= KEPT_BYTES) break;
  }
  return Buffer.concat(chunks).subarray(0, KEPT_BYTES).toString('utf8');
}

interface Failure extends Error {
  code?: string;
}

/** What Node will not send (a header with a line break in it) it will not send the next time either. */
function judged(error: Failure): Answer {
  if (error.code?.startsWith('ERR_')) return refused(error.message);
  // Several addresses that all refuse arrive as an AggregateError with an empty message.
  const causes: Failure[] = error instanceof AggregateError ? error.errors : [error];
  return failed(causes.map(({ message, code }) => message || code || 'connection failed').join('; '));
}
