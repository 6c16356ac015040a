import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { windowOf } from '../../server/delivery/deliver-queued-emails.ts';
import { createSmtpTransport } from '../../server/delivery/transports/smtp.ts';
import type { Ctx } from '../../server/platform/context.ts';
import { startSmtpServer } from '../smtp-server.ts';

const MAIN = fileURLToPath(new URL('../../server/main.ts', import.meta.url));

export interface CrashOptions {
  ctx: Ctx;
  databaseUrl: string;
  mails: number;
  kills: number;
  /** 0 to 1: makes the moments of the kills. */
  random(): number;
}

interface SiteOptions extends Pick<CrashOptions, 'ctx' | 'databaseUrl'> {
  /** To the relay; more of them are faster, and leave more open when a worker dies. */
  connections: number;
}

/** A relay that counts what arrives, and workers of the real program that send to it. */
export interface CrashSite {
  /** By recipient: how many mails arrived. */
  received: Map<string, number>;
  startWorker(): ChildProcess;
  /** Most messages that one worker can have on the wire at once. */
  window: number;
  /** No worker outlives it. */
  close(): Promise<void>;
}

export async function aCrashSite({ ctx, databaseUrl, connections }: SiteOptions): Promise<CrashSite> {
  const received = new Map<string, number>();
  const smtp = await startSmtpServer({
    keep: false,
    onMessage: ({ envelopeTo }) => received.set(envelopeTo, (received.get(envelopeTo) ?? 0) + 1),
  });
  const environment = {
    DATABASE_URL: databaseUrl,
    SECRET: ctx.config.secret,
    ROLE: 'worker',
    LOG_LEVEL: 'error',
    MAIL_TRANSPORT: `smtp://127.0.0.1:${smtp.port}`,
    SMTP_MAX_CONNECTIONS: String(connections),
    DELIVERY_LEASE_SECONDS: '2',
    // The test's Postgres has 60 connections, and other tests use it meanwhile.
    DATABASE_POOL_SIZE: '8',
  };
  const workers: ChildProcess[] = [];
  return {
    received,
    window: wireWindow(ctx, connections),
    startWorker: () => {
      const worker = startWorkerProcess(environment);
      workers.push(worker);
      return worker;
    },
    close: async () => {
      for (const worker of workers) worker.kill('SIGKILL');
      await smtp.close();
    },
  };
}

function startWorkerProcess(environment: Record<string, string>): ChildProcess {
  const worker = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', MAIN], {
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  // A test that ran out of time closes nothing, and a worker that is left would hold the output of the whole run.
  process.once('exit', () => worker.kill('SIGKILL'));
  return worker;
}

/** Waits for something that the worker does. */
export async function until(worker: ChildProcess, isTrue: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isTrue())) {
    if (worker.exitCode !== null) throw new Error(`The worker ended by itself, with ${worker.exitCode}`);
    await delay(10);
  }
}

export async function stopWorker(worker: ChildProcess, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  worker.kill(signal);
  await once(worker, 'exit');
}

function wireWindow({ log }: Ctx, maxConnections: number): number {
  const url = new URL('smtp://127.0.0.1');
  return windowOf(createSmtpTransport(url, { maxConnections, messagesPerConnection: 1, log }));
}

/** mulberry32: a kill at the same moments again, as far as the machine lets it. */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}
