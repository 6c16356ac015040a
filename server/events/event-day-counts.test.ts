import { expect, it } from 'vitest';
import { aProject, type TestProject } from '../../test/world.ts';
import { countEventsByName, foldEventDayCounts } from './event-day-counts.ts';

async function recount({ id, ctx }: TestProject) {
  const rows = await ctx.db
    .selectFrom('events')
    .select((eb) => ['name', eb.fn.countAll<number>().as('count')])
    .where('project_id', '=', id)
    .groupBy('name')
    .orderBy('count', 'desc')
    .orderBy('name')
    .execute();
  return rows;
}

it('follows events as they come and go, folded or not', async () => {
  const acme = await aProject();
  const write = async (n: number) => {
    for (const name of ['often', 'often', `rare${n % 4}`]) await acme.track(`m${n}@example.com`, name);
    if (n % 5 === 0) await acme.request('DELETE', `/contacts/${(await acme.contact(`m${n}@example.com`)).id}`);
    await foldEventDayCounts(acme.ctx);
  };
  await Promise.all(Array.from({ length: 20 }, (_, n) => write(n)));
  expect(await countEventsByName(acme.ctx)).toEqual(await recount(acme));
  await acme.request('DELETE', '/events/often');
  expect(await countEventsByName(acme.ctx)).toEqual(await recount(acme));
  await foldEventDayCounts(acme.ctx);
  expect(await countEventsByName(acme.ctx)).toEqual(await recount(acme));
});

it('leaves nothing of names and projects that are gone', async () => {
  const acme = await aProject();
  await acme.track('a@example.com', 'one');
  await acme.track('a@example.com', 'two');
  await foldEventDayCounts(acme.ctx);
  await acme.request('DELETE', '/events/one');
  await foldEventDayCounts(acme.ctx);
  const names = async () =>
    (await acme.ctx.db.selectFrom('event_day_counts').select('name').where('project_id', '=', acme.id).execute()).map(
      ({ name }) => name,
    );
  expect(await names()).toEqual(['two']);
  await acme.ctx.db.deleteFrom('projects').where('id', '=', acme.id).execute();
  await foldEventDayCounts(acme.ctx);
  expect(await names()).toEqual([]);
});
