import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTemplate } from '../../contract/templates.ts';
import type { Step, Transition } from '../../contract/workflows.ts';
import { anExecution } from '../../test/an-execution.ts';
import { aProject, type TestProject } from '../../test/world.ts';

let acme: TestProject;
let templateId: string;
beforeAll(async () => {
  acme = await aProject({ verifiedDomain: 'steps.test' });
  templateId = await aTemplate(acme, 'steps.test');
});

async function aTemplate(project: TestProject, domain: string): Promise<string> {
  const body = { name: 'Welcome', subject: 'Hi', body: '<p>Hi</p>', from: `a@${domain}` };
  return (await project.call(createTemplate, { body })).id;
}

let id: string;
let trigger: string;
beforeEach(async () => {
  id = (await acme.request('POST', '/workflows', { body: { name: 'W', eventName: 'signed_up' } })).body.id;
  trigger = (await steps())[0]?.id as string;
});

const detail = async () => (await acme.request('GET', `/workflows/${id}`)).body;
const steps = async (): Promise<Step[]> => (await detail()).steps;
const add = (body: unknown) => acme.request('POST', `/workflows/${id}/steps`, { body });
const added = async (body: object): Promise<Step> => (await add({ type: 'DELAY', name: 'Step', ...body })).body;
const patch = (stepId: string, body: unknown) => acme.request('PATCH', `/workflows/${id}/steps/${stepId}`, { body });
const remove = (stepId: string, query = '') => acme.request('DELETE', `/workflows/${id}/steps/${stepId}${query}`);
const connect = (body: unknown) => acme.request('POST', `/workflows/${id}/transitions`, { body });
/** Ways as pairs of ids, with the branch where there is one. */
const ways = async () =>
  (await detail()).transitions.map(({ fromStepId, toStepId, branch }: Transition) =>
    branch === null ? [fromStepId, toStepId] : [fromStepId, toStepId, branch],
  );

describe('POST /workflows/:id/steps', () => {
  it('adds a step as it is given', async () => {
    const given = { type: 'DELAY', name: 'Two days', position: { x: 1.5, y: -2 }, config: { amount: 2, unit: 'days' } };
    const { status, body } = await add(given);
    expect([status, body]).toEqual([
      201,
      {
        ...given,
        id: expect.any(String),
        workflowId: id,
        templateId: null,
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
      },
    ]);
  });

  it('position and config may be left out, and a config may be anything', async () => {
    expect((await add({ type: 'WEBHOOK', name: 'Call' })).body).toMatchObject({ position: { x: 0, y: 0 }, config: {} });
    expect((await add({ type: 'DELAY', name: 'Odd', config: { amount: 'soon' } })).status).toBe(201);
  });

  it.each([
    [{}, 'Type and name are required'],
    [{ name: 'x' }, 'Type and name are required'],
    [{ type: 'DELAY' }, 'Name is required'],
    [{ type: 'NAP', name: 'x' }, /^Type must be one of TRIGGER, SEND_EMAIL/],
    [{ type: 'DELAY', name: 'x', config: 7 }, 'config must be an object'],
    [{ type: 'DELAY', name: 'x', config: null }, 'config must be an object'],
    [{ type: 'DELAY', name: 'x', position: [1] }, 'position must be an object'],
    [{ type: 'DELAY', name: 'x', autoConnect: 'no' }, 'autoConnect must be true or false'],
  ])('%j: 400, flat', async (body, message) => {
    const answer = await add(body);
    expect([answer.status, answer.body]).toEqual([
      400,
      { error: typeof message === 'string' ? message : expect.stringMatching(message) },
    ]);
  });

  it('a second trigger: 400', async () => {
    const { status, body } = await add({ type: 'TRIGGER', name: 'x' });
    expect([status, body.error.code]).toEqual([400, 'BAD_REQUEST']);
  });

  it('a configuration of a megabyte: 400', async () => {
    expect((await add({ type: 'WEBHOOK', name: 'x', config: { body: 'x'.repeat(1_000_000) } })).status).toBe(400);
  });

  it('is led to from the last open end, unless it is told not to be', async () => {
    const first = await added({});
    const second = await added({});
    await added({ autoConnect: false });
    expect(await ways()).toEqual([
      [trigger, first.id],
      [first.id, second.id],
    ]);
  });

  it('neither an EXIT nor a CONDITION counts as an open end', async () => {
    const condition = await added({ type: 'CONDITION', name: 'Pro?' });
    await added({ type: 'EXIT', name: 'Out' });
    await added({});
    expect(await ways()).toEqual([[trigger, condition.id]]);
  });

  it('takes the template beside the configuration or inside it', async () => {
    const beside = await added({ type: 'SEND_EMAIL', templateId });
    const inside = await added({ type: 'SEND_EMAIL', config: { templateId } });
    expect([beside.templateId, inside.templateId, inside.config]).toEqual([templateId, templateId, { templateId }]);
    expect((await detail()).steps[1].template).toEqual({ id: templateId, name: 'Welcome' });
  });

  it.each(['missing', 'nonsense', 'theirs'])('a template that is %s: 404', async (which) => {
    const other = await aProject({ verifiedDomain: 'other-steps.test' });
    const foreign = { missing: crypto.randomUUID(), nonsense: 'x', theirs: await aTemplate(other, 'other-steps.test') };
    const { status, body } = await add({ type: 'SEND_EMAIL', name: 'x', templateId: foreign[which as 'theirs'] });
    expect([status, body.error.code]).toEqual([404, 'TEMPLATE_NOT_FOUND']);
  });

  it('500 steps are enough', async () => {
    const rows = Array.from({ length: 499 }, (_, i) => ({
      ...{ project_id: acme.id, workflow_id: id, type: 'DELAY', name: `s${i}` },
      ...{ position: {}, config: {} },
    }));
    await acme.ctx.db.insertInto('workflow_steps').values(rows).execute();
    expect((await add({ type: 'DELAY', name: 'x' })).status).toBe(400);
  });
});

describe('PATCH /workflows/:id/steps/:stepId', () => {
  it('changes what is given and nothing else', async () => {
    const { id: stepId } = await added({ config: { amount: 1, unit: 'days' } });
    expect((await patch(stepId, { name: 'Renamed' })).body).toMatchObject({ name: 'Renamed', config: { amount: 1 } });
    expect((await patch(stepId, { position: { x: 9, y: 9 } })).body).toMatchObject({ position: { x: 9, y: 9 } });
    expect((await patch(stepId, { config: { amount: 2, unit: 'days' } })).body.config).toEqual({
      amount: 2,
      unit: 'days',
    });
  });

  it('null disconnects the template; another configuration keeps it', async () => {
    const { id: stepId } = await added({ type: 'SEND_EMAIL', config: { templateId } });
    expect((await patch(stepId, { config: { recipient: { type: 'CONTACT' } } })).body.templateId).toBe(templateId);
    await patch(stepId, { config: { templateId } });
    expect((await patch(stepId, { templateId: null })).body).toMatchObject({ templateId: null, config: {} });
    expect((await patch(stepId, { config: { templateId } })).body.templateId).toBe(templateId);
    expect((await patch(stepId, { templateId: crypto.randomUUID() })).status).toBe(404);
  });

  it('the configuration of the trigger is the trigger of the workflow', async () => {
    expect((await patch(trigger, { config: { eventName: ' paid ' } })).body).toMatchObject({
      name: 'Trigger: paid',
      config: { eventName: 'paid' },
    });
    expect((await detail()).triggerConfig).toEqual({ eventName: 'paid' });
    expect((await patch(trigger, { name: 'Paid!' })).body).toMatchObject({
      name: 'Paid!',
      config: { eventName: 'paid' },
    });
  });

  it('may be edited while executions run: they keep the version that they started with', async () => {
    const step = await added({ config: { amount: 1, unit: 'days' } });
    await acme.request('PATCH', `/workflows/${id}`, { body: { enabled: true } });
    const { version } = await anExecution(acme, id, { currentStepId: step.id });
    expect((await patch(step.id, { config: { amount: 5, unit: 'days' } })).status).toBe(200);
    const kept = await acme.ctx.db
      .selectFrom('workflow_versions')
      .select('graph')
      .where('workflow_id', '=', id)
      .where('version', '=', version)
      .executeTakeFirstOrThrow();
    expect(kept.graph).toMatchObject({ steps: [{}, { config: { amount: 1 } }] });
  });

  it('a step of another workflow of ours: 404', async () => {
    const other = (await acme.request('POST', '/workflows', { body: { name: 'O', eventName: 'x' } })).body;
    const { status, body } = await acme.request('PATCH', `/workflows/${other.id}/steps/${trigger}`, { body: {} });
    expect([status, body.error.code, body.error.message]).toEqual([
      404,
      'RESOURCE_NOT_FOUND',
      'Workflow step not found',
    ]);
  });

  it.each([{ name: '' }, { config: [] }, { templateId: 7 }, []])('%j: 400, flat', async (body) => {
    expect(await patch(trigger, body)).toMatchObject({ status: 400, body: { error: expect.any(String) } });
  });
});

describe('DELETE /workflows/:id/steps/:stepId', () => {
  it('deletes the step and its transitions, and leaves the rest where it is', async () => {
    const [a, b, c] = [await added({}), await added({}), await added({})];
    expect((await remove(b.id)).status).toBe(204);
    expect((await steps()).map((step) => step.id)).toEqual([trigger, a.id, c.id]);
    expect(await ways()).toEqual([[trigger, a.id]]);
  });

  it('spliced, what led to it leads to what came after it, branches and all', async () => {
    const condition = await added({ type: 'CONDITION', name: 'Pro?' });
    const [a, b] = [await added({ autoConnect: false }), await added({ autoConnect: false })];
    await connect({ fromStepId: condition.id, toStepId: a.id, branch: 'yes' });
    await connect({ fromStepId: condition.id, toStepId: a.id, branch: 'no' });
    await connect({ fromStepId: a.id, toStepId: b.id });
    expect((await remove(a.id, '?splice=true')).status).toBe(204);
    expect(await ways()).toEqual([
      [trigger, condition.id],
      [condition.id, b.id, 'yes'],
      [condition.id, b.id, 'no'],
    ]);
  });

  it('spliced at the end, what led to it ends', async () => {
    const last = await added({});
    expect((await remove(last.id, '?splice=true')).status).toBe(204);
    expect(await ways()).toEqual([]);
  });

  it.each(['?splice=1', '?splice=TRUE', '?splice='])('%s does not splice', async (query) => {
    const [a, b] = [await added({}), await added({})];
    await remove(a.id, query);
    expect([await ways(), (await steps()).map((step) => step.id)]).toEqual([[], [trigger, b.id]]);
  });

  it('the trigger: 400', async () => {
    for (const query of ['', '?splice=true']) expect((await remove(trigger, query)).status).toBe(400);
  });

  it('a CONDITION, or a wait with two ways out, cannot be spliced: 400', async () => {
    const condition = await added({ type: 'CONDITION', name: 'Pro?' });
    const wait = await added({ type: 'WAIT_FOR_EVENT', name: 'Paid?' });
    const end = await added({ type: 'EXIT', autoConnect: false });
    for (const waitOutcome of ['EVENT', 'TIMEOUT'] as const) {
      expect((await connect({ fromStepId: wait.id, toStepId: end.id, waitOutcome })).status).toBe(201);
    }
    for (const step of [condition, wait]) expect((await remove(step.id, '?splice=true')).status).toBe(400);
    expect((await remove(condition.id)).status).toBe(204);
  });

  it('while an execution is at it: the execution keeps its version', async () => {
    const step = await added({});
    await acme.request('PATCH', `/workflows/${id}`, { body: { enabled: true } });
    const execution = await anExecution(acme, id, { currentStepId: step.id });
    expect((await remove(step.id)).status).toBe(204);
    const { body } = await acme.request('GET', `/workflows/${id}/executions/${execution.id}`);
    expect(body).toMatchObject({ status: 'WAITING', currentStepId: step.id, currentStep: { name: 'Step' } });
  });

  it('an unknown one, or one of another workflow: 404', async () => {
    for (const stepId of [crypto.randomUUID(), 'x']) expect((await remove(stepId)).status).toBe(404);
  });
});
