import { describe, expect, it } from 'vitest';
import { saysReady } from './pid-file.ts';

const PID = 18;
const pidFile = (pid: number, startedAt: number, state: string) =>
  `${pid}\n/data/postgres\n${startedAt}\n5432\n.\n\n 10253017         0\n${state.padEnd(8)}\n`;

describe('The pid file of Postgres', () => {
  it('tells that the server is ready', () => {
    expect(saysReady(pidFile(PID, 1000, 'ready'), PID, undefined)).toBe(true);
    expect(saysReady(pidFile(PID, 1000, 'starting'), PID, undefined)).toBe(false);
    expect(saysReady(pidFile(PID + 1, 1000, 'ready'), PID, undefined)).toBe(false);
    expect(saysReady(undefined, PID, undefined)).toBe(false);
  });

  it('left behind by a killed container is not taken for that of a new server with the same process id', () => {
    const leftBehind = pidFile(PID, 1000, 'ready');
    expect(saysReady(leftBehind, PID, leftBehind)).toBe(false);
    expect(saysReady(pidFile(PID, 1060, 'ready'), PID, leftBehind)).toBe(true);
  });
});
