import { randomBytes } from 'node:crypto';
import pg from 'pg';

export const TEMPLATE_DATABASE = 'posthorn_template';

export function databaseUrl(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.href;
}

/** The worker's own database, cloned from the migrated template on first use. */
export async function cloneDatabase(serverUrl: string, name: string): Promise<string> {
  const admin = new pg.Client(serverUrl);
  await admin.connect();
  const { rowCount } = await admin.query('select from pg_database where datname = $1', [name]);
  if (rowCount === 0) await admin.query(`create database ${name} template ${TEMPLATE_DATABASE}`);
  await admin.end();
  return databaseUrl(serverUrl, name);
}

/** A database with nothing in it, as a server finds it on its very first start; or a copy of another. */
export async function emptyDatabase(
  serverUrl: string,
  template = 'template1',
): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `posthorn_empty_${randomBytes(6).toString('hex')}`;
  const asAdmin = async (statement: string) => {
    const admin = new pg.Client(serverUrl);
    await admin.connect();
    await admin.query(statement);
    await admin.end();
  };
  await asAdmin(`create database ${name} template ${template}`);
  return { url: databaseUrl(serverUrl, name), drop: () => asAdmin(`drop database ${name} with (force)`) };
}
