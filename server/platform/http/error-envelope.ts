import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorEnvelope } from '../../../contract/envelopes.ts';
import type { ErrorCode } from '../../../contract/errors.ts';
import { AppError } from '../errors.ts';
import { JSON_HINT } from './json-body.ts';

/** The one place that shapes an error reply. */
export function replyWithError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const appError = asAppError(error);
  if (appError.status >= 500) request.log.error({ err: error }, 'request failed');
  const { details = {} } = appError.extras;
  if (appError.code === 'RATE_LIMIT_EXCEEDED') reply.header('retry-after', details.retryAfter);
  if (appError.code === 'METHOD_NOT_ALLOWED') reply.header('allow', String(details.allowed));
  return reply.code(appError.status).send(errorBody(appError, request.id));
}

/** Errors by meaning as they are; those of the web framework by their kind; anything else is ours: a neutral 500. */
export function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  return fromFramework(error as FastifyError) ?? UNEXPECTED;
}

const UNEXPECTED = new AppError('INTERNAL_SERVER_ERROR', 'Something went wrong on our side', {
  suggestion: 'Try again; if it stays, report the request id.',
});

export function errorBody(error: AppError, requestId: string): ErrorEnvelope | { error: string } {
  if (error.extras.legacy) return { error: error.message };
  const { errors, details, suggestion = USUAL_SUGGESTIONS[error.code] } = error.extras;
  return {
    success: false,
    error: {
      code: error.code,
      message: error.message,
      statusCode: error.status,
      requestId,
      ...(errors ? { errors } : {}),
      ...(details ? { details } : {}),
      ...(suggestion ? { suggestion } : {}),
    },
    timestamp: new Date().toISOString(),
  };
}

/** For codes that always come with a suggestion, where the thrower has none of its own. */
const USUAL_SUGGESTIONS: Partial<Record<ErrorCode, string>> = {
  VALIDATION_ERROR: 'Correct what the message names; the reference at /docs lists the rules.',
  FORBIDDEN: 'Ask somebody who may do this: an owner or admin of the project, or whoever runs this server.',
};

const BY_STATUS: Record<number, { code: ErrorCode; message: string; suggestion: string }> = {
  413: { code: 'PAYLOAD_TOO_LARGE', message: 'The request body is too large', suggestion: 'A body may have 50 MB.' },
  415: { code: 'UNSUPPORTED_MEDIA_TYPE', message: 'This content type is not supported', suggestion: JSON_HINT },
};

// Only the framework's own errors speak to the caller: a status on any other error is of somebody else's protocol.
function fromFramework({ code, statusCode = 500, message }: Partial<FastifyError>): AppError | undefined {
  if (!code?.startsWith('FST_') || statusCode >= 500) return undefined;
  const known = BY_STATUS[statusCode];
  if (known) return new AppError(known.code, known.message, { suggestion: known.suggestion });
  return new AppError('BAD_REQUEST', message ?? 'Bad request', { status: statusCode });
}
