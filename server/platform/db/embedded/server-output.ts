import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { Log } from '../../log.ts';

const KEPT_LINES = 50;
const LINE = /^([A-Z]+): {2}(.*)$/;

export interface ServerOutput {
  /** Why the server ended, in its own words. */
  lastComplaint(): string;
  /** While it starts and stops, refused and broken connections are no news. */
  setServing(isServing: boolean): void;
}

/** Passes what the server says on to our log. */
export function followOutput(stream: Readable, log: Log): ServerOutput {
  const recent: string[] = [];
  let isServing = false;
  createInterface({ input: stream }).on('line', (line) => {
    recent.push(line);
    if (recent.length > KEPT_LINES) recent.shift();
    const [, severity = '', message = line] = LINE.exec(line) ?? [];
    log[levelOf(severity, isServing)]({ from: 'postgres' }, message);
  });
  return {
    lastComplaint: () =>
      recent.findLast((line) => /^(FATAL|PANIC|ERROR):/.test(line)) ?? recent.at(-1) ?? 'no reason given',
    setServing: (now) => {
      isServing = now;
    },
  };
}

/** ERROR is a statement that failed: whoever sent it is told, and its text may quote the data of customers. */
function levelOf(severity: string, isServing: boolean): 'debug' | 'warn' | 'error' {
  if (severity === 'PANIC') return 'error';
  if (!isServing) return 'debug';
  if (severity === 'FATAL') return 'error';
  return severity === 'WARNING' ? 'warn' : 'debug';
}
