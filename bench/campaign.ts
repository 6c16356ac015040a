import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { verdict } from './tools/report.ts';
import { collect } from './tools/rows.ts';
import { type ServerProcess, startServerProcess } from './tools/server-process.ts';
import { smtpSource, startSmtpSink } from './tools/smtp-sink.ts';

/**
 * A campaign through the server as a user starts it: from the request to send until the last recipient is accounted for,
 * into a local sink, DKIM signed, links tracked. Meanwhile somebody asks for a new password twice a second: that mail must
 * not wait for the campaign. `npm run bench campaign [recipients]`, `--full` for a million.
 */
const RECIPIENTS = process.argv.includes('--full') ? 1_000_000 : Number(process.argv[2] ?? 50_000);
const CONNECTIONS = 5;
const MAX_MEMORY_MEGABYTES = 500;
const LOOK_EVERY_MS = 500;
const MAX_URGENT_MEDIAN_MS = 2000;
const PARAGRAPH = 'The quick brown fox jumps over the lazy dog, and then it reads the news of the week. ';
const BODY = `<html><body><h1>Hello {{firstName}}</h1>${`<p>${PARAGRAPH.repeat(5)}</p>`.repeat(11)}<p><a href="https://example.com/offer">Your offer</a></p></body></html>`;

async function addContacts(client: pg.Client): Promise<void> {
  await client.query(
    `insert into contacts (project_id, email, subscribed, data)
     select (select id from projects where not is_system), 'reader' || n || '@example' || n % 1000 || '.net', true,
            jsonb_build_object('firstName', 'Person ' || n)
     from generate_series(1, $1::int) as n`,
    [RECIPIENTS],
  );
  await client.query('vacuum analyze contacts');
}

async function call(server: ServerProcess, path: string, body?: unknown) {
  const response = await fetch(`${server.url}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${server.secretKey}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as { data: { id: string; status: string; sentCount: number } };
}

const sendUrgent = (server: ServerProcess): Promise<unknown> =>
  call(server, '/v1/send', { to: 'urgent@example.org', from: 'news@bench.example', subject: 'Your code', body: '123' });

/** From the request until the relay had it, as the ledger has it. */
async function urgentWaits(client: pg.Client): Promise<number[]> {
  const { rows } = await client.query<{ ms: number }>(
    `select (extract(epoch from sent_at - created_at) * 1000)::float8 as ms from emails
     where source_type = 'TRANSACTIONAL' and sent_at is not null order by ms`,
  );
  return rows.map(({ ms }) => ms);
}

const sink = await startSmtpSink();
const server = await startServerProcess({
  env: {
    MAIL_TRANSPORT: `smtp://127.0.0.1:${sink.port}`,
    SMTP_MAX_CONNECTIONS: String(CONNECTIONS),
    BOOTSTRAP_DOMAINS: 'bench.example',
  },
});
const client = new pg.Client({ connectionString: server.connectionString });
try {
  await client.connect();
  await addContacts(client);
  const memory = [await server.memoryMegabytes()];
  const news = { name: 'News', subject: 'News for {{firstName}}', body: BODY, from: 'news@bench.example' };
  const { data: campaign } = await call(server, '/campaigns', { ...news, audienceType: 'ALL' });
  const start = performance.now();
  await call(server, `/campaigns/${campaign.id}/send`, {});
  for (let status = ''; status !== 'SENT'; ) {
    await delay(LOOK_EVERY_MS);
    memory.push(await server.memoryMegabytes());
    await sendUrgent(server);
    status = (await call(server, `/campaigns/${campaign.id}`)).data.status;
  }
  const seconds = (performance.now() - start) / 1000;
  const { data } = await call(server, `/campaigns/${campaign.id}/stats`);
  if (data.sentCount !== RECIPIENTS) throw new Error(`${data.sentCount} of ${RECIPIENTS} were sent`);
  const waits = await urgentWaits(client);
  const [median = 0, late = 0] = [0.5, 0.95].map((share) => waits[Math.floor(waits.length * share)]);
  const bytes = BODY.length;
  const limit = smtpSource(sink.port, { count: Math.min(RECIPIENTS, 50_000), bytes, connections: CONNECTIONS });
  const perSecond = RECIPIENTS / seconds;
  const peak = Math.max(...memory);
  console.log(
    `campaign to ${RECIPIENTS.toLocaleString('en')} recipients: ${seconds.toFixed(1)} s, ${Math.round(perSecond).toLocaleString('en')} mails/s, every one accounted for`,
  );
  console.log(`smtp-source, one message repeated: ${Math.round(limit).toLocaleString('en')} mails/s`);
  console.log(`a transactional mail meanwhile: median ${Math.round(median)} ms, p95 ${Math.round(late)} ms`);
  console.log(`memory of the server: ${Math.round(memory[0] ?? 0)} MB before, at most ${Math.round(peak)} MB`);
  collect({
    what: `Campaign to ${RECIPIENTS.toLocaleString('en')}, DKIM, from request to SENT`,
    ours: perSecond,
    unit: 'mails/s',
    beside: { name: 'smtp-source (limit)', value: limit },
    memoryMegabytes: peak,
  });
  collect({
    what: 'POST /v1/send until the relay has it, while a campaign goes out, median',
    ours: median,
    unit: 'ms',
  });
  verdict(
    `campaign: a transactional mail meanwhile takes ${Math.round(median)} ms (median, at most ${MAX_URGENT_MEDIAN_MS})`,
    median <= MAX_URGENT_MEDIAN_MS,
  );
  verdict(
    `campaign: memory of the server stayed below ${Math.round(peak)} MB (at most ${MAX_MEMORY_MEGABYTES})`,
    peak <= MAX_MEMORY_MEGABYTES,
  );
} finally {
  await client.end();
  await server.stop();
  sink.stop();
}
