import type { FastifyInstance } from 'fastify';
import { PgBoss } from 'pg-boss';
import { bootstrap } from './accounts/bootstrap.ts';
import { allMeasures, createApp } from './app.ts';
import { seconds, systemClock } from './platform/clock.ts';
import { type Config, readConfig } from './platform/config.ts';
import { assertUsable, connect } from './platform/db/connect.ts';
import { startEmbeddedPostgres } from './platform/db/embedded.ts';
import { endSilentClients } from './platform/db/end-silent.ts';
import { KEEP_ALIVE } from './platform/db/keep-alive.ts';
import { migrate, oneProcessAtATime } from './platform/db/migrate.ts';
import { createQueues, SUPERVISION } from './platform/jobs/runner.ts';
import { keptSecret } from './platform/kept-secret.ts';
import { createLog, type Log } from './platform/log.ts';
import { startMetricsServer } from './platform/metrics/serve-metrics.ts';
import { StartError } from './platform/start-error.ts';
import { Stops } from './platform/stop-in-order.ts';
import { startUnlessRestored } from './restored.ts';
import { welcomeText } from './welcome.ts';
import { startWorker, sweeps } from './worker.ts';

const DRAIN_MS = seconds(10);
const IDLE_CHECK_MS = 50;

/** Config → database → migrations → worker and/or API. */
async function start(log: Log, settings: Config, stops: Stops): Promise<void> {
  const config = { ...settings, secret: settings.secret || (await keptSecret(settings.dataDir)) };
  const connectionString = config.databaseUrl ?? (await embeddedDatabase(config, log, stops));
  const database = connect(connectionString, {
    poolSize: config.databasePoolSize,
    onIdleError: (error) => log.warn({ err: error }, 'a database connection broke'),
  });
  stops.push(database.close);
  await assertUsable(database.pool);
  const boss = jobQueue(connectionString, config, log);
  await oneProcessAtATime(connectionString, async () => {
    for (const name of await migrate(database.pool)) log.info({ name }, 'migrated');
    await boss.start();
    stops.push(() => boss.stop({ graceful: true, timeout: seconds(15) }));
    await createQueues(boss, sweeps);
  });

  const ctx = { db: database.db, clock: systemClock, log, config, jobs: boss };
  const worker = await startUnlessRestored(ctx, database.pool, () => startWorker(ctx, boss, connectionString));
  if (worker) stops.push(worker.stop);
  if (config.role !== 'worker') {
    const app = await createApp(ctx, database.pool, () => (worker ? { relay: worker.relay() } : {}));
    stops.push(() => drain(app));
    await listen(app, config);
  }
  const { port: metricsPort, token } = config.metrics;
  if (metricsPort !== undefined) {
    const served = { measures: allMeasures(ctx, database.pool), log, token };
    const metrics = await startMetricsServer(served, { host: config.host, port: metricsPort });
    stops.push(() => metrics.close());
  }
  // Last, since its keys are shown once: a port that is taken must not cost them.
  const first = await bootstrap(ctx);
  if (first) process.stdout.write(welcomeText(config.publicUrl, first));
  const transport = config.mailTransport.split(':', 1)[0];
  log.info({ role: config.role, url: config.publicUrl, transport }, 'Posthorn is ready');
}

async function embeddedDatabase(config: Config, log: Log, stops: Stops): Promise<string> {
  const embedded = await startEmbeddedPostgres({ dataDir: config.dataDir, log, announce: config.publicUrl });
  stops.push(embedded.stop);
  let stopping = false;
  stops.push(async () => {
    stopping = true;
  });
  void embedded.exited.then(({ code, signal }) => {
    if (stopping) return;
    log.fatal({ code, signal }, 'the embedded Postgres stopped by itself');
    process.kill(process.pid, 'SIGTERM');
  });
  return embedded.connectionString;
}

function jobQueue(connectionString: string, { role }: Config, log: Log): PgBoss {
  const onSilence = (error: Error) => log.warn({ err: error }, 'a connection of the job queue broke');
  const silence = endSilentClients({ connectionString, onSilence });
  // Handed through to its pool, as the rest of these is.
  const pool = { Client: silence.Client, ...KEEP_ALIVE };
  const boss = new PgBoss({
    ...pool,
    connectionString,
    application_name: 'posthorn-jobs',
    max: 4,
    useListenNotify: true,
    supervise: role !== 'api',
    schedule: role !== 'api',
    ...SUPERVISION,
  });
  boss.on('error', (error) => log.error({ err: error }, 'job queue'));
  boss.once('stopped', silence.stop);
  return boss;
}

async function listen(app: FastifyInstance, { host, port }: Config): Promise<void> {
  await app.listen({ host, port }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRINUSE') throw new StartError(`PORT: ${port} is already in use on ${host}`);
    if (error.code === 'EACCES') throw new StartError(`PORT: no permission to listen on ${port}`);
    if (error.syscall === 'listen' || error.syscall === 'getaddrinfo') throw new StartError(`HOST: ${error.message}`);
    throw error;
  });
}

/** Requests under way are answered, then their connections closed; what is still open after its time is cut. */
async function drain(app: FastifyInstance): Promise<void> {
  const { server } = app;
  const closeIdle = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS);
  const cut = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
  await app.close();
  clearInterval(closeIdle);
  clearTimeout(cut);
}

async function main(): Promise<void> {
  const stops = new Stops();
  let log: Log | undefined;
  try {
    const config = readConfig();
    log = createLog(config.logLevel, { readable: process.stdout.isTTY });
    stopOnSignals(log, stops);
    await start(log, config, stops);
  } catch (error) {
    await stops.run(log);
    if (error instanceof StartError) process.stderr.write(`Posthorn cannot start. ${error.message}\n`);
    else console.error(error);
    process.exit(1);
  }
}

/** The first signal stops in order, a second one at once. */
function stopOnSignals(log: Log, stops: Stops): void {
  let stopping = false;
  const stop = async (exitCode: number): Promise<void> => {
    if (stopping) process.exit(1);
    stopping = true;
    const isClean = await stops.run(log);
    process.exit(isClean ? exitCode : 1);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      log.info({ signal }, stopping ? 'ended by force' : 'stopping');
      void stop(0);
    });
  }
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'a bug: stopping');
    void stop(1);
  });
}

await main();
