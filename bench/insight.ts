import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { type RawBuilder, sql } from 'kysely';
import { createApp } from '../server/app.ts';
import { hours } from '../server/platform/clock.ts';
import type { Ctx } from '../server/platform/context.ts';
import { firstUuidV7 } from '../server/platform/uuid.ts';
import { aLargeLedger, type Ledger } from './tools/ledger.ts';
import { verdict } from './tools/report.ts';
import { collect } from './tools/rows.ts';
import { scratchContext } from './tools/scratch-context.ts';

/**
 * The activity feed, the analytics and the lists of a project with a million emails and three million events, each beside
 * the bare SQL that does the least possible. Then what the counters behind them cost the writers. Rounds alternate, so
 * that whatever else the machine does weighs on both.
 */
const EMAILS = Number(process.argv[2] ?? 1_000_000);
const CALLS = 30;
const MAX_MS = 100;

const median = (times: number[]): number => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

interface Question {
  url: string;
  bare: RawBuilder<unknown>;
  /** Told, not demanded: how many contacts ever did one thing is in no counter. */
  isFree?: true;
}

function questions({ ctx, contactId, campaignId }: Ledger, cursor: string): Question[] {
  const project = sql`project_id = ${ctx.projectId}`;
  const newest = sql`select * from events where ${project} order by id desc limit 51`;
  const named = (name: string) =>
    sql`select * from events where ${project} and name = ${name} order by id desc limit 51`;
  const emailDays = sql`
    select day, sum(emails), sum(opened), sum(clicked), sum(bounced), sum(delivered) from email_day_counts
    where ${project} and day > now() - interval '30 days' group by day`;
  const names = sql`select name, sum(count) from event_day_counts where ${project} group by name`;
  const emails = sql`select * from emails where ${project} order by id desc limit 21`;
  const withStatus = (status: string) =>
    sql`select * from emails where ${project} and status = ${status} order by id desc limit 21`;
  return [
    { url: '/activity', bare: newest },
    { url: `/activity?cursor=${cursor}`, bare: newest },
    { url: '/activity?types=email.bounced', bare: named('email.bounce') },
    { url: '/activity?types=event.triggered', bare: named('purchase') },
    { url: '/activity?types=email.complaint', bare: named('email.complaint') },
    { url: '/activity?types=workflow.started,email.suppressed', bare: withStatus('SUPPRESSED') },
    {
      url: `/activity?contactId=${contactId}`,
      bare: sql`select * from events where ${project} and contact_id = ${contactId} order by id desc limit 51`,
    },
    { url: '/activity/stats', bare: emailDays },
    {
      url: '/activity/recent-count?minutes=60',
      bare: sql`select count(*) from events where ${project} and id > ${firstUuidV7(new Date(Date.now() - hours(1)))}`,
    },
    { url: '/activity/upcoming', bare: sql`select * from campaigns where ${project} and status = 'SCHEDULED'` },
    { url: '/activity/queue', bare: sql`select count(*) from emails where ${project} and status = 'QUEUED'` },
    { url: '/analytics/timeseries', bare: emailDays },
    {
      url: '/analytics/top-campaigns',
      bare: sql`select * from campaigns where ${project} order by opened_count desc limit 10`,
    },
    {
      url: '/analytics/campaign-stats',
      bare: sql`select status, count(*) from campaigns where ${project} group by status`,
    },
    { url: '/analytics/top-events', bare: names },
    { url: '/events/names', bare: names },
    { url: '/events/stats', bare: names },
    { url: '/events?eventName=purchase', bare: named('purchase') },
    {
      url: '/events/purchase/usage',
      bare: sql`select count(distinct contact_id) from events where ${project} and name = 'purchase'`,
      isFree: true,
    },
    {
      url: `/events/contact/${contactId}`,
      bare: sql`select * from events where ${project} and contact_id = ${contactId}`,
    },
    { url: '/emails', bare: emails },
    {
      url: `/emails?contactId=${contactId}`,
      bare: sql`select * from emails where ${project} and contact_id = ${contactId}`,
    },
    { url: `/emails?campaignId=${campaignId}`, bare: emails },
    ...['BOUNCED', 'SUPPRESSED', 'FAILED', 'QUEUED', 'SENDING', 'SENT', 'DELIVERED'].map((status) => ({
      url: `/emails?status=${status}`,
      bare: withStatus(status),
    })),
  ];
}

async function benchReads(app: FastifyInstance, ledger: Ledger): Promise<void> {
  const get = async (url: string) => {
    const answer = await app.inject({ method: 'GET', url, headers: { authorization: `Bearer ${ledger.secretKey}` } });
    if (answer.statusCode !== 200) throw new Error(`${url}: ${answer.body}`);
    return answer;
  };
  let cursor = '';
  for (let page = 0; page < 20; page++) {
    cursor = (await get(`/activity?limit=100${cursor && `&cursor=${cursor}`}`)).json<{ cursor: string }>().cursor;
  }
  for (const { url, bare, isFree } of questions(ledger, cursor)) {
    const [ours, least]: [number[], number[]] = [[], []];
    for (let call = 0; call < CALLS; call++) {
      ours.push(await timed(() => get(url)));
      least.push(await timed(() => bare.execute(ledger.ctx.db)));
    }
    const ratio = median(ours) / median(least);
    const name = url.replaceAll(/[0-9_]*[0-9a-f]{8}-[0-9a-f-]{27}(_[a-z]+)?/g, '…');
    collect({
      what: `GET ${name}`,
      ours: median(ours),
      unit: 'ms',
      beside: { name: 'bare SQL', value: median(least) },
    });
    verdict(
      `GET ${name.padEnd(50)} median ${median(ours).toFixed(1).padStart(6)} ms, slowest ${Math.max(...ours)
        .toFixed(1)
        .padStart(6)} ms (below ${MAX_MS})   bare SQL ${median(least).toFixed(1)} ms, ${ratio.toFixed(1)} times`,
      isFree || median(ours) < MAX_MS,
    );
  }
  const recount = sql`
    select created_at::date, count(*), count(opened_at), count(clicked_at), count(bounced_at), count(delivered_at) from emails
    where project_id = ${ledger.ctx.projectId} and created_at > now() - interval '30 days' group by 1`;
  console.log(
    `       the same series counted from the ledger: ${(await timed(() => recount.execute(ledger.ctx.db))).toFixed(0)} ms`,
  );
}

/** The same rows with and without the triggers that count them, undone each time. */
async function benchWrites({ ctx, contactId }: Ledger): Promise<void> {
  const emails = (rows: number) => sql`
    insert into emails (project_id, contact_id, content_id, to_email, source_type, due_at)
    select ${ctx.projectId}, ${contactId}, (select id from email_contents where project_id = ${ctx.projectId} limit 1),
           'a@example.com', 'TRANSACTIONAL', now()
    from generate_series(1, ${rows}::int)`;
  const events = (rows: number) => sql`
    insert into events (project_id, name, contact_id, data)
    select ${ctx.projectId}, 'purchase', ${contactId}, '{"source": "web", "total": 5}' from generate_series(1, ${rows}::int)`;
  // Opened and unopened in turn: each time a difference.
  const open = sql`
    update emails set opened_at = case when opened_at is null then now() end
    where project_id = ${ctx.projectId} and id = (
      select id from emails where project_id = ${ctx.projectId} and contact_id = ${contactId} order by id limit 1)`;
  await benchCounting(ctx, 'emails', 'one email queued', emails(1), 100);
  await benchCounting(ctx, 'emails', '10,000 emails queued', emails(10_000), 1);
  await benchCounting(ctx, 'emails', 'one email opened', open, 100);
  await benchCounting(ctx, 'events', 'one event', events(1), 100);
  await benchCounting(ctx, 'events', '100 events', events(100), 20);
}

async function benchCounting(
  ctx: Ctx,
  table: string,
  what: string,
  write: RawBuilder<unknown>,
  times: number,
): Promise<void> {
  const triggers = table === 'emails' ? ['count_added', 'count_learnt'] : ['count_added'];
  let [counted, bare] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let round = 0; round < 8; round++) {
    counted = Math.min(counted, await timedAndUndone(ctx, write, { table, times, without: [] }));
    bare = Math.min(bare, await timedAndUndone(ctx, write, { table, times, without: triggers }));
  }
  console.log(
    `${what.padEnd(24)} ${(counted * 1000).toFixed(0).padStart(8)} µs   not counted ${(bare * 1000).toFixed(0).padStart(8)} µs   ${(counted / bare).toFixed(2)} times`,
  );
}

interface Writing {
  table: string;
  times: number;
  without: string[];
}

async function timedAndUndone(
  ctx: Ctx,
  write: RawBuilder<unknown>,
  { table, times, without }: Writing,
): Promise<number> {
  const transaction = await ctx.db.startTransaction().execute();
  try {
    for (const trigger of without) {
      await sql`alter table ${sql.table(table)} disable trigger ${sql.ref(trigger)}`.execute(transaction);
    }
    await write.execute(transaction);
    const spent = await timed(async () => {
      for (let n = 0; n < times; n++) await write.execute(transaction);
    });
    return spent / times;
  } finally {
    await transaction.rollback().execute();
  }
}

const dataDir = await mkdtemp(join(tmpdir(), 'posthorn-insight-'));
const { ctx, pool, close } = await scratchContext(dataDir, { RATE_LIMIT_PER_MINUTE: '1000000' });
try {
  const making = await timed(async () => {
    const ledger = await aLargeLedger(ctx, EMAILS);
    const app = await createApp(ctx, pool);
    console.log(`${EMAILS.toLocaleString('en')} emails and three times as many events`);
    await benchReads(app, ledger);
    await benchWrites(ledger);
    await app.close();
  });
  console.log(`in ${(making / 1000).toFixed(0)} s`);
} finally {
  await close();
  await rm(dataDir, { recursive: true, force: true });
}
