import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { PgBoss } from 'pg-boss';
import { bootstrap } from './accounts/bootstrap.ts';
import { createApp } from './app.ts';
import { systemClock } from './platform/clock.ts';
import { type Config, readConfig } from './platform/config.ts';
import { assertUsable, connect } from './platform/db/connect.ts';
import { startEmbeddedPostgres } from './platform/db/embedded.ts';
import { migrate } from './platform/db/migrate.ts';
import { createQueues } from './platform/jobs/runner.ts';
import { createLog, type Log } from './platform/log.ts';
import { StartError } from './platform/start-error.ts';
import { welcomeText } from './welcome.ts';
import { startWorker, sweeps } from './worker.ts';

type Stop = () => Promise<void>;

/** Config → database → migrations → worker and/or API. What was started is stopped in the opposite order. */
async function start(log: Log, settings: Config, stops: Stop[]): Promise<void> {
  const config = { ...settings, secret: settings.secret || (await keptSecret(settings.dataDir)) };
  const connectionString = config.databaseUrl ?? (await embeddedDatabase(config, log, stops));
  const database = connect(connectionString, {
    poolSize: config.databasePoolSize,
    onIdleError: (error) => log.warn({ err: error }, 'an idle database connection broke'),
  });
  stops.push(database.close);
  await assertUsable(database.pool);
  for (const name of await migrate(database.pool)) log.info({ name }, 'migrated');

  const boss = new PgBoss({
    connectionString,
    application_name: 'posthorn-jobs',
    max: 4,
    useListenNotify: true,
    supervise: config.role !== 'api',
    schedule: config.role !== 'api',
  });
  boss.on('error', (error) => log.error({ err: error }, 'job queue'));
  await boss.start();
  stops.push(() => boss.stop({ graceful: true, timeout: 20_000 }));
  await createQueues(boss, sweeps);

  const ctx = { db: database.db, clock: systemClock, log, config, jobs: boss };
  const first = await bootstrap(ctx);
  if (config.role !== 'api') await startWorker(ctx, boss);
  if (config.role !== 'worker') {
    const app = await createApp(ctx, database.pool);
    stops.push(() => app.close());
    await listen(app, config);
  }
  if (first) process.stdout.write(welcomeText(config.publicUrl, first));
  log.info({ role: config.role, url: config.publicUrl, transport: config.mailTransport }, 'Posthorn is ready');
}

/** The embedded deployment keeps its secret beside its data: both are lost or restored together. */
async function keptSecret(dataDir: string): Promise<string> {
  await mkdir(dataDir, { recursive: true });
  const path = join(dataDir, 'secret');
  await writeFile(path, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx' }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw new StartError(`DATA_DIR: cannot write to ${dataDir}: ${error.message}`);
    },
  );
  return (await readFile(path, 'utf8')).trim();
}

async function embeddedDatabase(config: Config, log: Log, stops: Stop[]): Promise<string> {
  const embedded = await startEmbeddedPostgres({ dataDir: config.dataDir, log, announce: config.publicUrl });
  stops.push(embedded.stop);
  let stopping = false;
  stops.push(async () => {
    stopping = true;
  });
  void embedded.exited.then(({ code, signal }) => {
    if (stopping) return;
    log.fatal({ code, signal }, 'the embedded Postgres stopped by itself: see postgres.log in the data directory');
    process.kill(process.pid, 'SIGTERM');
  });
  return embedded.connectionString;
}

async function listen(app: FastifyInstance, { host, port }: Config): Promise<void> {
  await app.listen({ host, port }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRINUSE') throw new StartError(`PORT: ${port} is already in use on ${host}`);
    if (error.code === 'EACCES') throw new StartError(`PORT: no permission to listen on ${port}`);
    throw error;
  });
}

async function main(): Promise<void> {
  const stops: Stop[] = [];
  let log: Log | undefined;
  const stopAll = async (exitCode: number): Promise<void> => {
    for (const stop of stops.splice(0).reverse()) {
      await stop().catch((error: unknown) => {
        log?.error({ err: error }, 'while stopping');
        exitCode = 1;
      });
    }
    process.exitCode = exitCode;
  };
  try {
    const config = readConfig();
    log = createLog(config.logLevel, { readable: process.stdout.isTTY });
    let stopping = false;
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.on(signal, () => {
        if (stopping) return;
        stopping = true;
        log?.info({ signal }, 'stopping');
        void stopAll(0).then(() => process.exit());
      });
    }
    await start(log, config, stops);
  } catch (error) {
    await stopAll(1);
    if (!(error instanceof StartError)) throw error;
    process.stderr.write(`Posthorn cannot start. ${error.message}\n`);
  }
}

await main();
