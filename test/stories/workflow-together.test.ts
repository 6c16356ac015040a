import { sql } from 'kysely';
import { afterEach, expect, it } from 'vitest';
import { upsertContacts } from '../../server/contacts/upsert-contacts.ts';
import { hours, minutes } from '../../server/platform/clock.ts';
import { WorkflowEngine } from '../../server/workflows/engine.ts';
import { aTemplate, aWorkflow } from '../a-workflow.ts';
import { aProject, aWorld, type TestProject, type World } from '../world.ts';

const worlds: World[] = [];
// At once: each holds a dozen connections.
afterEach(async () => {
  for (const world of worlds.splice(0)) await world.close();
});

async function twoWorkers(name: string) {
  const database = `posthorn_${name}_${process.env.VITEST_POOL_ID}`;
  const [one, two] = [await aWorld({}, { database }), await aWorld({}, { database })];
  worlds.push(one, two);
  const engines = [new WorkflowEngine(one.ctx), new WorkflowEngine(two.ctx)];
  const advance = async (ms: number) => {
    one.clock.advance(ms);
    two.clock.set(one.clock.now());
    await Promise.all(engines.map((engine) => engine.settle()));
  };
  return { world: one, advance };
}

const countOf = async ({ ctx }: TestProject, table: 'emails' | 'workflow_executions') => {
  const { rows } = await sql<{
    n: number;
  }>`select count(*) as n from ${sql.table(table)} where project_id = ${ctx.projectId}`.execute(ctx.db);
  return rows[0]?.n;
};

it('two workers at once: every contact has one execution, and every SEND_EMAIL step one email', {
  timeout: 60_000,
}, async () => {
  const { world, advance } = await twoWorkers('workflow_together');
  const acme = await aProject({ world, verifiedDomain: 'together.test' });
  const template = await aTemplate(acme, { from: 'a@together.test' });
  const workflow = await aWorkflow(acme, {
    eventName: 'go',
    steps: {
      first: { type: 'SEND_EMAIL', templateId: template },
      pause: { type: 'DELAY', config: { amount: 1, unit: 'hours' } },
      answer: { type: 'WAIT_FOR_EVENT', config: { eventName: 'answer', timeout: 60 } },
      second: { type: 'SEND_EMAIL', templateId: template },
    },
  });
  const people = Array.from({ length: 700 }, (_, i) => `p${i}@example.com`);
  await upsertContacts(
    acme.ctx,
    people.map((email) => ({ email })),
    { subscribedByDefault: true },
  );
  // Each event three times: re-entry is off.
  for (let i = 0; i < 3; i++) await Promise.all(people.map((email) => acme.track(email, 'go')));
  await advance(0);
  expect(await countOf(acme, 'emails')).toBe(700);
  expect(await countOf(acme, 'workflow_executions')).toBe(700);
  await advance(hours(1));
  await Promise.all(people.slice(0, 350).map((email) => acme.track(email, 'answer')));
  await advance(0);
  expect(await countOf(acme, 'emails')).toBe(1050);
  await advance(minutes(1));
  expect(await countOf(acme, 'emails')).toBe(1400);
  const { rows } = await sql<{ status: string; n: number }>`
    select status, count(*) as n from workflow_executions where workflow_id = ${workflow.id} group by status
  `.execute(world.ctx.db);
  expect(rows).toEqual([{ status: 'COMPLETED', n: 700 }]);
  const steps = await sql<{ name: string; n: number }>`
    select step_name as name, count(*) as n from workflow_step_executions
    where workflow_id = ${workflow.id} and status = 'COMPLETED' group by step_name order by step_name
  `.execute(world.ctx.db);
  expect(steps.rows.map(({ n }) => n)).toEqual([700, 700, 700, 700, 700]);
});

it('an execution that breaks the batch is tried again for a while and then failed, and holds up nobody', async () => {
  const { world, advance } = await twoWorkers('workflow_broken');
  const acme = await aProject({ world });
  const workflow = await aWorkflow(acme, {
    eventName: 'go',
    steps: { update: { type: 'UPDATE_CONTACT', config: { updates: { seen: true } } } },
  });
  // Stands for a bug or a constraint that somebody's data breaks.
  await sql`alter table contacts add constraint no_seven check (email <> 'p7@broken.test' or data is null or not data ? 'seen')`.execute(
    world.ctx.db,
  );
  for (let i = 0; i < 20; i++) await acme.track(`p${i}@broken.test`, 'go');
  await advance(0);
  const statuses = async () => Map.groupBy(await workflow.statuses(), (status) => status);
  expect((await statuses()).get('COMPLETED')).toHaveLength(19);
  const [stuck] = (await workflow.executions()).filter(({ status }) => status === 'RUNNING');
  expect(stuck?.contact.email).toBe('p7@broken.test');
  expect((await workflow.story(stuck?.id)).stepExecutions[1]).toMatchObject({
    status: 'PENDING',
    attempts: 1,
    error: expect.stringContaining('no_seven'),
  });
  for (let i = 0; i < 8; i++) await advance(hours(1));
  expect((await statuses()).get('FAILED')).toHaveLength(1);
  expect((await workflow.story(stuck?.id)).stepExecutions).toMatchObject([{}, { status: 'FAILED', attempts: 8 }]);
});
