import pg from 'pg';
import { startChild } from './tools/child.ts';
import type { HttpOrder } from './tools/http-load.ts';
import { line, type Measured, summarise, verdict } from './tools/report.ts';
import { type ServerProcess, startServerProcess } from './tools/server-process.ts';
import type { SqlOrder } from './tools/sql-load.ts';

/**
 * POST /v1/track over HTTP beside the bare statement that does the same work through the driver: same run, same
 * database, alternating rounds, so that whatever else the machine does weighs on both.
 */
const WARM_UP_ROUNDS = 2;
const ROUNDS = 10;
const PER_ROUND = 10_000;
const CALLERS = 64;
// The server's default DATABASE_POOL_SIZE.
const CONNECTIONS = 20;
const KNOWN_CONTACTS = 5_000;
const MIN_RATIO = 0.6;
const MAX_GROWTH_MEGABYTES = 50;

interface Track {
  email: string;
  event: string;
  data: Record<string, unknown>;
}

let sequence = 0;

/** One in five is of a new contact, and one in two of the others changes the contact's data. */
function nextTrack(side: string): Track {
  const n = sequence++;
  if (n % 5 === 0) return { email: `new${n}@${side}.example`, event: 'signed_up', data: { plan: 'free', n } };
  const known = (n * 7919) % KNOWN_CONTACTS;
  const data = n % 2 === 0 ? { plan: 'pro', n } : { plan: 'pro' };
  return { email: `known${known}@${side}.example`, event: 'page_viewed', data };
}

const tracks = (side: string): Track[] => Array.from({ length: PER_ROUND }, () => nextTrack(side));

function asRequest(track: Track, { port, publicKey }: ServerProcess): Buffer {
  const body = JSON.stringify(track);
  const head = `POST /v1/track HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${publicKey}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n`;
  return Buffer.from(head + body);
}

const STATEMENT = `
  with contact as (
    insert into contacts (project_id, email, data) values ($1, $2, $3)
    on conflict (project_id, email) do update
      set data = coalesce(contacts.data, '{}') || excluded.data, updated_at = now()
    returning id
  )
  insert into events (project_id, name, data, contact_id) select $1, $4, $3, id from contact
  returning id, contact_id, created_at`;

/** A second project, so that both sides fill tables of their own size. */
async function projectForSql(connectionString: string): Promise<string> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rows } = await client.query<{ id: string }>(`
    insert into projects (name, public_key_hash, secret_key_hash, public_key_sealed, secret_key_sealed)
    values ('bench', 'a', 'b', 'c', 'd') returning id`);
  await client.end();
  return rows[0]?.id as string;
}

const server = await startServerProcess({
  env: { RATE_LIMIT_PER_MINUTE: '1000000000' },
  nodeFlags: process.argv.slice(2),
});
const http = startChild<HttpOrder, Measured>(new URL('./tools/http-load.ts', import.meta.url));
const sql = startChild<SqlOrder, Measured>(new URL('./tools/sql-load.ts', import.meta.url));
try {
  const projectId = await projectForSql(server.connectionString);
  const httpRound = () => {
    const requests = tracks('http').map((track) => asRequest(track, server));
    return http.run({ port: server.port, connections: CALLERS, requests });
  };
  const sqlRound = () => {
    const values = tracks('sql').map(({ email, event, data }) => [projectId, email, data, event]);
    const { connectionString } = server;
    return sql.run({ connectionString, connections: CONNECTIONS, callers: CALLERS, statement: STATEMENT, values });
  };

  await sqlRound();
  for (let round = 0; round < WARM_UP_ROUNDS; round++) await httpRound();
  const memory = [await server.memoryMegabytes()];
  const overHttp: Measured[] = [];
  const bare: Measured[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    bare.push(await sqlRound());
    overHttp.push(await httpRound());
    memory.push(await server.memoryMegabytes());
  }

  const [httpSummary, bareSummary] = [summarise(overHttp), summarise(bare)];
  const ratio = httpSummary.perSecond / bareSummary.perSecond;
  console.log(`${CALLERS} concurrent callers, ${CONNECTIONS} database connections, one in five contacts new`);
  console.log(line('POST /v1/track', httpSummary));
  console.log(line('bare SQL statement', bareSummary));
  console.log(
    `memory of the server     ${memory.map(Math.round).join(' ')} MB, each ${PER_ROUND.toLocaleString('en')} requests`,
  );
  verdict(`HTTP reaches ${ratio.toFixed(2)} of the bare statement (at least ${MIN_RATIO})`, ratio >= MIN_RATIO);
  const growth = (memory.at(-1) ?? 0) - (memory[0] ?? 0);
  verdict(
    `memory is flat: ${growth.toFixed(0)} MB more (at most ${MAX_GROWTH_MEGABYTES})`,
    growth <= MAX_GROWTH_MEGABYTES,
  );
} finally {
  http.stop();
  sql.stop();
  await server.stop();
}
