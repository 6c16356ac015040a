import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded.ts';

const isRoot = process.getuid?.() === 0;
const log = pino({ level: 'silent' });
const started: EmbeddedPostgres[] = [];
let made: string;
let base: string;
let dataDir: string;

beforeAll(async () => {
  made = await enterableDir();
  await (await startEmbeddedPostgres({ dataDir: join(made, 'data'), log })).stop();
});

beforeEach(async () => {
  base = await enterableDir();
  dataDir = join(base, 'data');
});

afterEach(async () => {
  for (const each of started.splice(0)) await each.stop();
  // A server that was killed leaves processes behind, which write for a moment longer.
  await rm(base, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

afterAll(() => rm(made, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));

describe('a data directory', () => {
  it('keeps its rows over a restart', async () => {
    await write(await start(), 'kept');
    await stopAll();
    expect(await read(await start())).toEqual(['kept']);
  });

  it('may have spaces, quotes and letters of any script in its path', async () => {
    dataDir = join(base, `it's "my" d\u00e4ta, \u6570\u636e`);
    await write(await start(), 'here');
    expect(await read(await restart())).toEqual(['here']);
  });

  it('may have a path too long for a socket', async () => {
    dataDir = join(base, 'x'.repeat(100), 'data');
    await write(await start(), 'deep');
    expect(await read(await restart())).toEqual(['deep']);
  });

  it('is created anew when an earlier start was interrupted while creating it', async () => {
    const unfinished = join(dataDir, 'postgres.creating-abc123', 'cluster');
    await mkdir(unfinished, { recursive: true });
    await writeFile(join(unfinished, 'PG_VERSION'), '18\n');
    await write(await start(), 'whole');
    expect((await readdir(dataDir)).sort()).toEqual(['owner.json', 'owner.lock', 'postgres', 'postgres-password']);
  });

  it('gets a new password when the file with it is lost', async () => {
    copyMade();
    await rm(join(dataDir, 'postgres-password'));
    await write(await start(), 'reachable');
    expect((await stat(join(dataDir, 'postgres-password'))).mode & 0o777).toBe(0o600);
  });

  it('says which file holds a wrong password', async () => {
    copyMade();
    await writeFile(join(dataDir, 'postgres-password'), 'wrong');
    await expect(start()).rejects.toThrow(/postgres-password does not hold the password of the database/);
  });

  it('of another major version is refused', async () => {
    copyMade();
    await writeFile(join(dataDir, 'postgres', 'PG_VERSION'), '17\n');
    await expect(start()).rejects.toThrow(/was made by PostgreSQL 17/);
  });

  it('takes settings over ours', async () => {
    copyMade();
    const { connectionString } = await start({ settings: { max_connections: '17' } });
    expect(await query(connectionString, 'show max_connections')).toEqual([{ max_connections: '17' }]);
  });
});

describe('one owner at a time', () => {
  it('refuses a second start and names the first', async () => {
    copyMade();
    await start({ announce: 'http://127.0.0.1:3000' });
    await expect(start()).rejects.toThrow(
      `The data directory ${dataDir} is in use by another Posthorn process (pid ${process.pid}, http://127.0.0.1:3000). ` +
        'Stop it first, or set DATA_DIR and PORT for a second one.',
    );
  });

  it('lets exactly one of several simultaneous starts win', async () => {
    copyMade();
    const attempts = await Promise.all([1, 2, 3, 4].map(() => holdInAnotherProcess()));
    expect(attempts.map(({ firstLine }) => firstLine.startsWith('postgresql:')).sort()).toEqual([
      false,
      false,
      false,
      true,
    ]);
    for (const { kill } of attempts) await kill('SIGTERM');
  });

  it('is free again after a stop', async () => {
    copyMade();
    await (await start()).stop();
    await expect(start()).resolves.toBeDefined();
  });
});

describe('after a crash', () => {
  it('of our process, the server it left behind is stopped and nothing is lost', async () => {
    copyMade();
    const other = await holdInAnotherProcess();
    await query(other.firstLine, 'create table notes (text text)');
    await query(other.firstLine, `insert into notes values ('committed')`);
    await other.kill('SIGKILL');
    const orphan = await serverPid();
    expect(await read(await start())).toEqual(['committed']);
    expect(await serverPid()).not.toBe(orphan);
  });

  it('of our process and the server at once, the server recovers', async () => {
    copyMade();
    const other = await holdInAnotherProcess();
    await query(other.firstLine, 'create table notes (text text)');
    await query(other.firstLine, `insert into notes values ('committed')`);
    const orphan = await serverPid();
    await other.kill('SIGKILL');
    process.kill(orphan, 'SIGKILL');
    expect(await read(await start())).toEqual(['committed']);
  });

  it('of the server alone, `exited` tells', async () => {
    copyMade();
    const running = await start();
    process.kill(await serverPid(), 'SIGKILL');
    await expect(running.exited).resolves.toEqual({ code: null, signal: 'SIGKILL' });
  });

  it('a left-behind process id that now belongs to a stranger is not in the way, and the stranger lives', async () => {
    copyMade();
    const account = await stat(join(dataDir, 'postgres'));
    const stranger = spawn('sleep', ['60'], { uid: account.uid, gid: account.gid, cwd: '/' });
    await writeFile(join(dataDir, 'postgres', 'postmaster.pid'), pidFile(stranger.pid, join(dataDir, 'postgres')));
    await start();
    expect(stranger.exitCode).toBeNull();
    stranger.kill();
  });

  it('an empty pid file is not in the way', async () => {
    copyMade();
    await writeFile(join(dataDir, 'postgres', 'postmaster.pid'), '');
    await expect(start()).resolves.toBeDefined();
  });
});

describe.skipIf(!isRoot)('as root', () => {
  it('works in a directory that no other user can enter, and finds the same data later', async () => {
    await chmod(base, 0o700);
    await write(await start(), 'outside');
    const { home } = JSON.parse(await readFile(join(dataDir, 'postgres-place.json'), 'utf8')) as { home: string };
    expect(home).toMatch(/^\/var\/lib\/posthorn\/data-/);
    await chmod(base, 0o755);
    expect(await read(await restart())).toEqual(['outside']);
    await stopAll();
    await rm(home, { recursive: true });
    await expect(start()).rejects.toThrow(`was kept in ${home} and is no longer there`);
  });

  it('lets the account of Postgres alone into a data directory of mode 0700', async () => {
    await mkdir(dataDir, { mode: 0o700 });
    await write(await start(), 'inside');
    const { gid } = await stat(join(dataDir, 'postgres'));
    expect(await stat(dataDir)).toMatchObject({ uid: 0, gid, mode: 0o040710 });
  });

  it('does not let a copy of a data directory use the database of the original', async () => {
    await mkdir(dataDir);
    await mkdir(join(base, 'original'));
    const note = { dataDir: join(base, 'original'), home: '/var/lib/posthorn/data-of-the-original' };
    await writeFile(join(dataDir, 'postgres-place.json'), JSON.stringify(note));
    await expect(start()).rejects.toThrow(`is a copy of ${note.dataDir}`);
  });

  it('says what to do when the account can no longer enter', async () => {
    copyMade();
    await chmod(base, 0o700);
    await expect(start()).rejects.toThrow(/can no longer enter .* chmod o\+x/);
  });

  it('takes over a cluster that root has restored', async () => {
    copyMade();
    execFileSync('chown', ['-R', '0:0', dataDir]);
    await chmod(join(dataDir, 'postgres'), 0o755);
    await expect(start()).resolves.toBeDefined();
  });
});

async function start(
  options: { settings?: Record<string, string>; announce?: string } = {},
): Promise<EmbeddedPostgres> {
  const embedded = await startEmbeddedPostgres({ dataDir, log, ...options });
  started.push(embedded);
  return embedded;
}

async function stopAll(): Promise<void> {
  for (const each of started.splice(0)) await each.stop();
}

async function restart(): Promise<EmbeddedPostgres> {
  await stopAll();
  return start();
}

/** Creating a cluster takes most of a second; tests that are not about it begin with a copy of one. */
function copyMade(): void {
  execFileSync('cp', ['-a', join(made, 'data'), dataDir]);
}

/** Not 0700, as mkdtemp makes it: as root, the account of Postgres has to get in. */
async function enterableDir(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'posthorn-embedded-'));
  await chmod(path, 0o755);
  return path;
}

async function holdInAnotherProcess() {
  const program = `
    const { startEmbeddedPostgres } = await import(${JSON.stringify(import.meta.resolve('./embedded.ts'))});
    const log = { info() {}, warn() {}, error() {}, debug() {} };
    const running = await startEmbeddedPostgres({ dataDir: process.argv[1], log }).catch((error) => error);
    console.log(running.connectionString ?? running.message);
    if (running.stop) process.once('SIGTERM', () => running.stop().then(() => process.exit()));
  `;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [firstLine] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  const kill = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null) return;
    const exit = once(child, 'exit');
    child.kill(signal);
    await exit;
  };
  return { firstLine, kill };
}

async function serverPid(): Promise<number> {
  return Number.parseInt(await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'), 10);
}

const pidFile = (pid: number | undefined, cluster: string): string =>
  `${[pid, cluster, 1_700_000_000, 5432, '.', '', '  1 1', 'ready'].join('\n')}\n`;

async function query(connectionString: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rows } = await client.query(text).finally(() => client.end());
  return rows;
}

async function write({ connectionString }: EmbeddedPostgres, text: string): Promise<void> {
  await query(connectionString, 'create table notes (text text)');
  await query(connectionString, `insert into notes values ('${text}')`);
}

async function read({ connectionString }: EmbeddedPostgres): Promise<string[]> {
  const rows = (await query(connectionString, 'select text from notes')) as { text: string }[];
  return rows.map((row) => row.text);
}
