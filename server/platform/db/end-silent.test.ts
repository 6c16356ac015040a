import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { aDatabaseProxy } from '../../../test/database-proxy.ts';
import { aProject, aWorld, type TestProject, type World } from '../../../test/world.ts';

const SILENCE_MS = 1000;

let proxy: Awaited<ReturnType<typeof aDatabaseProxy>>;
let world: World;
let acme: TestProject;
beforeAll(async () => {
  proxy = await aDatabaseProxy(inject('postgresUrl'));
  world = await aWorld({ sharesDatabase: true }, { through: proxy.through, silenceMs: SILENCE_MS });
  acme = await aProject({ world });
});
afterAll(async () => {
  await world.close();
  await proxy.close();
});

const timed = async <T>(work: Promise<T>): Promise<[T, number]> => {
  const start = performance.now();
  return [await work, performance.now() - start];
};

describe('when the database', () => {
  it('falls silent, requests are answered 500 in bounded time, and 200 when it is back', async () => {
    expect((await acme.request('GET', '/contacts')).status).toBe(200);
    proxy.stall();
    const [answers, ms] = await timed(Promise.all([1, 2, 3].map(() => acme.request('GET', '/contacts'))));
    expect(answers.map(({ status }) => status)).toEqual([500, 500, 500]);
    expect(answers[0]?.body.error.code).toBe('INTERNAL_SERVER_ERROR');
    expect(ms).toBeLessThan(10 * SILENCE_MS);
    proxy.resume();
    expect((await acme.request('GET', '/contacts')).status).toBe(200);
    await acme.contact('ada@example.com');
  });

  it('falls silent inside a transaction, the transaction fails and leaves nothing', async () => {
    const attempt = world.ctx.db.transaction().execute(async (db) => {
      await db.updateTable('projects').set({ name: 'Half' }).where('id', '=', acme.id).execute();
      proxy.stall();
      await sql`select 1`.execute(db);
    });
    await expect(attempt).rejects.toThrow();
    proxy.resume();
    const row = await world.ctx.db.selectFrom('projects').select('name').where('id', '=', acme.id).executeTakeFirst();
    expect(row?.name).toBe('Acme');
  });

  it('has lost its half of a connection, the statement on it fails and others work', async () => {
    const lost = sql`select pg_sleep(0.5)`.execute(world.ctx.db).catch((error: Error) => error);
    await delay(100);
    proxy.abandon();
    expect(await lost).toBeInstanceOf(Error);
    // Those that nobody used at that moment are as dead: each is found out when it is used.
    const working = await vi.waitFor(() => sql<{ one: number }>`select 1 as one`.execute(world.ctx.db), 30_000);
    expect(working.rows).toEqual([{ one: 1 }]);
  });

  it('works for long on a statement, it is left alone', async () => {
    const [result, ms] = await timed(sql`select pg_sleep(${(4 * SILENCE_MS) / 1000}), 1 as one`.execute(world.ctx.db));
    expect(result.rows).toMatchObject([{ one: 1 }]);
    expect(ms).toBeGreaterThan(3 * SILENCE_MS);
  });

  it('makes a statement wait for a lock, it is left alone', async () => {
    let waited: Promise<unknown> | undefined;
    await world.ctx.db.transaction().execute(async (db) => {
      await db.selectFrom('projects').select('id').where('id', '=', acme.id).forUpdate().execute();
      waited = world.ctx.db.updateTable('projects').set({ name: 'Later' }).where('id', '=', acme.id).execute();
      await delay(4 * SILENCE_MS);
    });
    await expect(waited).resolves.toBeDefined();
  });
});
