import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../../server/main.ts', import.meta.url));
const START_LIMIT_MS = 60_000;

export interface ServerProcess {
  url: string;
  port: number;
  publicKey: string;
  secretKey: string;
  /** Of the server's own embedded Postgres. */
  connectionString: string;
  memoryMegabytes(): Promise<number>;
  stop(): Promise<void>;
}

interface Options {
  env?: Record<string, string>;
  /** For example --cpu-prof. */
  nodeFlags?: string[];
}

/** The server as a user starts it: its own process, embedded Postgres with its default, durable settings, fresh data. */
export async function startServerProcess({ env = {}, nodeFlags = [] }: Options = {}): Promise<ServerProcess> {
  const dataDir = await mkdtemp(join(tmpdir(), 'posthorn-bench-'));
  const port = await freePort();
  const keys = { publicKey: 'pk_bench_public', secretKey: 'sk_bench_secret' };
  const child = spawn(process.execPath, [...nodeFlags, MAIN], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      BOOTSTRAP_PUBLIC_KEY: keys.publicKey,
      BOOTSTRAP_SECRET_KEY: keys.secretKey,
      ...env,
    },
  });
  const url = `http://127.0.0.1:${port}`;
  await untilReady(child, url, keys.secretKey);
  return {
    url,
    port,
    ...keys,
    connectionString: await embeddedAddress(dataDir),
    memoryMegabytes: () => memoryMegabytes(child.pid as number),
    stop: async () => {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  if (typeof address !== 'object' || !address) throw new Error('no free port');
  return address.port;
}

/** The bootstrapped key is the last thing a start makes. */
async function untilReady(child: ChildProcess, url: string, key: string): Promise<void> {
  const deadline = Date.now() + START_LIMIT_MS;
  while (Date.now() < deadline && child.exitCode === null) {
    const answer = await fetch(`${url}/contacts`, { headers: { authorization: `Bearer ${key}` } }).catch(() => null);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  child.kill('SIGKILL');
  throw new Error('The server did not start');
}

async function embeddedAddress(dataDir: string): Promise<string> {
  const password = (await readFile(join(dataDir, 'postgres-password'), 'utf8')).trim();
  const socket = encodeURIComponent(join(dataDir, 'postgres'));
  return `postgresql://posthorn:${password}@localhost:5432/posthorn?host=${socket}`;
}

async function memoryMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
}
