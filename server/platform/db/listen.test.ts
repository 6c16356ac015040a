import { expect, inject, it, vi } from 'vitest';
import { aDatabaseProxy } from '../../../test/database-proxy.ts';
import { theWorld } from '../../../test/world.ts';
import { listen } from './listen.ts';

it('a listener whose connection died without a word hears again, and is called for what it may have missed', async () => {
  const { database, ctx } = await theWorld();
  const proxy = await aDatabaseProxy(inject('postgresUrl'));
  const { rows } = await database.pool.query<{ name: string }>('select current_database() as name');
  const url = new URL(inject('postgresUrl'));
  url.pathname = `/${rows[0]?.name}`;
  const heard = vi.fn();
  const listener = await listen(proxy.through(url.href), { some_channel: heard }, ctx.log, { silenceMs: 500 });
  expect(heard).toHaveBeenCalledTimes(1);
  const notify = () => database.pool.query('notify some_channel');
  await notify();
  await vi.waitFor(() => expect(heard).toHaveBeenCalledTimes(2));
  proxy.abandon();
  await vi.waitFor(() => expect(heard).toHaveBeenCalledTimes(3), 20_000);
  await notify();
  await vi.waitFor(() => expect(heard).toHaveBeenCalledTimes(4));
  await listener.close();
  await proxy.close();
});
