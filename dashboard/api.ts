import { QueryCache, QueryClient } from '@tanstack/react-query';
import { requestFor } from '../contract/client.ts';
import type { Endpoint, EndpointInput } from '../contract/endpoint.ts';
import type { ErrorEnvelope, FieldError } from '../contract/envelopes.ts';
import { currentProject, sessionEnded } from './session.ts';
import { observed } from './ui/observed.ts';

interface ErrorParts {
  /** 0: no answer at all. */
  status: number;
  code: string;
  requestId?: string | undefined;
  fields?: FieldError[] | undefined;
  suggestion?: string | undefined;
}

export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly requestId: string | undefined;
  readonly fields: FieldError[];
  readonly suggestion: string | undefined;

  constructor(message: string, { status, code, requestId, fields = [], suggestion }: ErrorParts) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.requestId = requestId;
    this.fields = fields;
    this.suggestion = suggestion;
  }
}

/** False while the server gives no answer. */
export const isReachable = observed(true);

/** What a proxy answers for a server that does not. */
const GATEWAY_FAILURES = [502, 503, 504];

/** Calls an endpoint as its contract says, as the signed-in user and in the project of the page. */
export async function call<In extends EndpointInput, Out, Reply>(
  endpoint: Endpoint<In, Out, Reply>,
  input: In,
  { signal }: { signal?: AbortSignal } = {},
): Promise<Reply> {
  const { method, url, body } = requestFor(endpoint, input);
  const projectId = currentProject.get();
  const response = await reach(url, {
    method,
    credentials: 'same-origin',
    headers: {
      ...(projectId ? { 'x-project-id': projectId } : {}),
      ...(body === undefined || endpoint.upload ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: endpoint.upload ? multipart(body) : JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
  });
  const text = await response.text();
  const answer = endpoint.replyType && response.ok ? text : parsed(text);
  if (response.ok) return answer as Reply;
  throw errorOf(response, answer);
}

function multipart(body: unknown): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(body as Record<string, unknown>)) {
    if (value instanceof Blob) form.set(name, value);
    else if (value !== undefined) form.set(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
  }
  return form;
}

async function reach(url: string, request: RequestInit): Promise<Response> {
  try {
    const response = await fetch(url, request);
    isReachable.set(!GATEWAY_FAILURES.includes(response.status));
    return response;
  } catch (error) {
    if (request.signal?.aborted) throw error;
    isReachable.set(false);
    throw new ApiError('The server cannot be reached', { status: 0, code: 'UNREACHABLE' });
  }
}

function parsed(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

function errorOf({ status, headers }: Response, answer: unknown): ApiError {
  const { error } = (answer ?? {}) as Partial<ErrorEnvelope> | { error?: string };
  const requestId = headers.get('x-request-id') ?? undefined;
  // A few endpoints answer the bare { error: message }; something between us and the server may answer anything.
  if (typeof error !== 'object') {
    return new ApiError(error ?? `The server answered ${status}`, { status, code: 'BAD_REQUEST', requestId });
  }
  const { message, code, errors, suggestion } = error;
  return new ApiError(message, { status, code, requestId: error.requestId ?? requestId, fields: errors, suggestion });
}

/** Key and function of a query, derived from the endpoint: invalidate everything of it with keyOf(endpoint). */
export function queryOf<In extends EndpointInput, Out, Reply>(endpoint: Endpoint<In, Out, Reply>, input: In) {
  return {
    queryKey: [...keyOf(endpoint), input] as const,
    queryFn: ({ signal }: { signal: AbortSignal }) => call(endpoint, input, { signal }),
  };
}

export const keyOf = ({ method, path }: { method: string; path: string }) => [`${method} ${path}`] as const;

const MAX_RETRIES = 2;

const mayPass = (error: Error): boolean => error instanceof ApiError && (error.status === 0 || error.status >= 500);

export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error) => {
      if (error instanceof ApiError && error.status === 401) sessionEnded();
    },
  }),
  defaultOptions: {
    queries: {
      // Also without the internet: the server may be this machine.
      networkMode: 'always',
      retry: (failures, error) => failures < MAX_RETRIES && mayPass(error),
      retryDelay: 500,
    },
    mutations: { networkMode: 'always' },
  },
});
