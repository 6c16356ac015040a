/** Checks that tables.ts is what the migrations make; with --write, makes it so. */
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { startEmbeddedPostgres } from '../server/platform/db/embedded.ts';
import { migrate } from '../server/platform/db/migrate.ts';
import { createLog } from '../server/platform/log.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const dataDir = await mkdtemp(join(tmpdir(), 'posthorn-tables-'));
const embedded = await startEmbeddedPostgres({ dataDir, log: createLog('warn'), settings: { fsync: 'off' } });
try {
  const pool = new pg.Pool({ connectionString: embedded.connectionString, max: 1 });
  await migrate(pool);
  await pool.end();
  const codegen = join(root, 'node_modules/kysely-codegen/dist/cli/bin.js');
  const flags = process.argv.includes('--write') ? [] : ['--verify'];
  const { status } = spawnSync(process.execPath, [codegen, '--url', embedded.connectionString, ...flags], {
    cwd: root,
    stdio: 'inherit',
  });
  process.exitCode = status ?? 1;
} finally {
  await embedded.stop();
  await rm(dataDir, { recursive: true, force: true });
}
