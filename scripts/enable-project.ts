// Enables a project that was suspended: node scripts/enable-project.ts <project id>, with the settings of the server.
// With the embedded Postgres the server must be stopped meanwhile: one process at a time may use it.
import { PgBoss } from 'pg-boss';
import { systemClock } from '../server/platform/clock.ts';
import { readConfig } from '../server/platform/config.ts';
import { connect } from '../server/platform/db/connect.ts';
import { startEmbeddedPostgres } from '../server/platform/db/embedded.ts';
import { createLog } from '../server/platform/log.ts';
import { isUuid } from '../server/platform/uuid.ts';
import { forgive } from '../server/reputation/forgive.ts';

const projectId = process.argv[2] ?? '';
if (!isUuid(projectId)) {
  console.error('Usage: node scripts/enable-project.ts <project id>');
  process.exit(2);
}
const config = readConfig();
const log = createLog('warn');
const embedded = config.databaseUrl ? undefined : await startEmbeddedPostgres({ dataDir: config.dataDir, log });
const connectionString = config.databaseUrl ?? embedded?.connectionString ?? '';
const { db, close } = connect(connectionString, { poolSize: 1, onIdleError: (error) => log.warn({ err: error }) });
try {
  const ctx = { db, clock: systemClock, log, config, jobs: new PgBoss(connectionString), projectId };
  const project = await forgive(ctx);
  console.log(project ? `${project.name} can send again.` : 'There is no disabled project of this id.');
  process.exitCode = project ? 0 : 1;
} finally {
  await close();
  await embedded?.stop();
}
