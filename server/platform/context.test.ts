import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { aProject, type TestProject } from '../../test/world.ts';
import { transaction } from './context.ts';

let acme: TestProject;
beforeAll(async () => {
  acme = await aProject();
  await sql`create table if not exists test_rows (id int primary key, n int not null)`.execute(acme.ctx.db);
  await sql`insert into test_rows values (1, 0), (2, 0) on conflict (id) do update set n = 0`.execute(acme.ctx.db);
});
afterAll(() => sql`drop table test_rows`.execute(acme.ctx.db));

const numberIn = async (id: number): Promise<number> =>
  (await sql<{ n: number }>`select n from test_rows where id = ${id}`.execute(acme.ctx.db)).rows[0]?.n ?? -1;

it('a transaction inside a transaction joins it: what fails outside undoes the inside', async () => {
  const attempt = transaction(acme.ctx, async (ctx) => {
    await transaction(ctx, (ctx) => sql`update test_rows set n = 7 where id = 1`.execute(ctx.db));
    throw new Error('no');
  });
  await expect(attempt).rejects.toThrow('no');
  expect(await numberIn(1)).toBe(0);
});

it('the victim of a deadlock is done again, and both succeed', async () => {
  const bothHold = Promise.withResolvers<void>();
  let holding = 0;
  let attempts = 0;
  const crossing = (first: number, second: number) =>
    transaction(acme.ctx, async (ctx) => {
      attempts++;
      await sql`update test_rows set n = n + 1 where id = ${first}`.execute(ctx.db);
      if (++holding === 2) bothHold.resolve();
      await bothHold.promise;
      await sql`update test_rows set n = n + 1 where id = ${second}`.execute(ctx.db);
    });
  await Promise.all([crossing(1, 2), crossing(2, 1)]);
  expect(attempts).toBeGreaterThan(2);
  expect([await numberIn(1), await numberIn(2)]).toEqual([2, 2]);
});

it('any other failure is not repeated', async () => {
  let attempts = 0;
  const attempt = transaction(acme.ctx, async (ctx) => {
    attempts++;
    await sql`insert into test_rows values (1, 0)`.execute(ctx.db);
  });
  await expect(attempt).rejects.toThrow('duplicate key');
  expect(attempts).toBe(1);
});
