import pino, { type DestinationStream } from 'pino';
import pretty from 'pino-pretty';

export type Log = pino.Logger;

interface LogOptions {
  /** Lines for people instead of JSON. */
  readable?: boolean;
  to?: DestinationStream;
}

// What Postgres adds to an error may quote the row: an address, a contact's data.
const QUOTES_OF_DATA = ['detail', 'where', 'internalQuery', 'parameters'].flatMap((name) => [
  `err.${name}`,
  `err.cause.${name}`,
]);

/** JSON lines, or readable ones on a terminal. Keys and addresses never belong into a log line above debug. */
export function createLog(level: string, { readable = false, to }: LogOptions = {}): Log {
  const options = {
    level,
    base: null,
    redact: ['req.headers.authorization', 'req.headers.cookie', ...QUOTES_OF_DATA],
  };
  if (readable) return pino(options, pretty({ translateTime: 'SYS:HH:MM:ss', ignore: 'pid,hostname', sync: true }));
  return to ? pino(options, to) : pino(options);
}
