import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { requestFor } from '../contract/client.ts';
import type { AnyEndpoint, Endpoint, EndpointInput } from '../contract/endpoint.ts';
import { AlreadyAcceptedError, ConnectionError, errorOf, PosthornError, RateLimitError } from './errors.ts';

export interface PosthornOptions {
  /** sk_…; needed for everything but track. */
  secretKey?: string;
  /** pk_…; needed for track. */
  publicKey?: string;
  /** Where the server is. Default: http://127.0.0.1:3000 */
  baseUrl?: string;
  /** Attempts after the first one. Default: 3 */
  retries?: number;
  /** Of one attempt, in milliseconds. Default: 30,000 */
  timeout?: number;
}

export interface CallOptions {
  signal?: AbortSignal;
  /** Send and track: made up when not given, so that a repeated attempt is counted once. */
  idempotencyKey?: string;
}

export type Call = <In extends EndpointInput, Out, Reply>(
  endpoint: Endpoint<In, Out, Reply>,
  input: In,
  options?: CallOptions,
) => Promise<Reply>;

interface Attempt {
  url: string;
  request: RequestInit;
  timeout: number;
  retries: number;
  /** Doing it twice is the same as once. */
  isRepeatable: boolean;
  signal: AbortSignal | undefined;
}

const FIRST_WAIT = 250;
const LONGEST_WAIT = 10_000;

/** Calls endpoints over HTTP: proves who calls, repeats what may be repeated, and turns refusals into typed errors. */
export function createCall({ baseUrl, retries = 3, timeout = 30_000, ...keys }: PosthornOptions): Call {
  const origin = (baseUrl ?? 'http://127.0.0.1:3000').replace(/\/+$/, '');
  return async (endpoint, input, { signal, idempotencyKey } = {}) => {
    const { method, url, body } = requestFor(endpoint, input);
    const key = endpoint.idempotent ? (idempotencyKey ?? randomUUID()) : undefined;
    const headers = {
      authorization: `Bearer ${keyFor(endpoint as AnyEndpoint, keys)}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    };
    const request: RequestInit = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
    const isRepeatable = method !== 'POST' || key !== undefined;
    return repeated({ url: origin + url, request, timeout, retries, isRepeatable, signal }, retries) as Promise<never>;
  };
}

function keyFor({ access }: AnyEndpoint, { secretKey, publicKey }: PosthornOptions): string {
  const [key, name] = access === 'publicKey' ? [publicKey, 'publicKey'] : [secretKey, 'secretKey'];
  if (!key) throw new TypeError(`This call needs the option ${name}`);
  return key;
}

async function repeated(attempt: Attempt, left: number, lost?: PosthornError): Promise<unknown> {
  try {
    return await tryOnce(attempt);
  } catch (error) {
    if (!(error instanceof PosthornError)) throw error;
    const verdict = lost && error.code === 'IDEMPOTENCY_KEY_REUSED' ? verdictOf(error, lost) : error;
    if (left === 0 || !mayRepeat(verdict, attempt)) throw verdict;
    await sleep(
      waitBefore(attempt.retries - left, verdict),
      undefined,
      attempt.signal ? { signal: attempt.signal } : {},
    );
    return repeated(attempt, left - 1, verdict);
  }
}

/** Our own earlier attempt holds the key: what became of it is what became of the call. */
function verdictOf(error: PosthornError, lost: PosthornError): PosthornError {
  const status = error.details.originalStatusCode;
  // Still at work: ask again.
  if (typeof status !== 'number') return lost;
  if (status >= 500) return error;
  return new AlreadyAcceptedError('An earlier attempt was accepted, but its answer was lost on the way', error);
}

/** Over the limit nothing was done, so that may always be repeated; the rest only where twice is the same as once. */
const mayRepeat = (error: PosthornError, { isRepeatable }: Attempt): boolean =>
  error.status === 429 || (isRepeatable && (error.status === 0 || error.status >= 500));

function waitBefore(tried: number, error: PosthornError): number {
  const backoff = FIRST_WAIT * 2 ** tried * (0.5 + Math.random());
  const asked = error instanceof RateLimitError ? error.retryAfter * 1000 : 0;
  return Math.max(asked, Math.min(backoff, LONGEST_WAIT));
}

async function tryOnce({ url, request, timeout, signal }: Attempt): Promise<unknown> {
  const limit = AbortSignal.timeout(timeout);
  let response: Response;
  let text: string;
  try {
    response = await fetch(url, { ...request, signal: signal ? AbortSignal.any([signal, limit]) : limit });
    text = await response.text();
  } catch (cause) {
    if (signal?.aborted) throw cause;
    const why = limit.aborted ? `did not answer within ${timeout} ms` : 'cannot be reached';
    throw new ConnectionError(`The server ${why}`, { status: 0, code: 'UNREACHABLE', cause });
  }
  const answer = parsed(text);
  if (response.ok) return answer;
  throw errorOf(response.status, response.headers.get('x-request-id') ?? undefined, answer);
}

/** CSV, and whatever a proxy says, comes as text. */
function parsed(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return text;
  }
}
