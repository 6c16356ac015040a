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
