import pino from 'pino';

export type Log = pino.Logger;

/** JSON lines, or readable ones on a terminal. Keys and addresses never belong into a log line above debug. */
export function createLog(level: string, { readable = false } = {}): Log {
  const options = { level, base: null, redact: ['req.headers.authorization', 'req.headers.cookie'] };
  if (!readable) return pino(options);
  return pino({
    ...options,
    transport: { target: 'pino-pretty', options: { translateTime: 'SYS:HH:MM:ss', ignore: 'pid,hostname' } },
  });
}
