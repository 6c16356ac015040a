import { PgBoss } from 'pg-boss';
import { systemClock } from '../../server/platform/clock.ts';
import { readConfig } from '../../server/platform/config.ts';
import type { BaseCtx } from '../../server/platform/context.ts';
import { connect } from '../../server/platform/db/connect.ts';
import { startEmbeddedPostgres } from '../../server/platform/db/embedded.ts';
import { migrate } from '../../server/platform/db/migrate.ts';
import { createLog } from '../../server/platform/log.ts';

/** What server code needs to run in this process, on a fresh embedded Postgres with its default, durable settings. */
export async function scratchContext(dataDir: string, env: Record<string, string> = {}) {
  const log = createLog('warn');
  const config = readConfig({ SECRET: 'a secret of the benchmarks, long enough', ...env });
  const embedded = await startEmbeddedPostgres({ dataDir, log });
  const database = connect(embedded.connectionString, {
    poolSize: config.databasePoolSize,
    onIdleError: (error) => log.warn({ err: error }, 'connection'),
  });
  await migrate(database.pool);
  const jobs = new PgBoss({ connectionString: embedded.connectionString, supervise: false, schedule: false });
  const ctx: BaseCtx = { db: database.db, clock: systemClock, log, config, jobs };
  return {
    ctx,
    pool: database.pool,
    connectionString: embedded.connectionString,
    close: async () => {
      await database.close();
      await embedded.stop();
    },
  };
}
