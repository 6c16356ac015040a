import { access, constants, mkdir, realpath } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import pg from 'pg';
import type { Log } from '../log.ts';
import { StartError } from '../start-error.ts';
import { choosePlace } from './embedded/choose-place.ts';
import { claimDirectory } from './embedded/claim-directory.ts';
import { assertSameMajor, createCluster, keepPassword, ROLE, resetPassword } from './embedded/cluster.ts';
import { shownPath } from './embedded/file-tree.ts';
import { rememberHome } from './embedded/kept-place.ts';
import { type Exit, startPostmaster } from './embedded/postmaster.ts';
import { openSocketDirectory, type SocketDirectory } from './embedded/socket-directory.ts';
import { stopOrphan } from './embedded/stop-orphan.ts';

const DATABASE = 'posthorn';
const WRONG_PASSWORD = '28P01';

export interface EmbeddedPostgres {
  connectionString: string;
  /** Resolves if the server exits by itself. */
  exited: Promise<Exit>;
  /** May be called more than once. */
  stop(): Promise<void>;
}

interface Options {
  dataDir: string;
  log: Log;
  /** Of postgresql.conf, over ours. */
  settings?: Record<string, string>;
  /** Where this process is to be found, for the refusal of a second start. */
  announce?: string;
}

/** Starts a PostgreSQL of our own on the data directory, creating it first if need be. One process per directory. */
export async function startEmbeddedPostgres(options: Options): Promise<EmbeddedPostgres> {
  const dataDir = await openDataDir(resolve(options.dataDir));
  const claim = claimDirectory(dataDir, options.announce);
  const undo: (() => Promise<void> | void)[] = [() => claim.release()];
  const unwind = async () => {
    for (const step of undo.reverse()) await step();
  };
  try {
    const { place, password, strangerPid } = await prepareCluster(dataDir, options.log);
    const socket = await openSocketDirectory(place);
    undo.push(() => socket.remove());
    const server = { socketDir: socket.forServer, settings: options.settings ?? {}, strangerPid };
    const postmaster = await startPostmaster(place, server, options.log);
    undo.push(() => postmaster.stop());
    await ensureDatabase(addressOf('postgres', socket, password), dataDir);
    const connectionString = addressOf(DATABASE, socket, password);
    let stopped: Promise<void> | undefined;
    return { connectionString, exited: postmaster.exited, stop: () => (stopped ??= unwind()) };
  } catch (error) {
    await unwind();
    throw error;
  }
}

/** Its real path: a server that was left behind is recognised by it. */
async function openDataDir(dataDir: string): Promise<string> {
  try {
    await mkdir(dataDir, { recursive: true });
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    return await realpath(dataDir);
  } catch (error) {
    throw new StartError(`The data directory ${shownPath(dataDir)} cannot be used: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

async function prepareCluster(dataDir: string, log: Log) {
  const place = await choosePlace(dataDir, log);
  const { password, isFresh } = await keepPassword(dataDir);
  if (place.isNew) {
    log.info({ place: place.home }, 'Creating the database (first start only)');
    await createCluster(place, password);
    await rememberHome(dataDir, place.home);
    return { place, password, strangerPid: undefined };
  }
  await assertSameMajor(place);
  const strangerPid = await stopOrphan(place.cluster, log);
  if (isFresh) await resetPassword(place, password);
  return { place, password, strangerPid };
}

/** The host is named twice: URL parsers want one before the path, the driver takes the socket's from the query. */
function addressOf(database: string, { path, port }: SocketDirectory, password: string): string {
  return `postgresql://${ROLE}:${password}@localhost:${port}/${database}?host=${encodeURIComponent(path)}`;
}

/** Asks through the database that every cluster has. */
async function ensureDatabase(maintenance: string, dataDir: string): Promise<void> {
  const client = new pg.Client({ connectionString: maintenance });
  try {
    await client.connect();
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [DATABASE]);
    if (rowCount === 0) await client.query(`create database ${DATABASE}`);
  } catch (error) {
    if ((error as { code?: string }).code !== WRONG_PASSWORD) throw error;
    const file = shownPath(join(dataDir, 'postgres-password'));
    const advice = 'Remove the file, and Posthorn sets a new one.';
    throw new StartError(`${file} does not hold the password of the database. ${advice}`, { cause: error });
  } finally {
    await client.end();
  }
}
