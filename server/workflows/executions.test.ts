import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { EXECUTION_STATUSES } from '../../contract/workflows.ts';
import { anExecution } from '../../test/an-execution.ts';
import { aProject, type TestProject } from '../../test/world.ts';
import { uuidV7 } from '../platform/uuid.ts';
import { foldWorkflowCounts } from './counts.ts';
import type { ExecutionRow } from './execution.ts';

let acme: TestProject;
beforeAll(async () => {
  acme = await aProject();
});

let id: string;
let stepId: string;
beforeEach(async () => {
  id = (await acme.request('POST', '/workflows', { body: { name: 'W', eventName: 'signed_up' } })).body.id;
  const step = { type: 'WAIT_FOR_EVENT', name: 'Paid?', config: { eventName: 'paid' } };
  stepId = (await acme.request('POST', `/workflows/${id}/steps`, { body: step })).body.id;
  await acme.request('PATCH', `/workflows/${id}`, { body: { enabled: true } });
});

const get = (path: string) => acme.request('GET', `/workflows/${id}${path}`);
const stepExecution = (
  { id: execution_id }: ExecutionRow,
  fields: { status: string; step_type?: string; output?: Record<string, unknown> },
) =>
  acme.ctx.db
    .insertInto('workflow_step_executions')
    .values({
      ...{ project_id: acme.id, workflow_id: id, execution_id, id: uuidV7(acme.ctx.clock.now()), step_id: stepId },
      ...{ step_name: 'As it was', step_type: 'WAIT_FOR_EVENT', created_at: acme.ctx.clock.now() },
      ...fields,
    })
    .execute();

describe('GET /workflows/:id/executions', () => {
  it('lists the newest first, with the contact and the step', async () => {
    const old = await anExecution(acme, id, { email: 'old@example.com', status: 'COMPLETED' });
    acme.world.clock.advance(1000);
    const young = await anExecution(acme, id, { email: 'new@example.com', currentStepId: stepId });
    const { status, body } = await get('/executions');
    expect([status, body]).toMatchObject([
      200,
      {
        executions: [
          {
            id: young.id,
            status: 'WAITING',
            contact: { id: young.contact_id, email: 'new@example.com' },
            currentStep: { id: stepId, name: 'Paid?', type: 'WAIT_FOR_EVENT' },
          },
          { id: old.id, status: 'COMPLETED', currentStep: null },
        ],
        total: 2,
        page: 1,
        pageSize: 20,
        totalPages: 1,
      },
    ]);
  });

  it.each(EXECUTION_STATUSES)('may be asked for those that are %s', async (status) => {
    for (const each of EXECUTION_STATUSES) await anExecution(acme, id, { email: `${each}@example.com`, status: each });
    const { body } = await get(`/executions?status=${status}`);
    expect([body.total, body.executions.map((execution: { status: string }) => execution.status)]).toEqual([
      1,
      [status],
    ]);
  });

  it('may be asked for those that are at a step now', async () => {
    const there = await anExecution(acme, id, { currentStepId: stepId });
    await anExecution(acme, id, { email: 'b@example.com', currentStepId: stepId, status: 'CANCELLED' });
    const { body } = await get(`/executions?stepId=${stepId}`);
    expect([body.total, body.executions.map((execution: { id: string }) => execution.id)]).toEqual([1, [there.id]]);
    expect((await get('/executions?stepId=nonsense')).body).toMatchObject({ executions: [], total: 0 });
  });

  it('pages, and refuses a status that there is not: 400', async () => {
    for (const email of ['a@example.com', 'b@example.com', 'c@example.com']) await anExecution(acme, id, { email });
    const { body } = await get('/executions?pageSize=2&page=2');
    expect(body).toMatchObject({ total: 3, totalPages: 2, page: 2, pageSize: 2, executions: [{}] });
    expect((await get('/executions?status=ASLEEP')).status).toBe(400);
  });
});

describe('GET /workflows/:id/executions/:executionId', () => {
  it('tells what happened, in order, each with a sentence', async () => {
    const execution = await anExecution(acme, id, { currentStepId: stepId });
    await stepExecution(execution, {
      status: 'COMPLETED',
      step_type: 'TRIGGER',
      output: { triggered: true, eventName: 'signed_up' },
    });
    await stepExecution(execution, { status: 'WAITING', output: { eventName: 'paid' } });
    const { status, body } = await get(`/executions/${execution.id}`);
    expect([status, body]).toMatchObject([
      200,
      {
        id: execution.id,
        workflow: { id, name: 'W' },
        contact: { email: 'ada@example.com' },
        currentStep: { id: stepId, name: 'Paid?', config: { eventName: 'paid' } },
        stepExecutions: [
          { status: 'COMPLETED', summary: 'Started by “signed_up”', step: { name: 'As it was', type: 'TRIGGER' } },
          { status: 'WAITING', summary: 'Waiting for “paid”', executionId: execution.id, error: null },
        ],
      },
    ]);
  });

  it('an unknown one, or one of another workflow: 404', async () => {
    const other = (await acme.request('POST', '/workflows', { body: { name: 'O', eventName: 'x' } })).body.id;
    const theirs = await anExecution(acme, other);
    for (const executionId of [theirs.id, crypto.randomUUID(), 'nonsense']) {
      for (const method of ['GET', 'DELETE']) {
        const { status, body } = await acme.request(method, `/workflows/${id}/executions/${executionId}`);
        expect([status, body.error.code, body.error.message]).toEqual([
          404,
          'RESOURCE_NOT_FOUND',
          'Workflow execution not found',
        ]);
      }
    }
  });
});

describe('cancelling', () => {
  it.each(['RUNNING', 'WAITING'] as const)('ends one that is %s, and the step that it waits at', async (status) => {
    const execution = await anExecution(acme, id, { status, currentStepId: stepId });
    await stepExecution(execution, { status: 'WAITING' });
    const answer = await acme.request('DELETE', `/workflows/${id}/executions/${execution.id}`);
    expect([answer.status, answer.body]).toMatchObject([
      200,
      { id: execution.id, status: 'CANCELLED', exitReason: 'Cancelled by a user', completedAt: expect.any(String) },
    ]);
    expect((await get(`/executions/${execution.id}`)).body.stepExecutions).toMatchObject([
      { status: 'SKIPPED', summary: 'Cancelled before it was done' },
    ]);
  });

  it.each(['COMPLETED', 'EXITED', 'FAILED', 'CANCELLED'] as const)('one that is %s: 400', async (status) => {
    const execution = await anExecution(acme, id, { status });
    const answer = await acme.request('DELETE', `/workflows/${id}/executions/${execution.id}`);
    expect([answer.status, answer.body.error.message]).toEqual([400, expect.stringMatching(new RegExp(status))]);
  });

  it('all that are active, of this workflow only', async () => {
    const other = (await acme.request('POST', '/workflows', { body: { name: 'O', eventName: 'x' } })).body.id;
    const elsewhere = await anExecution(acme, other);
    for (const status of EXECUTION_STATUSES) await anExecution(acme, id, { email: `${status}@example.com`, status });
    const { status, body } = await acme.request('POST', `/workflows/${id}/executions/cancel-all`);
    expect([status, body]).toEqual([200, { cancelled: 2 }]);
    expect((await get('')).body.executionCounts).toEqual({
      RUNNING: 0,
      WAITING: 0,
      COMPLETED: 1,
      EXITED: 1,
      FAILED: 1,
      CANCELLED: 3,
    });
    const kept = await acme.request('GET', `/workflows/${other}/executions/${elsewhere.id}`);
    expect(kept.body.status).toBe('WAITING');
    expect((await acme.request('POST', `/workflows/${id}/executions/cancel-all`)).body).toEqual({ cancelled: 0 });
  });
});

describe('counts', () => {
  const countsAtStep = async () => (await get('')).body.steps[1].counts;

  it('tell how many are at a step, passed it, and failed in it; folding them changes nothing', async () => {
    const [first, second] = [
      await anExecution(acme, id, { currentStepId: stepId }),
      await anExecution(acme, id, { email: 'b@example.com', currentStepId: stepId }),
    ];
    await stepExecution(first, { status: 'WAITING' });
    await stepExecution(second, { status: 'WAITING' });
    expect(await countsAtStep()).toEqual({ active: 2, passed: 0, failed: 0 });
    const { db } = acme.ctx;
    await db
      .updateTable('workflow_step_executions')
      .set({ status: 'COMPLETED' })
      .where('execution_id', '=', first.id)
      .execute();
    await db
      .updateTable('workflow_step_executions')
      .set({ status: 'FAILED' })
      .where('execution_id', '=', second.id)
      .execute();
    await db
      .updateTable('workflow_executions')
      .set({ status: 'COMPLETED', current_step_id: null })
      .where('id', '=', first.id)
      .execute();
    for (let times = 0; times < 3; times++) {
      expect(await countsAtStep()).toEqual({ active: 1, passed: 1, failed: 1 });
      const listed = (await acme.request('GET', '/workflows')).body.data.find((each: { id: string }) => each.id === id);
      expect(listed._count).toEqual({ steps: 2, executions: 2, active: 1 });
      await foldWorkflowCounts(acme.ctx);
    }
  });

  it('follow a contact who is deleted', async () => {
    const execution = await anExecution(acme, id, { email: 'gone@example.com', currentStepId: stepId });
    await stepExecution(execution, { status: 'COMPLETED' });
    await acme.request('DELETE', `/contacts/${execution.contact_id}`);
    expect(await countsAtStep()).toEqual({ active: 0, passed: 0, failed: 0 });
    await foldWorkflowCounts(acme.ctx);
    const left = await acme.ctx.db.selectFrom('workflow_counts').selectAll().where('workflow_id', '=', id).execute();
    expect(left).toEqual([]);
  });
});
