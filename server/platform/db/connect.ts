import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { StartError } from '../start-error.ts';
import { endSilentClients } from './end-silent.ts';
import { KEEP_ALIVE } from './keep-alive.ts';
import { withPreparedStatements } from './prepared-statements.ts';
import type { DB } from './tables.ts';

const OLDEST_SERVER = 150000;

// Counts come back as numbers: no table of ours reaches 2^53 rows.
const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format as 'text'),
};

export interface Database {
  db: Kysely<DB>;
  pool: pg.Pool;
  close(): Promise<void>;
}

export function connect(connectionString: string, { poolSize, onIdleError, silenceMs }: ConnectOptions): Database {
  const silence = endSilentClients({ connectionString, silenceMs, onSilence: onIdleError });
  const pool = new pg.Pool({
    connectionString,
    Client: silence.Client,
    max: poolSize,
    types: types as pg.CustomTypesConfig,
    application_name: 'posthorn',
    ...KEEP_ALIVE,
    connectionTimeoutMillis: 10_000,
  });
  // A connection that breaks while nobody uses it: the pool drops it and opens another when needed.
  let isClosing = false;
  pool.on('error', (error) => {
    if (!isClosing) onIdleError(error);
  });
  // One that breaks while somebody uses it fails that query, and is an event as well: unheard, it would end the process.
  pool.on('connect', (client) => client.on('error', () => {}));
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool: withPreparedStatements(pool) }) });
  const close = () => {
    isClosing = true;
    silence.stop();
    return db.destroy();
  };
  return { db, pool, close };
}

interface ConnectOptions {
  poolSize: number;
  /** After how long without an answer the server is asked whether it is still at it. */
  silenceMs?: number;
  /** Also of one that was ended because the server did not answer. */
  onIdleError(error: Error): void;
}

/** Fails with one readable line when the server cannot be reached or is too old. */
export async function assertUsable(pool: pg.Pool): Promise<void> {
  const { rows } = await pool
    .query<{ version: number; name: string }>(
      `select current_setting('server_version_num')::int as version, current_setting('server_version') as name`,
    )
    .catch((error: Error) => {
      throw new StartError(`DATABASE_URL: cannot use the database: ${reason(error)}`);
    });
  const server = rows[0];
  if (server && server.version < OLDEST_SERVER) {
    throw new StartError(`DATABASE_URL: Postgres 15 or newer is needed, this server is ${server.name}`);
  }
}

// A refused connection to a name with several addresses arrives as an AggregateError with an empty message.
function reason(error: Error): string {
  const errors: Error[] = error instanceof AggregateError ? error.errors : [error];
  return errors.map(({ message }) => message.replace(/\s+/g, ' ')).join('; ');
}
