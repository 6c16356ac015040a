import { expect, inject, it } from 'vitest';
import { days } from '../../server/platform/clock.ts';
import { aTemplate, aWorkflow } from '../a-workflow.ts';
import { cloneDatabase } from '../database.ts';
import { aProject, aWorld } from '../world.ts';
import { runWorkflowCrash, workflowShortfalls } from './run-workflow-crash.ts';
import { seededRandom } from './worker-process.ts';

it('kill -9 of a worker in the midst of workflows: every step happens once, and every SEND_EMAIL step is one email', {
  timeout: 120_000,
}, async () => {
  const database = `posthorn_workflow_crash_${process.env.VITEST_POOL_ID}`;
  const databaseUrl = await cloneDatabase(inject('postgresUrl'), database);
  const world = await aWorld({}, { database });
  const acme = await aProject({ world, verifiedDomain: 'flow.test' });
  // The workers' own check of domains would find that the DNS knows nothing of this one.
  const never = new Date(Date.now() + days(1));
  await world.ctx.db.updateTable('domains').set({ next_check_at: never }).where('project_id', '=', acme.id).execute();
  const templateId = await aTemplate(acme, { from: 'a@flow.test' });
  const workflow = await aWorkflow(acme, {
    eventName: 'go',
    steps: {
      first: { type: 'SEND_EMAIL', templateId },
      moment: { type: 'DELAY', config: { amount: 1 / 60, unit: 'minutes' } },
      count: { type: 'UPDATE_CONTACT', config: { updates: { seen: true } } },
      second: { type: 'SEND_EMAIL', templateId },
      end: { type: 'EXIT' },
    },
  });
  const seed = Date.now() % 100_000;
  const report = await runWorkflowCrash({
    ctx: acme.ctx,
    databaseUrl,
    mails: 900,
    kills: 2,
    random: seededRandom(seed),
    workflowId: workflow.id,
    eventName: 'go',
  });
  console.log({ seed, ...report });
  expect(workflowShortfalls(report)).toEqual([]);
  await world.close();
});
