import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';

/**
 * Whether this database was made from a backup of another: what it holds may have been done elsewhere since, so nothing
 * that reaches the world may start by itself.
 */
export async function isRestoredCopy(pool: pg.Pool, isEmbedded: boolean): Promise<boolean> {
  const fingerprint = await fingerprintOf(pool, isEmbedded);
  await pool.query('insert into deployment (fingerprint) values ($1) on conflict do nothing', [fingerprint]);
  const { rows } = await pool.query<{ fingerprint: string }>('select fingerprint from deployment');
  return rows[0]?.fingerprint !== fingerprint;
}

/** From here on this copy is the original. */
export async function confirmCopy(pool: pg.Pool, isEmbedded: boolean): Promise<void> {
  const fingerprint = await fingerprintOf(pool, isEmbedded);
  await pool.query('update deployment set fingerprint = $1, confirmed_at = now()', [fingerprint]);
}

/**
 * A dump that is loaded elsewhere lands in another cluster or under another database id. Copied files keep both; in a
 * data folder of our own the inode of a file that Postgres never writes again tells them apart.
 */
async function fingerprintOf(pool: pg.Pool, isEmbedded: boolean): Promise<string> {
  const { rows } = await pool.query<{ cluster: string; database: string }>(`
    select system_identifier::text as cluster, (select oid from pg_database where datname = current_database()) as database
    from pg_control_system()`);
  const known = `${rows[0]?.cluster}/${rows[0]?.database}`;
  if (!isEmbedded) return known;
  const directory = await pool.query<{ data_directory: string }>('show data_directory');
  const { ino } = await stat(join(directory.rows[0]?.data_directory ?? '', 'PG_VERSION'));
  return `${known}/${ino}`;
}
