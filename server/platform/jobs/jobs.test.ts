import type { JobWithMetadata } from 'pg-boss';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { aProject, aWorld, type TestProject, type World } from '../../../test/world.ts';
import { bindings } from '../../worker.ts';
import { days, hours, minutes } from '../clock.ts';
import { type Ctx, transaction } from '../context.ts';
import { cancel, enqueue, job, snooze } from './job.ts';
import { assertEveryJobBound, createQueues, every, type JobData, on, runJob, startWorkers } from './runner.ts';

const thingDue = job('test.thing-due', z.object({ thing: z.string() }));
const otherDue = job('test.other-due', z.object({ thing: z.string() }));
const nothing = async () => {};

let world: World;
let acme: TestProject;
beforeAll(async () => {
  world = await aWorld();
  await createQueues(world.boss, []);
  acme = await aProject({ world });
});
afterAll(() => world.close());

interface JobRow {
  data: JobData;
  state: string;
  start_after: Date;
}

const jobsOf = async ({ id }: TestProject, name = thingDue.name): Promise<JobRow[]> => {
  const { rows } = await world.database.pool.query<JobRow>(
    `select data, state::text, start_after from pgboss.job
     where name = $1 and data->>'projectId' = $2 order by created_on, id`,
    [name, id],
  );
  return rows;
};

describe('enqueue', () => {
  it('stores the arguments and the project with the transaction that asked for it', async () => {
    await transaction(acme.ctx, (ctx) => enqueue(ctx, thingDue, { thing: 'a' }));
    expect(await jobsOf(acme)).toMatchObject([
      { data: { projectId: acme.id, args: { thing: 'a' } }, state: 'created' },
    ]);
  });

  it('leaves no job behind when the transaction is rolled back', async () => {
    const project = await aProject({ world });
    const attempt = transaction(project.ctx, async (ctx) => {
      await enqueue(ctx, thingDue, { thing: 'a' });
      throw new Error('changed my mind');
    });
    await expect(attempt).rejects.toThrow('changed my mind');
    expect(await jobsOf(project)).toEqual([]);
  });

  it('is not seen by others before the transaction commits', async () => {
    const project = await aProject({ world });
    await transaction(project.ctx, async (ctx) => {
      await enqueue(ctx, thingDue, { thing: 'a' });
      expect(await jobsOf(project)).toEqual([]);
    });
    expect(await jobsOf(project)).toHaveLength(1);
  });

  it('refuses arguments that are not the declared ones', async () => {
    await expect(enqueue(acme.ctx, thingDue, { thing: 7 as unknown as string })).rejects.toThrow();
  });

  it('keeps one waiting job per project and key, and any number without a key', async () => {
    const [one, two] = [await aProject({ world }), await aProject({ world })];
    for (const project of [one, one, two]) await enqueue(project.ctx, thingDue, { thing: 'keyed' }, { key: 'k' });
    await enqueue(one.ctx, otherDue, { thing: 'keyed' }, { key: 'k' });
    await enqueue(one.ctx, thingDue, { thing: 'keyed' }, { key: 'another' });
    for (let i = 0; i < 3; i++) await enqueue(one.ctx, thingDue, { thing: 'free' });
    const things = (await jobsOf(one)).map(({ data }) => (data.args as { thing: string }).thing);
    expect(things.sort()).toEqual(['free', 'free', 'free', 'keyed', 'keyed']);
    expect(await jobsOf(two)).toHaveLength(1);
    expect(await jobsOf(one, otherDue.name)).toHaveLength(1);
  });

  it('waits until the time it was given', async () => {
    const project = await aProject({ world });
    const at = new Date(Date.now() + days(100));
    await enqueue(project.ctx, thingDue, { thing: 'later' }, { at });
    expect((await jobsOf(project))[0]?.start_after).toEqual(at);
  });
});

describe('the boot', () => {
  it('refuses a job that nobody handles', () => {
    const others = [on(otherDue, nothing)];
    expect(() => assertEveryJobBound(others)).toThrow(/without a handler: .*test\.thing-due/);
  });

  it('refuses a job with two handlers, and boots with one each', () => {
    // The rooms' own jobs are declared in this process as well.
    const all = [...bindings, on(thingDue, nothing), on(otherDue, nothing)];
    expect(() => assertEveryJobBound(all)).not.toThrow();
    expect(() => assertEveryJobBound([...all, on(thingDue, nothing)])).toThrow(
      'Job test.thing-due has more than one handler',
    );
  });

  it('refuses a job that is declared twice', () => {
    expect(() => job('test.thing-due', z.object({}))).toThrow('declared twice');
  });
});

describe('a handler', () => {
  const due = (project: TestProject, args: unknown) =>
    ({
      id: 'j',
      name: thingDue.name,
      retryCount: 0,
      data: { projectId: project.id, args },
    }) as JobWithMetadata<JobData>;

  it('runs in the context of the project of its job', async () => {
    const handle = vi.fn<(ctx: Ctx, args: { thing: string }) => Promise<void>>(nothing);
    await runJob(world.ctx, world.boss, on(thingDue, handle), due(acme, { thing: 'x' }));
    expect(handle).toHaveBeenCalledOnce();
    const [ctx, args] = handle.mock.calls[0] ?? [];
    expect([ctx?.projectId, args]).toEqual([acme.id, { thing: 'x' }]);
  });

  it('never sees arguments of another shape', async () => {
    const handle = vi.fn(nothing);
    await expect(runJob(world.ctx, world.boss, on(thingDue, handle), due(acme, { other: 1 }))).rejects.toThrow();
    expect(handle).not.toHaveBeenCalled();
  });

  it('may snooze: the same job again at that time, beside others that wait or snooze', async () => {
    const project = await aProject({ world });
    const until = new Date(Date.now() + hours(3));
    await enqueue(project.ctx, thingDue, { thing: 'waiting' }, { key: 'k' });
    const binding = on(thingDue, async () => snooze(until));
    for (const thing of ['x', 'y']) await runJob(world.ctx, world.boss, binding, due(project, { thing }));
    const [, ...snoozed] = (await jobsOf(project)).sort((a, b) => a.start_after.getTime() - b.start_after.getTime());
    expect(snoozed.map(({ start_after }) => start_after)).toEqual([until, until]);
    expect(snoozed.map(({ data }) => data.args)).toEqual(expect.arrayContaining([{ thing: 'x' }, { thing: 'y' }]));
  });

  it('may cancel: the job is over, and nothing comes again', async () => {
    const project = await aProject({ world });
    await runJob(
      world.ctx,
      world.boss,
      on(thingDue, async () => cancel('gone')),
      due(project, { thing: 'x' }),
    );
    expect(await jobsOf(project)).toEqual([]);
  });
});

describe('running workers', () => {
  const states = async (project: TestProject) => (await jobsOf(project, 'test.live')).map(({ state }) => state);

  it('finish what succeeds, and give back what fails for a later attempt', async () => {
    const live = job('test.live', z.object({ ok: z.boolean() }));
    await createQueues(world.boss, []);
    const [good, bad] = [await aProject({ world }), await aProject({ world })];
    await enqueue(good.ctx, live, { ok: true });
    await enqueue(bad.ctx, live, { ok: false });
    const binding = on(live, async (_ctx, { ok }) => {
      if (!ok) throw new Error('not now');
    });
    await startWorkers(world.ctx, world.boss, [binding], []);
    await expect.poll(() => states(good), { timeout: 10_000 }).toEqual(['completed']);
    await expect.poll(() => states(bad), { timeout: 10_000 }).toEqual(['retry']);
    const [failed] = await jobsOf(bad, 'test.live');
    expect(failed?.start_after.getTime()).toBeGreaterThan(Date.now() - minutes(1));
    await world.boss.offWork(live.name);
  });
});

describe('a job whose process died', () => {
  it('is tried again as soon as its heartbeat is missed, and not before', async () => {
    const project = await aProject({ world });
    await enqueue(project.ctx, otherDue, { thing: 'x' });
    const stateAfter = async (silentSeconds: number) => {
      await world.database.pool.query(
        `update pgboss.job set heartbeat_on = now() - $1 * interval '1 second' where name = $2 and state = 'active'`,
        [silentSeconds, otherDue.name],
      );
      await world.database.pool.query(`update pgboss.queue set monitor_claim_on = null, monitor_on = null`);
      await world.boss.supervise(otherDue.name);
      return (await jobsOf(project, otherDue.name)).map(({ state }) => state);
    };
    await world.boss.fetch(otherDue.name, { batchSize: 100 });
    expect(await stateAfter(5)).toEqual(['active']);
    expect(await stateAfter(11)).toEqual(['retry']);
  });
});

describe('sweeps', () => {
  async function checkThings(): Promise<void> {}

  it.each([
    [minutes(5), '*/5 * * * *'],
    [minutes(1), '*/1 * * * *'],
    [hours(1), '0 * * * *'],
    [days(1), '0 3 * * *'],
  ])('every %d ms has its schedule', (interval, cron) => {
    expect(every(interval, checkThings)).toMatchObject({ name: 'sweep.check-things', cron });
  });

  it('refuse an interval that no schedule can tell', () => {
    expect(() => every(minutes(7), checkThings)).toThrow('No schedule');
  });
});
