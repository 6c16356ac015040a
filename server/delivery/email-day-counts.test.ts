import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { anEmail } from '../../test/an-email.ts';
import { aProject, aWorld, type TestProject, type World } from '../../test/world.ts';
import { days, hours } from '../platform/clock.ts';
import { countAllEmails, countEmails, countEmailsByDay, foldEmailDayCounts } from './email-day-counts.ts';
import { markDelivered, recordBounces } from './email-lifecycle.ts';
import { markClicked, markOpened } from './mark-read.ts';

// A clock of its own: these tests move it.
let world: World;
beforeAll(async () => {
  world = await aWorld({}, { database: `posthorn_counts_${process.env.VITEST_POOL_ID}` });
  return () => world.close();
});

const EVER = { from: '2000-01-01', before: '2100-01-01' };
const byDay = async ({ ctx }: TestProject) =>
  (await countEmailsByDay(ctx, EVER)).map(({ ...counts }) => counts).sort((a, b) => (a.day < b.day ? -1 : 1));

async function recount({ id, ctx }: TestProject) {
  const { rows } = await sql`
    select (created_at at time zone 'UTC')::date::text as day, count(*) as emails, 0 as received,
           count(delivered_at) as delivered, count(opened_at) as opened, count(clicked_at) as clicked,
           count(bounced_at) as bounced
    from emails where project_id = ${id} group by 1 order by 1`.execute(ctx.db);
  return rows;
}

it('follows whatever happens to emails, day by day', async () => {
  const acme = await aProject({ world });
  const read = { at: world.clock.now(), isMachine: false };
  const first = await anEmail(acme, { to: 'a@example.com' });
  world.clock.advance(days(1));
  const second = await anEmail(acme, { to: 'b@example.com' });
  const third = await anEmail(acme, { to: 'c@example.com' });
  await markDelivered(acme.ctx, [first.id, second.id], world.clock.now());
  for (const isMachine of [true, false, false]) await markOpened(acme.ctx, first.id, { ...read, isMachine });
  await markClicked(acme.ctx, first.id, { ...read, link: 'https://a.test' });
  await recordBounces(acme.ctx, [{ emailId: third.id, at: read.at, type: 'Permanent', reason: 'gone' }]);
  expect(await byDay(acme)).toMatchObject([
    { emails: 1, delivered: 1, opened: 1, clicked: 1, bounced: 0 },
    { emails: 2, delivered: 1, opened: 0, clicked: 0, bounced: 1 },
  ]);
  expect(await byDay(acme)).toEqual(await recount(acme));
  await acme.request('DELETE', `/contacts/${first.contact.id}`);
  expect(await byDay(acme)).toMatchObject([{ emails: 0, opened: 0 }, { emails: 2 }]);
  await foldEmailDayCounts(acme.ctx);
  expect(await byDay(acme)).toEqual(await recount(acme));
});

it('is the same before, while and after differences are folded', async () => {
  const acme = await aProject({ world });
  const write = async (n: number) => {
    const email = await anEmail(acme, { to: `m${n}@example.com` });
    await markOpened(acme.ctx, email.id, { at: world.clock.now(), isMachine: false });
    if (n % 3 === 0) await acme.request('DELETE', `/contacts/${email.contact.id}`);
    await foldEmailDayCounts(acme.ctx);
  };
  await Promise.all(Array.from({ length: 15 }, (_, n) => write(n)));
  expect(await byDay(acme)).toEqual(await recount(acme));
  await foldEmailDayCounts(acme.ctx);
  expect(await byDay(acme)).toMatchObject([{ emails: 10, opened: 10 }]);
  const { count } = await acme.ctx.db
    .selectFrom('email_day_counts')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('project_id', '=', acme.id)
    .executeTakeFirstOrThrow();
  expect(count).toBe(1);
});

it('keeps inbound mail apart', async () => {
  const acme = await aProject({ world });
  const { id } = await anEmail(acme);
  await sql`
    insert into emails (project_id, contact_id, content_id, to_email, source_type, status, due_at, delivered_at)
    select project_id, contact_id, content_id, to_email, 'INBOUND', 'RECEIVED', now(), now() from emails
    where project_id = ${acme.id} and id = ${id}`.execute(acme.ctx.db);
  const now = world.clock.now().getTime();
  const period = { start: new Date(now - days(500)), end: new Date(now + days(1)) };
  expect(await countEmails(acme.ctx, period)).toMatchObject({ emails: 1, delivered: 0 });
  expect(await countAllEmails(acme.ctx)).toBe(2);
});

it('counts any part of a day exactly', async () => {
  const acme = await aProject({ world });
  world.clock.set(new Date(Math.ceil(world.clock.now().getTime() / days(1)) * days(1)));
  const midnight = world.clock.now().getTime();
  for (let n = 0; n < 4; n++) {
    world.clock.advance(hours(10));
    await anEmail(acme);
  }
  const count = async (from: number, to: number) =>
    (await countEmails(acme.ctx, { start: new Date(midnight + hours(from)), end: new Date(midnight + hours(to)) }))
      .emails;
  expect(
    await Promise.all([count(0, 48), count(11, 48), count(10, 10), count(10, 11), count(11, 31), count(25, 40)]),
  ).toEqual([4, 3, 0, 1, 2, 1]);
});

it('leaves nothing of a deleted project', async () => {
  const acme = await aProject({ world });
  await anEmail(acme);
  await foldEmailDayCounts(acme.ctx);
  await acme.ctx.db.deleteFrom('projects').where('id', '=', acme.id).execute();
  await foldEmailDayCounts(acme.ctx);
  for (const table of ['email_day_counts', 'email_day_changes'] as const) {
    const rows = await acme.ctx.db.selectFrom(table).selectAll().where('project_id', '=', acme.id).execute();
    expect(rows).toEqual([]);
  }
});
