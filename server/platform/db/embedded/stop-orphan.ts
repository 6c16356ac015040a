import { readFile, readlink, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../../log.ts';
import { StartError } from '../../start-error.ts';
import { endServer } from './end-server.ts';
import { readTextIfThere } from './file-tree.ts';
import { runProgram } from './run-program.ts';

const POLL_MS = 20;

/**
 * Stops the server of this cluster if it outlived the process that had started it. The caller holds the claim on the
 * data directory, so nobody else can be using it. Returns the process id of a left-behind pid file if that id meanwhile
 * belongs to a stranger: Postgres would take the stranger for itself and refuse to start.
 */
export async function stopOrphan(cluster: string, log: Log): Promise<number | undefined> {
  const pidFile = join(cluster, 'postmaster.pid');
  const text = await readTextIfThere(pidFile);
  if (text === undefined) return undefined;
  const pid = Number.parseInt(text, 10);
  if (!(pid > 0)) {
    // Cut off while it was being written: Postgres would not dare to remove it.
    await rm(pidFile);
    return undefined;
  }
  if (!(await isServerOf(cluster, pid))) return isAlive(pid) ? pid : undefined;
  log.warn({ pid }, 'Stopping a PostgreSQL server that an earlier Posthorn process left behind');
  const ended = await endServer({
    signal: (name) => signalIfAlive(pid, name),
    endsWithin: (ms) => becomesTrue(async () => !(await isServerOf(cluster, pid)), ms),
  });
  if (ended) return undefined;
  throw new StartError(`An earlier PostgreSQL server (pid ${pid}) of ${cluster} does not stop. End it first.`);
}

/** A server works inside its cluster; the id alone proves nothing, because ids are used again. */
async function isServerOf(cluster: string, pid: number): Promise<boolean> {
  if (process.platform !== 'linux') {
    const { ok, output } = await runProgram('ps', ['-p', String(pid), '-o', 'command=']);
    return ok && output.includes('postgres') && output.includes(cluster);
  }
  try {
    const name = await readFile(`/proc/${pid}/comm`, 'utf8');
    return name.trim() === 'postgres' && (await readlink(`/proc/${pid}/cwd`)) === (await realpath(cluster));
  } catch {
    // Gone, a zombie, or of another account: in no case a server of ours that runs.
    return false;
  }
}

function isAlive(pid: number): boolean {
  return signalIfAlive(pid, 0);
}

function signalIfAlive(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
    if ((error as NodeJS.ErrnoException).code === 'EPERM') return true;
    throw error;
  }
}

async function becomesTrue(claim: () => Promise<boolean>, withinMs: number): Promise<boolean> {
  const deadline = Date.now() + withinMs;
  while (!(await claim())) {
    if (Date.now() > deadline) return false;
    await sleep(POLL_MS);
  }
  return true;
}
