import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorEnvelope } from '../../../contract/envelopes.ts';
import type { ErrorCode } from '../../../contract/errors.ts';
import { AppError } from '../errors.ts';

/** The one place that shapes an error reply. Returns the status it sent. */
export function replyWithError(error: unknown, request: FastifyRequest, reply: FastifyReply): number {
  const appError = error instanceof AppError ? error : fromFramework(error as FastifyError);
  if (appError.status >= 500) request.log.error({ err: error }, 'request failed');
  if (appError.code === 'RATE_LIMIT_EXCEEDED') reply.header('retry-after', appError.extras.details?.retryAfter);
  void reply.code(appError.status).send(bodyOf(appError, request.id));
  return appError.status;
}

function bodyOf(error: AppError, requestId: string): ErrorEnvelope | { error: string } {
  if (error.extras.legacy) return { error: error.message };
  const { errors, details, suggestion } = error.extras;
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

const JSON_HINT = 'Send valid JSON with the header Content-Type: application/json.';

const BY_STATUS: Record<number, { code: ErrorCode; message: string; suggestion: string }> = {
  413: { code: 'PAYLOAD_TOO_LARGE', message: 'The request body is too large', suggestion: 'A body may have 50 MB.' },
  415: {
    code: 'UNSUPPORTED_MEDIA_TYPE',
    message: 'This content type is not supported',
    suggestion: JSON_HINT,
  },
};

/** Errors of the web framework (bad JSON, bad URL, size) by their status; anything else is ours: a neutral 500. */
function fromFramework(error: FastifyError): AppError {
  const status = error.statusCode ?? 500;
  const known = BY_STATUS[status];
  if (known) return new AppError(known.code, known.message, { suggestion: known.suggestion });
  // Malformed JSON arrives as a SyntaxError with status 400; the contract gives it this code.
  if (status === 400 && error instanceof SyntaxError) {
    return new AppError('VALIDATION_ERROR', 'The request body is not valid JSON', {
      status: 400,
      suggestion: JSON_HINT,
    });
  }
  if (status >= 400 && status < 500) return new AppError('BAD_REQUEST', error.message, { status });
  return new AppError('INTERNAL_SERVER_ERROR', 'Something went wrong on our side', {
    suggestion: 'Try again; if it stays, report the request id.',
  });
}
