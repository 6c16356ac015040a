import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../../log.ts';
import { StartError } from '../../start-error.ts';
import type { Place } from './choose-place.ts';
import { endServer } from './end-server.ts';
import { readTextIfThere } from './file-tree.ts';
import { saysReady } from './pid-file.ts';
import { PLAIN_ENVIRONMENT } from './run-program.ts';
import { followOutput, type ServerOutput } from './server-output.ts';
import { settingsAsArguments } from './settings.ts';

const POLL_MS = 10;
const RETRY_MS = 100;
const SLOW_START_MS = 2_000;
const NOTICE_EVERY_MS = 15_000;
const LEFTOVERS_END_WITHIN_MS = 20_000;

export interface Exit {
  code: number | null;
  signal: string | null;
}

export interface Postmaster {
  /** Resolves only if the server ends without having been asked to. */
  exited: Promise<Exit>;
  stop(): Promise<void>;
}

interface Options {
  socketDir: string;
  settings: Record<string, string>;
  /** See stopOrphan. */
  strangerPid: number | undefined;
}

interface Running {
  child: ChildProcess;
  output: ServerOutput;
  ended: Promise<Exit>;
  /** All that the server had to say has been read. */
  closed: Promise<unknown>;
}

/** Starts the server of a cluster and waits, as long as it lives, until it takes connections. */
export async function startPostmaster(place: Place, options: Options, log: Log): Promise<Postmaster> {
  const deadline = Date.now() + LEFTOVERS_END_WITHIN_MS;
  for (;;) {
    const pidFile = () => readTextIfThere(join(place.cluster, 'postmaster.pid'));
    const leftBehind = await pidFile();
    const running = launch(place, options, log);
    const isReady = async () => saysReady(await pidFile(), running.child.pid, leftBehind);
    if (await becomesReady(isReady, running, log)) return supervise(running);
    await running.closed;
    const complaint = running.output.lastComplaint();
    // A postmaster that was killed leaves workers behind, which notice it after a moment and end.
    if (!complaint.includes('is still in use') || Date.now() > deadline) {
      throw new StartError(`PostgreSQL did not start: ${complaint}`);
    }
    await sleep(RETRY_MS);
  }
}

function launch(
  { binaries, cluster, account }: Place,
  { socketDir, settings, strangerPid }: Options,
  log: Log,
): Running {
  const args = ['-D', cluster, ...settingsAsArguments({ ...settings, unix_socket_directories: socketDir })];
  const child = spawn(binaries.postgres, args, {
    cwd: '/',
    // The stranger is declared not to be an earlier server of the cluster; all other safeguards stay in force.
    env: strangerPid ? { ...PLAIN_ENVIRONMENT, PG_GRANDPARENT_PID: String(strangerPid) } : PLAIN_ENVIRONMENT,
    stdio: ['ignore', 'ignore', 'pipe'],
    // A session of its own: Ctrl-C in the terminal must not end the database before our server has drained.
    detached: true,
    ...account,
  });
  const endWithUs = () => child.kill('SIGINT');
  process.once('exit', endWithUs);
  const ended = new Promise<Exit>((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }));
    child.once('error', (error) => {
      log.error({ err: error }, 'PostgreSQL cannot be run');
      resolve({ code: null, signal: null });
    });
  }).finally(() => process.off('exit', endWithUs));
  const closed = new Promise((resolve) => child.once('close', resolve));
  return { child, ended, closed, output: followOutput(child.stderr, log) };
}

/** False if the server ends instead. */
async function becomesReady(isReady: () => Promise<boolean>, { ended }: Running, log: Log): Promise<boolean> {
  const hasEnded = ended.then(() => 'ended' as const);
  const startedAt = Date.now();
  let nextNoticeAt = startedAt + SLOW_START_MS;
  for (;;) {
    if (await isReady()) return true;
    if ((await Promise.race([hasEnded, sleep(POLL_MS)])) === 'ended') return false;
    if (Date.now() < nextNoticeAt) continue;
    const seconds = Math.round((Date.now() - startedAt) / 1000);
    log.info({ seconds }, 'PostgreSQL is still starting; after a crash it first restores what was not yet on disk');
    nextNoticeAt += NOTICE_EVERY_MS;
  }
}

function supervise({ child, output, ended }: Running): Postmaster {
  output.setServing(true);
  let stopping: Promise<boolean> | undefined;
  const exited = new Promise<Exit>((resolve) => {
    void ended.then((exit) => {
      if (!stopping) resolve(exit);
    });
  });
  const stop = async () => {
    output.setServing(false);
    stopping ??= endServer({
      signal: (name) => child.kill(name),
      endsWithin: (ms) => Promise.race([ended.then(() => true), sleep(ms, false, { ref: false })]),
    });
    if (!(await stopping)) throw new Error(`PostgreSQL (pid ${child.pid}) does not stop`);
  };
  return { exited, stop };
}
