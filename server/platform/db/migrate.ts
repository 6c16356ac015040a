import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';

const FOLDER = fileURLToPath(new URL('../../../migrations/', import.meta.url));
// Any constant: it names this lock among the advisory locks of the database.
const LOCK = 7_064_737;

/** Applies what is missing, each file in its own transaction, under a lock: several processes may start at once. */
export async function migrate(pool: pg.Pool): Promise<string[]> {
  const client = await pool.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    try {
      const missing = await missingMigrations(client);
      for (const name of missing) await apply(client, name);
      return missing;
    } finally {
      await client.query('select pg_advisory_unlock($1)', [LOCK]);
    }
  } finally {
    client.release();
  }
}

/** The migrations of this code that the database does not have yet. */
export async function missingMigrations(client: pg.Pool | pg.PoolClient): Promise<string[]> {
  await client.query(
    'create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())',
  );
  const { rows } = await client.query<{ name: string }>('select name from migrations');
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
    throw new Error(`Migration ${name} failed: ${(error as Error).message}`, { cause: error });
  }
}
