import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { aWorkflow } from '../../test/a-workflow.ts';
import { aProject, aWorld, type TestProject, type World } from '../../test/world.ts';
import { upsertContacts } from '../contacts/upsert-contacts.ts';
import { advanceDue } from './advance-executions.ts';
import { startExecutions } from './start-executions.ts';

let world: World;
beforeAll(async () => {
  world = await aWorld({}, { database: `posthorn_advance_${process.env.VITEST_POOL_ID}` });
});
afterAll(() => world.close());

async function started(project: TestProject, count: number) {
  const workflow = await aWorkflow(project, { steps: { end: { type: 'EXIT' } } });
  const people = Array.from({ length: count }, (_, i) => ({ email: `p${i}@example.com` }));
  await upsertContacts(project.ctx, people, { subscribedByDefault: true });
  await startExecutions(
    project.ctx,
    sql`select ${workflow.id}::uuid as workflow_id, id as contact_id, null::jsonb as context, ${world.clock.now()}::timestamptz as since,
               'test'::text as started_by from contacts where project_id = ${project.id}`,
  );
  return workflow;
}

const countEnded = async ({ ctx }: TestProject): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*) as n from workflow_executions
    where project_id = ${ctx.projectId} and status = 'EXITED'`.execute(ctx.db);
  return rows[0]?.n ?? 0;
};

it('a project with many due executions holds up no other: each has its batch in every turn', async () => {
  const [large, small] = [await aProject({ world }), await aProject({ world })];
  await started(large, 1200);
  await started(small, 3);
  world.clock.advance(1000);
  await advanceDue(world.ctx);
  expect([await countEnded(large), await countEnded(small)]).toEqual([500, 3]);
  await advanceDue(world.ctx);
  await advanceDue(world.ctx);
  expect(await countEnded(large)).toBe(1200);
  expect(await advanceDue(world.ctx)).toEqual({ moved: 0, next: undefined });
});

it('says when the next one falls due, and stops between two batches when it is told to', async () => {
  const project = await aProject({ world });
  const workflow = await started(project, 1);
  const at = new Date(world.clock.now().getTime() + 5000);
  await sql`update workflow_executions set wake_at = ${at} where workflow_id = ${workflow.id}`.execute(world.ctx.db);
  expect(await advanceDue(world.ctx)).toEqual({ moved: 0, next: at });
  world.clock.advance(5000);
  expect(await advanceDue(world.ctx, () => false)).toMatchObject({ moved: 0 });
  expect(await advanceDue(world.ctx)).toMatchObject({ moved: 1 });
});
