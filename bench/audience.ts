import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { createApp } from '../server/app.ts';
import type { Ctx } from '../server/platform/context.ts';
import { computeMembership } from '../server/segments/compute-membership.ts';
import { createSegment } from '../server/segments/edit-segment.ts';
import { countMatching } from '../server/segments/matching-contacts.ts';
import { getSegment } from '../server/segments/segment.ts';
import { type Audience, aLargeProject } from './tools/audience.ts';
import { benchFreezing } from './tools/audience-freezing.ts';
import { all, hasBought, isPro, questions } from './tools/audience-questions.ts';
import { seconds, timed, verdict } from './tools/report.ts';
import { collect } from './tools/rows.ts';
import { scratchContext } from './tools/scratch-context.ts';

/**
 * Audiences of a project with a million contacts and three million events: counting segments, following their
 * members, showing a first page and freezing the audience of a campaign, each beside the bare SQL that does the least possible. Best of alternating rounds, so that
 * whatever else the machine does weighs on both.
 */
const CONTACTS = Number(process.argv[2] ?? 1_000_000);
const ROUNDS = 3;
const PAGE_CALLS = 40;
const MAX_PAGE_MS = 50;
const MAX_MEMORY_MEGABYTES = 300;

let peakMegabytes = 0;
const sampling = setInterval(() => {
  peakMegabytes = Math.max(peakMegabytes, process.memoryUsage.rss() / 1024 / 1024);
}, 20);

async function benchCounts(ctx: Ctx): Promise<void> {
  for (const { name, condition, bare, atMost } of questions(ctx)) {
    let [ours, least, matched] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, 0];
    for (let round = 0; round < ROUNDS; round++) {
      ours = Math.min(ours, await timed(async () => (matched = await countMatching(ctx, condition))));
      least = Math.min(least, await timed(() => bare.execute(ctx.db)));
    }
    const ratio = ours / least;
    console.log(
      `count, ${name.padEnd(26)} ${seconds(ours)}   bare SQL ${seconds(least)}   ${ratio.toFixed(1)} times   (${matched.toLocaleString('en')} matched)`,
    );
    collect({
      what: `Audience of ${CONTACTS.toLocaleString('en')}: ${name}`,
      ours,
      unit: 'ms',
      beside: { name: 'bare SQL', value: least },
    });
    if (atMost) verdict(`count, ${name}: at most ${atMost} times the bare SQL`, ratio <= atMost);
  }
}

async function benchMembership(ctx: Ctx): Promise<void> {
  const segment = await createSegment(ctx, {
    name: 'Pro',
    type: 'DYNAMIC',
    condition: all(isPro),
    trackMembership: true,
  });
  const compute = async () => computeMembership(ctx, await getSegment(ctx, segment.id));
  const tell = (what: string, ms: number, bareMs: number) =>
    console.log(
      `membership, ${what.padEnd(28)} ${seconds(ms)}   bare SQL ${seconds(bareMs)}   (${(ms / bareMs).toFixed(1)} times)`,
    );

  const first = await timed(compute);
  const bareFirst = await timed(() => bareEntries(ctx));
  tell(`first, ${segment.member_count.toLocaleString('en')} enter`, first, bareFirst);
  const still = Math.min(await timed(compute), await timed(compute));
  tell(
    'nothing changed',
    still,
    Math.min(await timed(() => bareDifference(ctx)), await timed(() => bareDifference(ctx))),
  );
  await sql`
    update contacts set data = data || '{"plan": "pro"}' where project_id = ${ctx.projectId} and data @> '{"score": 7}'
  `.execute(ctx.db);
  tell('1 in 100 changed', await timed(compute), await timed(() => bareDifference(ctx)));
}

/** Rows for the same contacts in tables of the same shape, without keys to other tables. */
async function bareEntries(ctx: Ctx): Promise<void> {
  await sql`create table bare_memberships (like segment_memberships including indexes)`.execute(ctx.db);
  await sql`create table bare_events (like events including indexes including defaults)`.execute(ctx.db);
  await sql`
    with entered as (
      insert into bare_memberships (project_id, segment_id, contact_id, entered_at)
      select project_id, project_id, id, now() from contacts
      where project_id = ${ctx.projectId} and data @> '{"plan": "pro"}'
      returning contact_id
    )
    insert into bare_events (project_id, name, contact_id, data)
    select ${ctx.projectId}, 'segment.pro.entry', contact_id, '{"segmentId": "…"}' from entered
  `.execute(ctx.db);
}

async function bareDifference(ctx: Ctx): Promise<void> {
  await sql`
    select count(*) from (select id from contacts where project_id = ${ctx.projectId} and data @> '{"plan": "pro"}') as come
    full join (select contact_id from bare_memberships where exited_at is null) as present on present.contact_id = come.id
    where come.id is null or present.contact_id is null
  `.execute(ctx.db);
}

async function benchPages(app: FastifyInstance, { ctx, secretKey }: Audience): Promise<void> {
  const dynamic = await createSegment(ctx, {
    name: 'Dynamic',
    type: 'DYNAMIC',
    condition: all(isPro),
    trackMembership: false,
  });
  const events = await createSegment(ctx, {
    name: 'Events',
    type: 'DYNAMIC',
    condition: all(hasBought),
    trackMembership: false,
  });
  const fixed = await createSegment(ctx, { name: 'Static', type: 'STATIC', trackMembership: false });
  await sql`
    insert into segment_memberships (project_id, segment_id, contact_id, entered_at)
    select project_id, ${fixed.id}, id, now() from contacts where project_id = ${ctx.projectId}
  `.execute(ctx.db);
  await app.inject({
    method: 'POST',
    url: `/segments/${fixed.id}/refresh`,
    headers: { authorization: `Bearer ${secretKey}` },
  });
  await sql`vacuum analyze segment_memberships`.execute(ctx.db);
  const pages = {
    'GET /contacts': '/contacts',
    'GET /contacts?subscribed=false': '/contacts?subscribed=false',
    'GET /contacts?sort=email': '/contacts?sort=email&dir=asc',
    'members, dynamic by data': `/segments/${dynamic.id}/contacts`,
    'members, dynamic by events': `/segments/${events.id}/contacts`,
    'members, static': `/segments/${fixed.id}/contacts`,
  };
  for (const [name, url] of Object.entries(pages)) {
    const times: number[] = [];
    let total = 0;
    for (let call = 0; call < PAGE_CALLS; call++) {
      times.push(await timed(async () => (total = await firstPage(app, url, secretKey))));
    }
    times.sort((a, b) => a - b);
    const median = times[PAGE_CALLS / 2] ?? 0;
    verdict(
      `${name.padEnd(32)} median ${median.toFixed(1)} ms, slowest ${times.at(-1)?.toFixed(1)} ms (below ${MAX_PAGE_MS}), total ${total.toLocaleString('en')}`,
      median < MAX_PAGE_MS,
    );
  }
}

async function firstPage(app: FastifyInstance, url: string, secretKey: string): Promise<number> {
  const answer = await app.inject({ method: 'GET', url, headers: { authorization: `Bearer ${secretKey}` } });
  if (answer.statusCode !== 200) throw new Error(`${url}: ${answer.body}`);
  return answer.json<{ total: number }>().total;
}

const dataDir = await mkdtemp(join(tmpdir(), 'posthorn-audience-'));
const { ctx, pool, close } = await scratchContext(dataDir, { RATE_LIMIT_PER_MINUTE: '1000000' });
try {
  const making = performance.now();
  const audience = await aLargeProject(ctx, CONTACTS);
  console.log(
    `${CONTACTS.toLocaleString('en')} contacts and three times as many events made in ${seconds(performance.now() - making)}`,
  );
  const app = await createApp(ctx, pool);
  await benchCounts(audience.ctx);
  await benchMembership(audience.ctx);
  await benchPages(app, audience);
  await benchFreezing(audience.ctx);
  await app.close();
  verdict(
    `memory of this process stayed below ${peakMegabytes.toFixed(0)} MB (at most ${MAX_MEMORY_MEGABYTES})`,
    peakMegabytes <= MAX_MEMORY_MEGABYTES,
  );
} finally {
  clearInterval(sampling);
  await close();
  await rm(dataDir, { recursive: true, force: true });
}
