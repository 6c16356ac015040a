import type { FieldError } from '../../contract/envelopes.ts';
import { type ErrorCode, STATUS_BY_CODE } from '../../contract/errors.ts';

interface Extras {
  status?: number;
  errors?: FieldError[];
  details?: Record<string, unknown>;
  suggestion?: string;
  /** Answered as the bare body { error: message }: see api.md, legacy bodies. */
  legacy?: true;
}

/** A request that cannot go on, told by its meaning. The HTTP layer shapes it. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly extras: Extras;

  constructor(code: ErrorCode, message: string, extras: Extras = {}) {
    super(message);
    this.name = 'AppError';
    this.code = code;
    this.status = extras.status ?? STATUS_BY_CODE[code];
    this.extras = extras;
  }
}

const CODE_BY_RESOURCE: Record<string, ErrorCode> = {
  Contact: 'CONTACT_NOT_FOUND',
  Template: 'TEMPLATE_NOT_FOUND',
  Campaign: 'CAMPAIGN_NOT_FOUND',
  Workflow: 'WORKFLOW_NOT_FOUND',
};

export function notFound(resource: string, id?: string): AppError {
  const code = CODE_BY_RESOURCE[resource] ?? 'RESOURCE_NOT_FOUND';
  return new AppError(code, `${resource} not found`, {
    details: { resource, ...(id === undefined ? {} : { id }) },
    suggestion: `Check that the id is right and that the ${resource.toLowerCase()} belongs to the project of this key.`,
  });
}

export const conflict = (message: string): AppError => new AppError('CONFLICT', message);

export const forbidden = (message: string): AppError => new AppError('FORBIDDEN', message);

export const badRequest = (message: string, extras: Extras = {}): AppError =>
  new AppError('BAD_REQUEST', message, extras);

/** A 4xx with the bare body { error: message }, where the contract keeps that older form. */
export const legacyError = (status: 400 | 403 | 404 | 413 | 503, message: string): AppError =>
  new AppError('BAD_REQUEST', message, { status, legacy: true });

/** A rule about the request's fields that the schema alone cannot tell. */
export const invalid = (message: string, errors: FieldError[]): AppError =>
  new AppError('VALIDATION_ERROR', message, { errors, details: { errors } });
