import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { PgBoss } from 'pg-boss';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../server/platform/db/embedded.ts';
import { migrate } from '../server/platform/db/migrate.ts';
import { createQueues } from '../server/platform/jobs/runner.ts';
import { createLog } from '../server/platform/log.ts';
import { sweeps } from '../server/worker.ts';
import { databaseUrl, TEMPLATE_DATABASE } from './database.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string;
  }
}

/** One Postgres for the run, one migrated template in it; each worker clones the template. */
export async function setup(project: TestProject) {
  const server = await testServer();
  const admin = new pg.Client(server.url);
  await admin.connect();
  // A server that outlives the run has the clones of the last one.
  const { rows } = await admin.query<{ name: string }>(
    `select datname as name from pg_database where datname ~ '^posthorn_(worker|empty)_'`,
  );
  for (const { name } of rows) await admin.query(`drop database ${name} with (force)`);
  await admin.query(`drop database if exists ${TEMPLATE_DATABASE} with (force)`);
  await admin.query(`create database ${TEMPLATE_DATABASE}`);
  await admin.end();
  await prepareTemplate(databaseUrl(server.url, TEMPLATE_DATABASE));
  project.provide('postgresUrl', server.url);
  return server.stop;
}

/** TEST_DATABASE_URL runs the same tests against another server, for example the oldest supported version. */
async function testServer() {
  const given = process.env.TEST_DATABASE_URL;
  if (given) return { url: given, stop: async () => {} };
  const dataDir = await mkdtemp(join(tmpdir(), 'posthorn-test-'));
  const embedded = await startEmbeddedPostgres({
    dataDir,
    log: createLog('warn'),
    // Tests survive no power failure.
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' },
  });
  return {
    url: embedded.connectionString,
    stop: async () => {
      await embedded.stop();
      await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
}

async function prepareTemplate(url: string): Promise<void> {
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  await migrate(pool);
  await pool.end();
  const boss = new PgBoss({ connectionString: url, max: 1, supervise: false, schedule: false });
  await boss.start();
  await createQueues(boss, sweeps);
  await boss.stop({ graceful: false });
}
