import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { StartError } from '../start-error.ts';

const FOLDER = fileURLToPath(new URL('../../../migrations/', import.meta.url));
// Any constants: they name these locks among the advisory locks of the database.
const MIGRATION_LOCK = 7_064_737;
const START_LOCK = 7_064_738;
const UNDEFINED_TABLE = '42P01';

/** Applies what is missing, each file in its own transaction, under a lock: several processes may start at once. */
export async function migrate(pool: pg.Pool): Promise<string[]> {
  const client = await pool.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    try {
      await client.query(
        'create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())',
      );
      const missing = await missingMigrations(client);
      for (const name of missing) await apply(client, name);
      return missing;
    } finally {
      await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]);
    }
  } finally {
    client.release();
  }
}

/** The migrations of this code that the database does not have yet. Only reads. */
export async function missingMigrations(client: pg.Pool | pg.PoolClient): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>('select name from migrations').catch((error: unknown) => {
    if (error instanceof pg.DatabaseError && error.code === UNDEFINED_TABLE) return { rows: [] };
    throw error;
  });
  const applied = new Set(rows.map((row) => row.name));
  const files = (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).sort();
  return files.filter((name) => !applied.has(name));
}

async function apply(client: pg.PoolClient, name: string): Promise<void> {
  const statements = await readFile(FOLDER + name, 'utf8');
  await client.query('begin');
  try {
    await client.query(statements);
    await client.query('insert into migrations (name) values ($1)', [name]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw new StartError(`Migration ${name} failed: ${(error as Error).message}`, { cause: error });
  }
}

/** One process of the deployment at a time, over a connection of its own: for what every process prepares at start. */
export async function oneProcessAtATime<T>(connectionString: string, work: () => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString, application_name: 'posthorn-start' });
  // If the connection breaks the lock is gone, and so is the database that `work` needs: that will speak for itself.
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [START_LOCK]);
    return await work();
  } finally {
    await client.end();
  }
}
