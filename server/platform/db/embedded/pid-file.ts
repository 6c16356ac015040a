/** Lines of postmaster.pid, from 0. */
const PID_LINE = 0;
const STATE_LINE = 7;

/**
 * Whether postmaster.pid says that the server with this process id takes connections, as pg_ctl reads it too. Process
 * ids count from 1 in every container, so what a killed one left behind may well name the id of the new server.
 */
export function saysReady(text: string | undefined, pid: number | undefined, leftBehind: string | undefined): boolean {
  if (text === undefined || text === leftBehind) return false;
  const lines = text.split('\n');
  return Number(lines[PID_LINE]) === pid && lines[STATE_LINE]?.trim() === 'ready';
}
