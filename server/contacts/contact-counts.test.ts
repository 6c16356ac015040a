import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { aProject, type TestProject } from '../../test/world.ts';
import { foldContactCounts } from './contact-counts.ts';
import { upsertContacts } from './upsert-contacts.ts';

/** As GET /contacts tells them: all, subscribed, unsubscribed. */
async function totals(project: TestProject): Promise<number[]> {
  const queries = ['', '?subscribed=true', '?subscribed=false'];
  const answers = await Promise.all(queries.map((query) => project.request('GET', `/contacts${query}`)));
  return answers.map(({ body }) => body.total);
}

async function counted(project: TestProject): Promise<number[]> {
  const { rows } = await sql<{ counts: number[] }>`
    select array[count(*), count(*) filter (where subscribed), count(*) filter (where not subscribed)]::int[] as counts
    from contacts where project_id = ${project.id}`.execute(project.ctx.db);
  return rows[0]?.counts ?? [];
}

it('follows every way in which contacts come, change and go', async () => {
  const acme = await aProject();
  expect(await totals(acme)).toEqual([0, 0, 0]);
  const ada = await acme.contact('ada@example.com');
  await acme.contact('bob@example.com', { subscribed: false });
  expect(await totals(acme)).toEqual([2, 1, 1]);
  await acme.contact('bob@example.com', { subscribed: true, data: { plan: 'pro' } });
  expect(await totals(acme)).toEqual([2, 2, 0]);
  await acme.request('PATCH', `/contacts/${ada.id}`, { body: { subscribed: false, email: 'new@example.com' } });
  expect(await totals(acme)).toEqual([2, 1, 1]);
  await acme.track('cid@example.com', 'seen');
  await acme.request('DELETE', `/contacts/${ada.id}`);
  expect(await totals(acme)).toEqual([2, 2, 0]);
  expect(await totals(acme)).toEqual(await counted(acme));
});

it('is the same after the differences were folded, and stays so when many write at once', async () => {
  const acme = await aProject();
  const write = async (n: number) => {
    const upserts = Array.from({ length: 5 }, (_, i) => ({ email: `m${n}-${i}@example.com`, subscribed: i % 2 === 0 }));
    const [first] = await upsertContacts(acme.ctx, upserts, { subscribedByDefault: true });
    if (n % 2 === 0) await acme.request('DELETE', `/contacts/${first?.contact.id}`);
    else await acme.contact(`m${n}-1@example.com`, { subscribed: true });
    await foldContactCounts(acme.ctx);
  };
  await Promise.all(Array.from({ length: 20 }, (_, n) => write(n)));
  expect(await totals(acme)).toEqual(await counted(acme));
  await foldContactCounts(acme.ctx);
  expect(await totals(acme)).toEqual([90, 60, 30]);
  const rows = await acme.ctx.db.selectFrom('contact_counts').selectAll().where('project_id', '=', acme.id).execute();
  expect(rows).toHaveLength(1);
});

it('keeps changes of subscription that are folded by themselves', async () => {
  const acme = await aProject();
  for (const name of ['ada', 'bob']) await acme.contact(`${name}@example.com`, { subscribed: false });
  await acme.contact('cid@example.com', { subscribed: false });
  await foldContactCounts(acme.ctx);
  // What another fold holds is not there for this one: it sees the changes alone.
  const held = await acme.ctx.db
    .deleteFrom('contact_counts')
    .where('project_id', '=', acme.id)
    .returningAll()
    .execute();
  await acme.contact('ada@example.com', { subscribed: true });
  await acme.contact('bob@example.com', { subscribed: true });
  await foldContactCounts(acme.ctx);
  await acme.ctx.db.insertInto('contact_counts').values(held).execute();
  expect(await totals(acme)).toEqual([3, 2, 1]);
});

it('leaves nothing of a deleted project', async () => {
  const acme = await aProject();
  await acme.contact('ada@example.com');
  await acme.ctx.db.deleteFrom('projects').where('id', '=', acme.id).execute();
  await foldContactCounts(acme.ctx);
  const rows = await acme.ctx.db.selectFrom('contact_counts').selectAll().where('project_id', '=', acme.id).execute();
  expect(rows).toEqual([]);
});

it('undoes what a transaction that failed had counted', async () => {
  const acme = await aProject();
  const failing = acme.ctx.db.transaction().execute(async (db) => {
    await upsertContacts({ ...acme.ctx, db }, [{ email: 'x@example.com' }], { subscribedByDefault: true });
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(await totals(acme)).toEqual([0, 0, 0]);
});
