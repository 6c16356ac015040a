import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { theWorld } from '../../../test/world.ts';

it('a connection that breaks while somebody holds it fails the next query and not the process', async () => {
  const { db } = (await theWorld()).ctx;
  const uncaught: unknown[] = [];
  const note = (error: unknown) => uncaught.push(error);
  process.on('uncaughtException', note);
  await db.connection().execute(async (held) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(held);
    await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(db);
    await delay(200);
    await expect(sql`select 1`.execute(held)).rejects.toThrow();
  });
  process.off('uncaughtException', note);
  expect(uncaught).toEqual([]);
  expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
});
