import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clusterIn, findKeptHome } from '../../server/platform/db/embedded/kept-place.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../server/platform/db/embedded.ts';
import { createLog } from '../../server/platform/log.ts';
import { startTcpProxy, type TcpProxy } from '../tcp-proxy.ts';

/** A Postgres of its own that the servers reach by TCP, as they would reach one on another machine. */
export interface Cluster {
  /** Through the proxy: what a server gets as DATABASE_URL. */
  url: string;
  /** Past the proxy: for the harness itself. */
  directUrl(): string;
  proxy: TcpProxy;
  /** Fast: open transactions are rolled back. Immediate: as after a power failure, with recovery at the next start. */
  restart(mode: 'fast' | 'immediate'): Promise<void>;
  stop(): Promise<void>;
}

export async function startCluster(): Promise<Cluster> {
  const dataDir = await mkdtemp(join(tmpdir(), 'posthorn-chaos-'));
  // Its complaints about being stopped are what this is about.
  const log = createLog('silent');
  const start = () => startEmbeddedPostgres({ dataDir, log, settings: { max_connections: '200' } });
  let postgres: EmbeddedPostgres = await start();
  const socketOf = (url: string) => `${new URL(url).searchParams.get('host')}/.s.PGSQL.${new URL(url).port || 5432}`;
  const proxy = await startTcpProxy(() => ({ path: socketOf(postgres.connectionString) }));
  const { username, password, pathname } = new URL(postgres.connectionString);
  return {
    url: `postgresql://${username}:${password}@127.0.0.1:${proxy.port}${pathname}`,
    directUrl: () => postgres.connectionString,
    proxy,
    restart: async (mode) => {
      if (mode === 'immediate') {
        process.kill(await postmasterPid(dataDir), 'SIGQUIT');
        await postgres.exited;
      }
      await postgres.stop();
      postgres = await start();
    },
    stop: async () => {
      await proxy.close();
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
}

async function postmasterPid(dataDir: string): Promise<number> {
  const home = (await findKeptHome(dataDir)) as string;
  return Number((await readFile(join(clusterIn(home), 'postmaster.pid'), 'utf8')).split('\n')[0]);
}
