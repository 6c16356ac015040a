import type { ErrorEnvelope, FieldError } from '../contract/envelopes.ts';

interface ErrorParts {
  /** 0: there was no answer. */
  status: number;
  code: string;
  requestId?: string | undefined;
  fields?: FieldError[] | undefined;
  details?: Record<string, unknown> | undefined;
  suggestion?: string | undefined;
  cause?: unknown;
}

/** Every failure of a call is one of these; `code` is the API's own. */
export class PosthornError extends Error {
  readonly status: number;
  readonly code: string;
  readonly requestId: string | undefined;
  readonly fields: FieldError[];
  readonly details: Record<string, unknown>;
  readonly suggestion: string | undefined;

  constructor(message: string, { status, code, requestId, fields, details, suggestion, cause }: ErrorParts) {
    super(message, { cause });
    this.name = new.target.name;
    this.status = status;
    this.code = code;
    this.requestId = requestId;
    this.fields = fields ?? [];
    this.details = details ?? {};
    this.suggestion = suggestion;
  }
}

/** No answer: the server could not be reached, or not in time. */
export class ConnectionError extends PosthornError {}
/** 400, 413, 415 and 422: `fields` names what is wrong. */
export class InvalidRequestError extends PosthornError {}
/** 401: no key, an unknown one, or one of the wrong kind. */
export class AuthenticationError extends PosthornError {}
/** 402 and 403. */
export class PermissionError extends PosthornError {}
export class NotFoundError extends PosthornError {}
export class ConflictError extends PosthornError {}
/** An earlier attempt was accepted, but its answer was lost on the way: nothing is to be sent again. */
export class AlreadyAcceptedError extends ConflictError {}
/** 429, after the retries: `retryAfter` is in seconds. */
export class RateLimitError extends PosthornError {
  get retryAfter(): number {
    return Number(this.details.retryAfter ?? 1);
  }
}
/** 5xx, after the retries. */
export class ServerError extends PosthornError {}

const CLASS_BY_STATUS: Record<number, typeof PosthornError> = {
  400: InvalidRequestError,
  401: AuthenticationError,
  402: PermissionError,
  403: PermissionError,
  404: NotFoundError,
  409: ConflictError,
  413: InvalidRequestError,
  415: InvalidRequestError,
  422: InvalidRequestError,
  429: RateLimitError,
};

/** The error of a response that is not a success; what stands between us and the server may answer anything. */
export function errorOf(status: number, requestId: string | undefined, answer: unknown): PosthornError {
  const Kind = CLASS_BY_STATUS[status] ?? (status >= 500 ? ServerError : PosthornError);
  const { error } = (answer ?? {}) as Partial<ErrorEnvelope> | { error?: string };
  if (typeof error !== 'object') {
    return new Kind(error ?? `The server answered ${status}`, { status, code: codeOf(status), requestId });
  }
  const { message, code, errors, details, suggestion } = error;
  return new Kind(message, {
    status,
    code,
    requestId: error.requestId ?? requestId,
    fields: errors,
    details,
    suggestion,
  });
}

const codeOf = (status: number): string => (status >= 500 ? 'INTERNAL_SERVER_ERROR' : 'BAD_REQUEST');
