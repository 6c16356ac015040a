import pg from 'pg';
import { startChild } from './child.ts';
import type { HttpOrder } from './http-load.ts';
import { line, type Measured, summarise, verdict } from './report.ts';
import { collect } from './rows.ts';
import { type ServerProcess, startServerProcess } from './server-process.ts';
import type { SqlOrder } from './sql-load.ts';

const WARM_UP_ROUNDS = 2;
const CALLERS = 64;
// The server's default DATABASE_POOL_SIZE.
const CONNECTIONS = 20;
const MAX_GROWTH_MEGABYTES = 50;

export interface Contest<Item> {
  /** For example POST /v1/track. */
  path: `/${string}`;
  key: 'publicKey' | 'secretKey';
  /** The next request of a side: both sides do the same work, on rows of their own. */
  next(side: 'http' | 'sql'): Item;
  /** The bare statement, and what it is given for an item. */
  statement: string;
  /** Makes what the statement needs, in a project of its own. */
  prepare?(client: pg.Client, projectId: string): Promise<string>;
  valuesOf(item: Item, projectId: string, prepared: string): unknown[];
  /** Missing: told, not demanded. */
  minRatio?: number;
  rounds: number;
  perRound: number;
  env?: Record<string, string>;
  nodeFlags?: string[];
}

/**
 * An endpoint over HTTP beside the bare statement that does the same work through the driver: same run, same database,
 * alternating rounds, so that whatever else the machine does weighs on both.
 */
export async function besideSql<Item>(contest: Contest<Item>): Promise<void> {
  const { rounds, perRound, statement, valuesOf, next } = contest;
  const server = await startServerProcess({
    env: { RATE_LIMIT_PER_MINUTE: '1000000000', ...contest.env },
    nodeFlags: contest.nodeFlags ?? [],
  });
  const http = startChild<HttpOrder, Measured>(new URL('./http-load.ts', import.meta.url));
  const sql = startChild<SqlOrder, Measured>(new URL('./sql-load.ts', import.meta.url));
  try {
    const { connectionString } = server;
    const { projectId, prepared } = await prepareSql(connectionString, contest);
    const items = (side: 'http' | 'sql') => Array.from({ length: perRound }, () => next(side));
    const httpRound = () => {
      const requests = items('http').map((item) => asRequest(item, contest, server));
      return http.run({ port: server.port, connections: CALLERS, requests });
    };
    const sqlRound = () => {
      const values = items('sql').map((item) => valuesOf(item, projectId, prepared));
      return sql.run({ connectionString, connections: CONNECTIONS, callers: CALLERS, statement, values });
    };

    await sqlRound();
    for (let round = 0; round < WARM_UP_ROUNDS; round++) await httpRound();
    const memory = [await server.memoryMegabytes()];
    const overHttp: Measured[] = [];
    const bare: Measured[] = [];
    for (let round = 0; round < rounds; round++) {
      bare.push(await sqlRound());
      overHttp.push(await httpRound());
      memory.push(await server.memoryMegabytes());
    }
    tell(contest, { overHttp, bare, memory });
  } finally {
    http.stop();
    sql.stop();
    await server.stop();
  }
}

function asRequest<Item>(item: Item, { path, key }: Contest<Item>, server: ServerProcess): Buffer {
  const body = JSON.stringify(item);
  const head = `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nAuthorization: Bearer ${server[key]}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n`;
  return Buffer.from(head + body);
}

/** A second project, so that both sides fill tables of their own size. */
async function prepareSql<Item>(connectionString: string, { prepare }: Contest<Item>) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rows } = await client.query<{ id: string }>(`
    insert into projects (name, public_key_hash, secret_key_hash, public_key_sealed, secret_key_sealed)
    values ('bench', 'a', 'b', 'c', 'd') returning id`);
  const projectId = rows[0]?.id as string;
  const prepared = (await prepare?.(client, projectId)) ?? '';
  await client.end();
  return { projectId, prepared };
}

interface Outcome {
  overHttp: Measured[];
  bare: Measured[];
  memory: number[];
}

function tell<Item>({ path, minRatio, perRound }: Contest<Item>, { overHttp, bare, memory }: Outcome): void {
  const [httpSummary, bareSummary] = [summarise(overHttp), summarise(bare)];
  const ratio = httpSummary.perSecond / bareSummary.perSecond;
  console.log(`${CALLERS} concurrent callers, ${CONNECTIONS} database connections, one in five contacts new`);
  console.log(line(`POST ${path}`, httpSummary));
  console.log(line('bare SQL statement', bareSummary));
  console.log(
    `memory of the server     ${memory.map(Math.round).join(' ')} MB, each ${perRound.toLocaleString('en')} requests`,
  );
  collect({
    what: `POST ${path}`,
    ours: httpSummary.perSecond,
    unit: 'requests/s',
    beside: { name: 'the bare SQL statement', value: bareSummary.perSecond },
    memoryMegabytes: Math.max(...memory),
  });
  const reached = `POST ${path} reaches ${ratio.toFixed(2)} of the bare statement`;
  if (minRatio === undefined) console.log(reached);
  else verdict(`${reached} (at least ${minRatio})`, ratio >= minRatio);
  const growth = (memory.at(-1) ?? 0) - (memory[0] ?? 0);
  verdict(
    `memory of the server under POST ${path} is flat: ${growth.toFixed(0)} MB more (at most ${MAX_GROWTH_MEGABYTES})`,
    growth <= MAX_GROWTH_MEGABYTES,
  );
}
