import pino, { type DestinationStream } from 'pino';
import pretty from 'pino-pretty';

export type Log = pino.Logger;

interface LogOptions {
  /** Lines for people instead of JSON. */
  readable?: boolean;
  to?: DestinationStream;
}

/** JSON lines, or readable ones on a terminal. Keys and addresses never belong into a log line above debug. */
export function createLog(level: string, { readable = false, to }: LogOptions = {}): Log {
  const options = {
    level,
    base: null,
    redact: ['req.headers.authorization', 'req.headers.cookie'],
    serializers: { err: shownError },
  };
  if (readable) return pino(options, pretty({ translateTime: 'SYS:HH:MM:ss', ignore: 'pid,hostname', sync: true }));
  return to ? pino(options, to) : pino(options);
}

const TOLD = [
  'code',
  'errno',
  'syscall',
  'statusCode',
  'severity',
  'schema',
  'table',
  'column',
  'constraint',
  'routine',
];

/**
 * What helps to find the cause and holds nobody's data. The rest of an error stays out: Postgres quotes the row in
 * `detail` and `where`, the pool hangs the whole connection on it, an HTTP client the request with its headers.
 */
function shownError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const told = TOLD.flatMap((name) => {
    const value = (error as unknown as Record<string, unknown>)[name];
    return value === undefined || value === null ? [] : [[name, value] as const];
  });
  return {
    type: error.constructor.name,
    message: error.message,
    stack: error.stack,
    ...Object.fromEntries(told),
    ...(error instanceof AggregateError ? { errors: error.errors.map(shownError) } : {}),
    ...(error.cause === undefined ? {} : { cause: shownError(error.cause) }),
  };
}
