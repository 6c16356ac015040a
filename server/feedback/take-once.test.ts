import { expect, it } from 'vitest';
import { aProject } from '../../test/world.ts';
import { days } from '../platform/clock.ts';
import { deleteOldReceipts, takeOnce } from './take-once.ts';

it('a notice takes effect once, in its own project, until it is too old to be repeated', async () => {
  const [acme, other] = [await aProject(), await aProject()];
  const seen: string[] = [];
  const take = (project: typeof acme) =>
    takeOnce(project.ctx, 'notice', async (ctx) => {
      seen.push(ctx.projectId);
    });
  await take(acme);
  await take(acme);
  await take(other);
  expect(seen).toEqual([acme.id, other.id]);

  acme.world.clock.advance(days(13));
  await deleteOldReceipts(acme.world.ctx);
  await take(acme);
  expect(seen).toHaveLength(2);

  acme.world.clock.advance(days(2));
  await deleteOldReceipts(acme.world.ctx);
  await take(acme);
  expect(seen).toHaveLength(3);
});

it('a notice whose effect failed may come again', async () => {
  const acme = await aProject();
  const failing = takeOnce(acme.ctx, 'notice', async () => {
    throw new Error('the database went away');
  });
  await expect(failing).rejects.toThrow('the database went away');
  let taken = false;
  await takeOnce(acme.ctx, 'notice', async () => {
    taken = true;
  });
  expect(taken).toBe(true);
});
