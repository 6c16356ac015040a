import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { systemClock } from '../../server/platform/clock.ts';
import { readConfig } from '../../server/platform/config.ts';
import type { BaseCtx, Ctx } from '../../server/platform/context.ts';
import { connect } from '../../server/platform/db/connect.ts';
import { createLog } from '../../server/platform/log.ts';
import { startSmtpServer } from '../smtp-server.ts';
import { anSnsService } from '../sns-service.ts';
import { startTcpProxy, type TcpProxy } from '../tcp-proxy.ts';
import { type Cluster, startCluster } from './cluster.ts';
import { ServerProcess } from './server-process.ts';

export const RATE_LIMIT_PER_MINUTE = 2400;
export const EMAILS_PER_SECOND = 60;
const SMTP_CONNECTIONS = 2;

const KEYS = { publicKey: 'pk_chaos_public', secretKey: 'sk_chaos_secret' };
const APIS = 2;
const WORKERS = 3;

export interface Arrival {
  to: string;
  at: number;
  messageId: string;
}

/** Two APIs and three workers on one external Postgres, a relay that records, and the wires between them. */
export interface Deployment {
  apis: ServerProcess[];
  workers: ServerProcess[];
  /** Base URLs of the APIs. */
  urls: string[];
  keys: typeof KEYS;
  cluster: Cluster;
  relay: TcpProxy;
  arrivals: Arrival[];
  sns: Awaited<ReturnType<typeof anSnsService>>;
  /** Of the harness: a connection of its own, past the proxy. */
  ctx: Ctx;
  stop(): Promise<void>;
}

export async function startDeployment(): Promise<Deployment> {
  const cluster = await startCluster();
  const arrivals: Arrival[] = [];
  const smtp = await startSmtpServer({
    keep: false,
    onMessage: ({ envelopeTo, raw }) => {
      const messageId = /^message-id:\s*(\S+)/im.exec(raw.toString('latin1'))?.[1] ?? '';
      arrivals.push({ to: envelopeTo, at: performance.now(), messageId });
    },
  });
  const relay = await startTcpProxy(() => ({ port: smtp.port, host: '127.0.0.1' }));
  const sns = await anSnsService();
  const environment = environmentOf({ databaseUrl: cluster.url, relayPort: relay.port, snsOrigin: sns.origin });
  const ports = await freePorts(APIS);
  const apis = ports.map(
    (port, i) => new ServerProcess(`api ${i + 1}`, { ...environment, ROLE: 'api', PORT: String(port) }),
  );
  const workers = Array.from(
    { length: WORKERS },
    (_, i) => new ServerProcess(`worker ${i + 1}`, { ...environment, ROLE: 'worker' }),
  );
  for (const each of [...apis, ...workers]) each.start();
  const harness = await harnessContext(cluster, environment);
  await Promise.all([...apis, ...workers].map((each) => each.untilReady()));
  return {
    apis,
    workers,
    urls: ports.map((port) => `http://127.0.0.1:${port}`),
    keys: KEYS,
    cluster,
    relay,
    arrivals,
    sns,
    ctx: { ...harness.ctx, projectId: await bootstrappedProject(harness.ctx) },
    stop: async () => {
      await Promise.all([...apis, ...workers].map((each) => each.stop()));
      await harness.close();
      await relay.close();
      await smtp.close();
      await sns.close();
      await cluster.stop();
    },
  };
}

function environmentOf({ databaseUrl, relayPort, snsOrigin }: Wires): Record<string, string> {
  return {
    DATABASE_URL: databaseUrl,
    DATABASE_POOL_SIZE: '8',
    SECRET: 'a secret of the chaos run, long enough for it',
    LOG_LEVEL: 'info',
    MAIL_TRANSPORT: `smtp://127.0.0.1:${relayPort}`,
    SMTP_MAX_CONNECTIONS: String(SMTP_CONNECTIONS),
    EMAIL_RATE_PER_SECOND: String(EMAILS_PER_SECOND),
    RATE_LIMIT_PER_MINUTE: String(RATE_LIMIT_PER_MINUTE),
    DELIVERY_LEASE_SECONDS: '3',
    SNS_ORIGIN: snsOrigin,
    // The run makes far more bounces than a sender may have.
    AUTO_PROJECT_DISABLE: 'false',
    BOOTSTRAP_PUBLIC_KEY: KEYS.publicKey,
    BOOTSTRAP_SECRET_KEY: KEYS.secretKey,
    BOOTSTRAP_DOMAINS: 'chaos.example',
  };
}

interface Wires {
  databaseUrl: string;
  relayPort: number;
  snsOrigin: string;
}

async function harnessContext(cluster: Cluster, environment: Record<string, string>) {
  const log = createLog('silent');
  const database = connect(cluster.directUrl(), { poolSize: 4, onIdleError: () => {} });
  const jobs = { send: async () => null };
  const ctx: BaseCtx = { db: database.db, clock: systemClock, log, config: readConfig(environment), jobs };
  return { ctx, close: database.close };
}

async function bootstrappedProject({ db }: BaseCtx): Promise<string> {
  for (;;) {
    const project = await db.selectFrom('projects').select('id').where('is_system', '=', false).executeTakeFirst();
    if (project) return project.id;
    await delay(100);
  }
}

async function freePorts(count: number): Promise<number[]> {
  const probes = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(probes.map((probe) => once(probe, 'listening')));
  const ports = probes.map((probe) => (probe.address() as AddressInfo).port);
  await Promise.all(probes.map((probe) => once(probe.close(), 'close')));
  return ports;
}
