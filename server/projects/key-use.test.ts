import { describe, expect, it } from 'vitest';
import { aProject, aWorld, signedIn, type TestProject, theWorld } from '../../test/world.ts';
import { minutes, seconds } from '../platform/clock.ts';
import { createLog } from '../platform/log.ts';
import { noteKeyUse } from './key-use.ts';

const HASH = Buffer.from('a key');

/** A finder that knows the project, its uses noted; `settle` waits until they are written. */
function noting({ id, ctx }: TestProject) {
  const use = noteKeyUse(ctx);
  const find = use.noted(async () => ({ id, disabled: false, isBeingReset: false }));
  return { use: (kind: 'public' | 'secret') => find(kind, HASH.toString()), settle: use.stop };
}

async function usesOf({ ctx, id }: TestProject): Promise<[string | undefined, string | undefined]> {
  const row = await ctx.db.selectFrom('projects').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  return [row.public_key_used_at?.toISOString(), row.secret_key_used_at?.toISOString()];
}

describe('the last use of a key', () => {
  it('is told to members, for each of the two keys, and is forgotten with the keys', async () => {
    const there = await aWorld();
    const acme = await aProject({ world: there });
    const admin = await signedIn(acme, 'ADMIN', { world: await theWorld() });
    const shown = async () => (await admin.request('GET', '/users/@me/projects')).body[0];
    expect(await shown()).toMatchObject({ publicLastUsedAt: null, secretLastUsedAt: null });
    const at = there.clock.now().toISOString();
    await acme.request('GET', '/contacts');
    // What is still to be written is written then.
    await there.close();
    expect(await shown()).toMatchObject({ publicLastUsedAt: null, secretLastUsedAt: at });
    await admin.request('POST', `/users/@me/projects/${acme.id}/regenerate-keys`);
    expect(await shown()).toMatchObject({ publicLastUsedAt: null, secretLastUsedAt: null });
  });

  it('is written once a minute at the most', async () => {
    const there = await aWorld();
    const acme = await aProject({ world: there });
    const { use, settle } = noting(acme);
    const first = there.clock.now();
    await use('public');
    await settle();
    there.clock.advance(seconds(59));
    await use('public');
    await use('secret');
    await settle();
    const second = there.clock.now();
    expect(await usesOf(acme)).toEqual([first.toISOString(), second.toISOString()]);
    there.clock.advance(minutes(1));
    await use('public');
    await settle();
    expect(await usesOf(acme)).toEqual([there.clock.now().toISOString(), second.toISOString()]);
    await there.close();
  });

  it('does not wait for a project that somebody holds', async () => {
    const there = await aWorld();
    const acme = await aProject({ world: there });
    const { use, settle } = noting(acme);
    await acme.ctx.db.transaction().execute(async (db) => {
      await db.selectFrom('projects').select('id').where('id', '=', acme.id).forUpdate().execute();
      await use('secret');
      await settle();
    });
    expect(await usesOf(acme)).toEqual([undefined, undefined]);
    await there.close();
  });

  it('that cannot be written is logged, and the request is answered', async () => {
    const lines: string[] = [];
    const log = createLog('error', { to: { write: (line) => lines.push(line) } });
    const there = await aWorld();
    const acme = await aProject({ world: there });
    const broken = noteKeyUse({ ...there.ctx, log });
    const find = broken.noted(async () => ({ id: 'not an id', disabled: false, isBeingReset: false }));
    expect((await find('secret', 'x'))?.id).toBe('not an id');
    await broken.stop();
    expect(lines.join()).toContain('last use of keys');
    expect(await usesOf(acme)).toEqual([undefined, undefined]);
    await there.close();
  });
});
