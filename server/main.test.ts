import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { emptyDatabase } from '../test/database.ts';

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url));
const SECRET = 'a secret that only tests use, long enough';
const KEYS = { BOOTSTRAP_PUBLIC_KEY: 'pk_of_the_test', BOOTSTRAP_SECRET_KEY: 'sk_of_the_test' };

/** The process as an operator runs it, on a database of its own. */
class Running {
  readonly child: ChildProcess;
  readonly port: number;
  output = '';
  readonly exited: Promise<number | null>;

  constructor(port: number, env: Record<string, string>) {
    this.port = port;
    this.child = spawn(process.execPath, [MAIN], {
      cwd: directory,
      env: { PATH: process.env.PATH, PORT: String(port), SECRET, ...env },
    });
    for (const stream of [this.child.stdout, this.child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.output += text;
      });
    }
    this.exited = once(this.child, 'exit').then(([code]) => code as number | null);
    running.push(this);
  }

  async ready(): Promise<this> {
    await expect.poll(() => this.output, { timeout: 60_000, interval: 50 }).toContain('Posthorn is ready"');
    return this;
  }

  get(path: string, { agent, method = 'GET' }: { agent?: Agent; method?: string } = {}): Promise<number> {
    const headers = { authorization: `Bearer ${KEYS.BOOTSTRAP_SECRET_KEY}` };
    return new Promise((resolve, reject) => {
      request({ port: this.port, path, method, headers, ...(agent ? { agent } : {}) }, (response) => {
        response.resume().on('end', () => resolve(response.statusCode ?? 0));
      })
        .on('error', reject)
        .end();
    });
  }
}

let database: Awaited<ReturnType<typeof emptyDatabase>>;
let directory: string;
let running: Running[] = [];
beforeEach(async () => {
  database = await emptyDatabase(inject('postgresUrl'));
  directory = await mkdtemp(join(tmpdir(), 'posthorn-main-'));
});
afterEach(async () => {
  for (const { child } of running) child.kill('SIGKILL');
  await Promise.all(running.map(({ exited }) => exited));
  running = [];
  await database.drop();
  await rm(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as { port: number };
  probe.close();
  return port;
}

const start = async (env: Record<string, string> = {}) =>
  new Running(await freePort(), { DATABASE_URL: database.url, ...KEYS, ...env });

describe('a start that cannot succeed says why in one line and exits with 1', () => {
  const refusal = async (process: Running): Promise<string> => {
    expect(await process.exited).toBe(1);
    const lines = process.output.split('\n').filter((line) => line && !line.startsWith('{'));
    expect(lines).toHaveLength(1);
    return lines[0] ?? '';
  };

  it('a wrong value', async () => {
    expect(await refusal(await start({ PORT: 'http' }))).toBe(
      'Posthorn cannot start. PORT: must be a port: a whole number from 0 to 65535',
    );
  });

  it('a port that is taken, without spending the keys that are shown once', async () => {
    const taken: Server = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as { port: number };
    const refused = new Running(port, { DATABASE_URL: database.url, ...KEYS });
    expect(await refusal(refused)).toBe(`Posthorn cannot start. PORT: ${port} is already in use on 127.0.0.1`);
    taken.close();
    expect((await (await start()).ready()).output).toContain('Secret key');
  });

  it('a host that is not ours', async () => {
    expect(await refusal(await start({ HOST: '192.0.2.1' }))).toMatch(/^Posthorn cannot start\. HOST: /);
  });

  it('a database that is not there', async () => {
    const port = await freePort();
    const refused = await start({ DATABASE_URL: `postgres://nobody@127.0.0.1:${port}/none` });
    expect(await refusal(refused)).toMatch(/^Posthorn cannot start\. DATABASE_URL: .*ECONNREFUSED/);
  });

  it('a database that does not exist on its server', async () => {
    const url = new URL(database.url);
    url.pathname = '/posthorn_no_such_database';
    expect(await refusal(await start({ DATABASE_URL: url.href }))).toMatch(
      /^Posthorn cannot start\. DATABASE_URL: .*does not exist/,
    );
  });

  it('a Postgres that is too old', async () => {
    const old = await anOldPostgres();
    expect(await refusal(await start({ DATABASE_URL: `postgres://x@127.0.0.1:${old.port}/x` }))).toBe(
      'Posthorn cannot start. DATABASE_URL: Postgres 15 or newer is needed, this server is 14.9',
    );
    old.close();
  });

  it('a migration that fails', async () => {
    const client = new pg.Client(database.url);
    await client.connect();
    await client.query('create table projects (id int)');
    await client.end();
    expect(await refusal(await start())).toMatch(/^Posthorn cannot start\. Migration 0001-/);
  });
});

describe('the first start', () => {
  it('shows login, keys and two commands, and they work', async () => {
    const server = await (await start({ BOOTSTRAP_PUBLIC_KEY: '', BOOTSTRAP_SECRET_KEY: '' })).ready();
    const publicKey = /Public key {2}(pk_\w+)/.exec(server.output)?.[1];
    expect(server.output).toMatch(/Login {7}\S+@\S+/);
    expect(server.output).toMatch(/Password {4}\S{8,}/);
    const [track, list] = server.output.split('\n').filter((line) => line.startsWith('curl'));
    expect(track).toContain(`Bearer ${publicKey}`);
    expect(await shell(track ?? '')).toMatchObject({ success: true });
    expect(await shell(list ?? '')).toMatchObject({ total: 1, data: [{ email: 'ada@example.com' }] });
  });

  it('of several processes at once prepares an empty database once', async () => {
    const servers = await Promise.all([start(), start(), start({ ROLE: 'worker' })]);
    await Promise.all(servers.map((server) => server.ready()));
    expect(servers.filter(({ output }) => output.includes('Secret key'))).toHaveLength(1);
    expect(await servers[0]?.get('/contacts')).toBe(200);
    expect(await servers[1]?.get('/contacts')).toBe(200);
    for (const { child } of servers) child.kill('SIGTERM');
    expect(await Promise.all(servers.map(({ exited }) => exited))).toEqual([0, 0, 0]);
  });

  it('takes what the environment gives, once', async () => {
    const given = {
      BOOTSTRAP_EMAIL: 'Ops@Example.com',
      BOOTSTRAP_PASSWORD: 'correct horse',
      BOOTSTRAP_PROJECT: 'Shop',
    };
    const server = await (await start({ ...given, BOOTSTRAP_DOMAINS: 'shop.example, Mail.Shop.example' })).ready();
    expect(server.output).toContain('Shop');
    expect(server.output).not.toContain('correct horse');
    expect(await server.get('/contacts')).toBe(200);
    server.child.kill('SIGTERM');
    await server.exited;
    const again = await (await start({ ...given, BOOTSTRAP_SECRET_KEY: 'sk_another_key' })).ready();
    expect(again.output).not.toContain('Secret key');
    expect(await again.get('/contacts')).toBe(200);
    const client = new pg.Client(database.url);
    await client.connect();
    const { rows } = await client.query('select domain from domains where verified order by domain');
    expect(rows.map(({ domain }) => domain)).toEqual(['mail.shop.example', 'shop.example']);
    const { rows: users } = await client.query('select email, password_hash from users');
    expect(users).toMatchObject([{ email: 'ops@example.com', password_hash: expect.stringMatching(/^\$argon2id\$/) }]);
    await client.end();
  });
});

describe('a stop', () => {
  /** Holds a lock that makes reading contacts wait, until released. */
  async function holdContacts(): Promise<{ release(): Promise<void> }> {
    const client = new pg.Client(database.url);
    await client.connect();
    await client.query('begin');
    await client.query('lock table contacts in access exclusive mode');
    return { release: () => client.end() };
  }

  const isWaiting = async (): Promise<boolean> => {
    const client = new pg.Client(database.url);
    await client.connect();
    const { rows } = await client.query(
      `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%contacts%'`,
    );
    await client.end();
    return rows.length > 0;
  };

  it('answers the requests under way, closes idle connections and takes no new ones', async () => {
    const server = await (await start()).ready();
    const agent = new Agent({ keepAlive: true });
    expect(await server.get('/health', { agent })).toBe(200);
    const lock = await holdContacts();
    const slow = server.get('/contacts', { agent: new Agent({ keepAlive: true }) });
    await expect.poll(isWaiting, { timeout: 5000 }).toBe(true);
    server.child.kill('SIGTERM');
    await expect.poll(() => server.output, { timeout: 5000 }).toContain('"stopping"');
    await expect(server.get('/health', { agent: new Agent() })).rejects.toThrow();
    await lock.release();
    expect(await slow).toBe(200);
    const releasedAt = Date.now();
    expect(await server.exited).toBe(0);
    expect(Date.now() - releasedAt).toBeLessThan(3000);
  });

  it('is at once on the second signal', async () => {
    const server = await (await start()).ready();
    const lock = await holdContacts();
    const slow = server.get('/contacts').catch(() => 'cut');
    await expect.poll(isWaiting, { timeout: 5000 }).toBe(true);
    server.child.kill('SIGINT');
    await expect.poll(() => server.output, { timeout: 5000 }).toContain('"stopping"');
    server.child.kill('SIGINT');
    const code = await server.exited;
    await lock.release();
    expect([code, await slow]).toEqual([1, 'cut']);
  });
});

describe('a database that was restored from a backup', () => {
  const mail = { to: 'ada@example.com', from: 'hello@example.com', subject: 'Hi', body: '<p>Hi</p>' };

  /** One mail waits in the original; answers a copy of it as a restore makes one. */
  async function aCopyWithQueuedMail(): Promise<{ url: string; drop(): Promise<void> }> {
    const original = await (await start({ ROLE: 'api', BOOTSTRAP_DOMAINS: 'example.com' })).ready();
    await fetch(`http://127.0.0.1:${original.port}/v1/send`, {
      method: 'POST',
      headers: { authorization: `Bearer ${KEYS.BOOTSTRAP_SECRET_KEY}`, 'content-type': 'application/json' },
      body: JSON.stringify(mail),
    });
    expect(await statusOfMail(database.url)).toBe('QUEUED');
    original.child.kill('SIGTERM');
    await original.exited;
    return emptyDatabase(inject('postgresUrl'), new URL(database.url).pathname.slice(1));
  }

  const healthOf = async ({ port }: Running): Promise<{ relay: { status: string } }> =>
    (await (await fetch(`http://127.0.0.1:${port}/health`)).json()) as { relay: { status: string } };

  async function statusOfMail(url: string): Promise<string> {
    const client = new pg.Client(url);
    await client.connect();
    const { rows } = await client.query('select status from emails');
    await client.end();
    return rows[0]?.status;
  }

  it.each([
    ['send', 'SENT'],
    ['discard', 'CANCELLED'],
  ])('sends nothing until it is confirmed; with %s its mail ends %s', async (decision, status) => {
    const copy = await aCopyWithQueuedMail();
    const paused = await (await start({ DATABASE_URL: copy.url })).ready();
    expect(await healthOf(paused)).toMatchObject({
      relay: { status: 'paused', reason: expect.stringContaining('CONFIRM_RESTORE') },
    });
    expect(await statusOfMail(copy.url)).toBe('QUEUED');
    // Another process is told; the one that waits learns it from the database.
    await (await start({ DATABASE_URL: copy.url, CONFIRM_RESTORE: decision })).ready();
    await expect.poll(() => statusOfMail(copy.url), { timeout: 10_000 }).toBe(status);
    const relay = async () => (await healthOf(paused)).relay.status;
    await expect.poll(relay, { timeout: 10_000 }).toBe('ok');
    for (const { child } of running) child.kill('SIGKILL');
    await copy.drop();
  });

  it('is none when the same database is started again', async () => {
    for (const times of ['first', 'second']) {
      const server = await (await start()).ready();
      const { relay } = await healthOf(server);
      expect([times, relay.status]).toEqual([times, 'ok']);
      server.child.kill('SIGTERM');
      await server.exited;
    }
  });
});

describe('the log', () => {
  it('holds no keys, no addresses and no credentials of the relay at its default level', async () => {
    const server = await (
      await start({ MAIL_TRANSPORT: 'smtp://user:relay-password@127.0.0.1:2525', BOOTSTRAP_PUBLIC_KEY: '' })
    ).ready();
    await server.get('/contacts?search=secret-person@example.com');
    await server.get('/contacts/secret-person@example.com', { method: 'DELETE' });
    server.child.kill('SIGTERM');
    await server.exited;
    const lines = server.output.split('\n').filter((line) => line.startsWith('{'));
    expect(lines.length).toBeGreaterThan(3);
    expect(lines.join('\n')).not.toMatch(/sk_of_the_test|pk_[0-9a-f]{64}|secret-person|relay-password/);
  });
});

/** Runs a command line as it was printed; answers the JSON that came back. */
async function shell(command: string): Promise<unknown> {
  const child = spawn('sh', ['-c', `${command} --silent`]);
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  await once(child, 'close');
  return JSON.parse(output);
}

/** Speaks just enough of the protocol to say that it is version 14. */
async function anOldPostgres(): Promise<{ port: number; close(): void }> {
  const message = (type: string, body: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeInt32BE(body.length + 4);
    return Buffer.concat([Buffer.from(type), length, body]);
  };
  const int16 = (n: number) => Buffer.from([n >> 8, n & 255]);
  const int32 = (n: number) => Buffer.from([n >> 24, n >> 16, n >> 8, n].map((byte) => byte & 255));
  const column = (name: string, type: number) =>
    Buffer.concat([Buffer.from(`${name}\0`), int32(0), int16(0), int32(type), int16(-1), int32(-1), int16(0)]);
  const value = (text: string) => Buffer.concat([int32(text.length), Buffer.from(text)]);
  const ready = message('Z', Buffer.from('I'));
  const answer = Buffer.concat([
    message('T', Buffer.concat([int16(2), column('version', 23), column('name', 25)])),
    message('D', Buffer.concat([int16(2), value('140009'), value('14.9')])),
    message('C', Buffer.from('SELECT 1\0')),
    ready,
  ]);
  const server = createServer((socket) => {
    let hasStarted = false;
    socket.on('error', () => {});
    socket.on('data', (data) => {
      if (!hasStarted) socket.write(Buffer.concat([message('R', int32(0)), ready]));
      else if (data[0] === 'Q'.charCodeAt(0)) socket.write(answer);
      hasStarted = true;
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { port: (server.address() as { port: number }).port, close: () => server.close() };
}
