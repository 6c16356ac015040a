import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { anExecution } from '../../test/an-execution.ts';
import { aProject, type TestProject } from '../../test/world.ts';
import { recordEvents } from '../events/record-events.ts';
import { hours, minutes } from '../platform/clock.ts';
import { pruneVersions } from './versions.ts';

let acme: TestProject;
beforeAll(async () => {
  acme = await aProject();
});

const aWorkflow = async (fields: object = {}, project = acme) =>
  (await project.request('POST', '/workflows', { body: { name: 'Welcome', eventName: 'signed_up', ...fields } })).body;
const patch = (id: string, body: object, project = acme) => project.request('PATCH', `/workflows/${id}`, { body });
const detail = async (id: string, project = acme) => (await project.request('GET', `/workflows/${id}`)).body;

const listenersOf = async (workflowId: string) => {
  const query = acme.ctx.db.selectFrom('event_listeners').select('name').where('workflow_id', '=', workflowId);
  return (await query.orderBy('name').execute()).map(({ name }) => name);
};
const versionsOf = async (workflowId: string) => {
  const query = acme.ctx.db.selectFrom('workflow_versions').selectAll().where('workflow_id', '=', workflowId);
  return query.orderBy('version').execute();
};

describe('POST /workflows', () => {
  it('makes a disabled workflow with an EVENT trigger, whatever is asked', async () => {
    const { status, body } = await acme.request('POST', '/workflows', {
      body: { name: ' Welcome ', eventName: ' signed_up ', description: 'Hi', enabled: true, triggerType: 'MANUAL' },
    });
    expect([status, body]).toEqual([
      201,
      {
        id: expect.any(String),
        name: 'Welcome',
        description: 'Hi',
        enabled: false,
        triggerType: 'EVENT',
        triggerConfig: { eventName: 'signed_up' },
        allowReentry: false,
        nextRunAt: null,
        projectId: acme.id,
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
      },
    ]);
  });

  it('makes its TRIGGER step', async () => {
    const { id } = await aWorkflow({ eventName: 'contact.subscribed' });
    expect((await detail(id)).steps).toMatchObject([
      {
        type: 'TRIGGER',
        name: 'Trigger: contact.subscribed',
        position: { x: 100, y: 100 },
        config: { eventName: 'contact.subscribed' },
        templateId: null,
        template: null,
        outgoingTransitions: [],
        incomingTransitions: [],
        counts: { active: 0, passed: 0, failed: 0 },
      },
    ]);
  });

  it.each([
    [{}, 'Name is required'],
    [{ name: '  ' }, 'Name is required'],
    [{ name: 'x' }, 'Event name is required'],
    [{ name: 'x', eventName: '' }, 'Event name is required'],
    [{ name: 'x', eventName: 7 }, 'Event name is required'],
    [{ name: 'x'.repeat(101), eventName: 'e' }, 'Name may have 100 characters'],
    [{ name: 'x', eventName: 'e'.repeat(256) }, 'Event name may have 255 characters'],
    [{ name: 'x', eventName: 'e', description: 'x'.repeat(501) }, 'Description may have 500 characters'],
    [{ name: 'x', eventName: 'e', allowReentry: 'yes' }, 'allowReentry must be true or false'],
    [[], 'The body must be a JSON object'],
  ])('%j: 400, flat', async (body, error) => {
    expect(await acme.request('POST', '/workflows', { body })).toMatchObject({ status: 400, body: { error } });
  });
});

describe('GET /workflows', () => {
  let project: TestProject;
  beforeAll(async () => {
    project = await aProject();
    for (const name of ['Beta', 'alpha', 'Gamma 100%']) {
      project.world.clock.advance(1000);
      await aWorkflow({ name, description: name === 'Beta' ? 'the Second' : null }, project);
    }
  });
  const names = async (query = '') => {
    const { body } = await project.request('GET', `/workflows?${query}`);
    return body.data.map(({ name }: { name: string }) => name);
  };

  it('lists the newest first, with counts', async () => {
    const { status, body } = await project.request('GET', '/workflows');
    expect([status, body]).toMatchObject([200, { total: 3, page: 1, pageSize: 20, totalPages: 1 }]);
    expect(await names()).toEqual(['Gamma 100%', 'alpha', 'Beta']);
    expect(body.data[0]._count).toEqual({ steps: 1, executions: 0, active: 0 });
  });

  it('may be sorted, searched and paged', async () => {
    expect(await names('sort=name&dir=asc')).toEqual(['alpha', 'Beta', 'Gamma 100%']);
    expect(await names('sort=nonsense')).toEqual(['Gamma 100%', 'alpha', 'Beta']);
    expect(await names('search=ALPH')).toEqual(['alpha']);
    expect(await names('search=second')).toEqual(['Beta']);
    expect(await names('search=100%25')).toEqual(['Gamma 100%']);
    expect(await names('search=%25%25')).toEqual([]);
    expect(await names('pageSize=1&page=2')).toEqual(['alpha']);
  });

  it('may be asked for the enabled or the disabled, and sorted by steps', async () => {
    const { body } = await project.request('GET', '/workflows?search=alpha');
    await patch(body.data[0].id, { enabled: true }, project);
    await project.request('POST', `/workflows/${body.data[0].id}/steps`, { body: { type: 'EXIT', name: 'Out' } });
    expect(await names('status=active')).toEqual(['alpha']);
    expect(await names('status=disabled')).toEqual(['Gamma 100%', 'Beta']);
    expect((await names('sort=steps'))[0]).toBe('alpha');
  });

  it('shows nothing of another project', async () => {
    expect((await (await aProject()).request('GET', '/workflows')).body).toMatchObject({ data: [], totalPages: 0 });
  });
});

describe('GET /workflows/fields', () => {
  it('lists fields of contacts and of recent events, sorted', async () => {
    const project = await aProject();
    const { id: contactId } = await project.contact('ada@example.com', { data: { plan: 'pro', age: 7 } });
    await recordEvents(project.ctx, [
      { name: 'paid', contactId, data: { amount: 7 } },
      { name: 'seen', contactId, data: { page: '/' } },
      { name: 'seen', contactId },
    ]);
    const { status, body } = await project.request('GET', '/workflows/fields');
    expect(status).toBe(200);
    expect(body.fields).toEqual([
      'contact.createdAt',
      'contact.data.age',
      'contact.data.plan',
      'contact.email',
      'contact.subscribed',
      'contact.updatedAt',
      'event.amount',
      'event.page',
    ]);
    expect(body.count).toBe(8);
    expect(body.typedFields).toEqual(
      expect.arrayContaining([
        { field: 'contact.email', type: 'string', category: 'Contact Fields' },
        { field: 'contact.data.age', type: 'number', category: 'Custom Data' },
        { field: 'event.amount', type: 'string', category: 'Event Data' },
      ]),
    );
    const ofOne = await project.request('GET', '/workflows/fields?eventName=paid');
    expect(ofOne.body.fields.filter((field: string) => field.startsWith('event.'))).toEqual(['event.amount']);
  });
});

describe('PATCH /workflows/:id', () => {
  it('changes what is given and nothing else', async () => {
    const { id } = await aWorkflow({ description: 'Old' });
    expect(await patch(id, { name: 'New', allowReentry: true })).toMatchObject({
      status: 200,
      body: { name: 'New', description: 'Old', allowReentry: true, enabled: false },
    });
    expect((await patch(id, { description: null })).body.description).toBeNull();
  });

  it('the TRIGGER step follows the event', async () => {
    const { id } = await aWorkflow();
    const { body } = await patch(id, { triggerConfig: { eventName: ' paid ' } });
    expect(body.triggerConfig).toEqual({ eventName: 'paid' });
    expect((await detail(id)).steps[0]).toMatchObject({ name: 'Trigger: paid', config: { eventName: 'paid' } });
  });

  it('a trigger may be changed while executions run', async () => {
    const { id } = await aWorkflow();
    await patch(id, { enabled: true });
    await anExecution(acme, id);
    expect((await patch(id, { triggerConfig: { eventName: 'paid' }, triggerType: 'MANUAL' })).status).toBe(200);
  });

  it.each([
    [{ triggerType: 'CRON' }, 400],
    [{ triggerConfig: { eventName: { a: 1 } } }, 400],
    [{ triggerConfig: { eventName: 'x'.repeat(256) } }, 400],
    [{ triggerConfig: { schedule: 'x'.repeat(10_001) } }, 400],
    [{ name: '' }, 422],
    [{ enabled: 'yes' }, 422],
    [{ triggerConfig: 'signed_up' }, 422],
  ])('refuses %j with %i', async (body, status) => {
    const { id } = await aWorkflow();
    expect((await patch(id, body)).status).toBe(status);
  });

  it.each([crypto.randomUUID(), 'nonsense'])('of an unknown workflow (%s): 404', async (id) => {
    const { status, body } = await patch(id, { name: 'x' });
    expect([status, body.error.code, body.error.message]).toEqual([404, 'WORKFLOW_NOT_FOUND', 'Workflow not found']);
  });

  it('a schedule has a next time while it is enabled, which other changes leave alone', async () => {
    const { id } = await aWorkflow();
    const noon = new Date('2030-01-01T12:00:00Z');
    acme.world.clock.set(noon);
    const schedule = { triggerType: 'SCHEDULE', triggerConfig: { schedule: '0 9 * * *', timezone: 'Europe/Berlin' } };
    expect((await patch(id, schedule)).body.nextRunAt).toBeNull();
    expect((await patch(id, { enabled: true })).body.nextRunAt).toBe('2030-01-02T08:00:00.000Z');
    acme.world.clock.set(new Date('2030-01-02T08:00:30Z'));
    expect((await patch(id, { name: 'Same' })).body.nextRunAt).toBe('2030-01-02T08:00:00.000Z');
    expect((await patch(id, { triggerConfig: { schedule: 'nonsense' } })).body.nextRunAt).toBeNull();
    expect((await patch(id, { triggerConfig: { schedule: '*/5 * * * *' } })).body.nextRunAt).toBe(
      '2030-01-02T08:05:00.000Z',
    );
    expect((await patch(id, { enabled: false })).body.nextRunAt).toBeNull();
  });
});

describe('versions of the graph', () => {
  let id: string;
  beforeEach(async () => {
    ({ id } = await aWorkflow());
  });
  const addWait = (eventName: string) =>
    acme.request('POST', `/workflows/${id}/steps`, {
      body: { type: 'WAIT_FOR_EVENT', name: eventName, config: { eventName } },
    });

  it('a disabled workflow stores none; enabling stores the graph as it is', async () => {
    await addWait('paid');
    expect(await versionsOf(id)).toEqual([]);
    await patch(id, { enabled: true });
    const [version] = await versionsOf(id);
    expect(version).toMatchObject({ version: 2, retired_at: null, waits_for: ['paid'] });
    expect(version?.graph).toMatchObject({
      steps: [{ type: 'TRIGGER' }, { type: 'WAIT_FOR_EVENT', config: { eventName: 'paid' }, templateId: null }],
      transitions: [{ branch: null, waitOutcome: null, priority: 0 }],
    });
  });

  it('every change of the graph makes a new one and retires the old; moving a step about makes none', async () => {
    await patch(id, { enabled: true });
    const { body: step } = await addWait('paid');
    const move = { position: { x: 5, y: 5 }, config: { eventName: 'paid' }, name: 'paid' };
    await acme.request('PATCH', `/workflows/${id}/steps/${step.id}`, { body: move });
    await patch(id, { name: 'Renamed', allowReentry: true });
    expect((await versionsOf(id)).map(({ version, retired_at }) => [version, retired_at !== null])).toEqual([
      [1, true],
      [2, false],
    ]);
  });

  it('what starts the workflow and what it waits for is listened to, while it can matter', async () => {
    expect(await listenersOf(id)).toEqual([]);
    await patch(id, { enabled: true });
    const { body: step } = await addWait('paid');
    expect(await listenersOf(id)).toEqual(['paid', 'signed_up']);
    await acme.request('DELETE', `/workflows/${id}/steps/${step.id}`);
    // Something may have started with the old graph a moment ago.
    expect(await listenersOf(id)).toEqual(['paid', 'signed_up']);
    acme.world.clock.advance(hours(1) + 1);
    await pruneVersions(acme.ctx);
    expect(await listenersOf(id)).toEqual(['signed_up']);
    await patch(id, { triggerConfig: { eventName: 'ordered' } });
    expect(await listenersOf(id)).toEqual(['ordered']);
    await patch(id, { triggerType: 'MANUAL' });
    expect(await listenersOf(id)).toEqual([]);
  });

  it('an old one stays as long as something runs on it', async () => {
    await addWait('paid');
    await patch(id, { enabled: true });
    const { id: executionId } = await anExecution(acme, id);
    await patch(id, { enabled: false });
    acme.world.clock.advance(hours(2));
    await pruneVersions(acme.ctx);
    expect([await listenersOf(id), (await versionsOf(id)).length]).toEqual([['paid'], 1]);
    await acme.request('DELETE', `/workflows/${id}/executions/${executionId}`);
    await pruneVersions(acme.ctx);
    expect([await listenersOf(id), await versionsOf(id)]).toEqual([[], []]);
  });

  it('one that is enabled again in time is not deleted', async () => {
    await patch(id, { enabled: true });
    await patch(id, { enabled: false });
    acme.world.clock.advance(minutes(30));
    await patch(id, { enabled: true });
    acme.world.clock.advance(hours(2));
    await pruneVersions(acme.ctx);
    expect(await versionsOf(id)).toMatchObject([{ version: 1, retired_at: null }]);
  });
});

describe('DELETE /workflows/:id', () => {
  it('takes everything along', async () => {
    const { id } = await aWorkflow();
    await acme.request('POST', `/workflows/${id}/steps`, { body: { type: 'EXIT', name: 'Out' } });
    await patch(id, { enabled: true });
    await anExecution(acme, id, { status: 'COMPLETED' });
    expect((await acme.request('DELETE', `/workflows/${id}`)).status).toBe(204);
    expect((await acme.request('GET', `/workflows/${id}`)).status).toBe(404);
    expect(await listenersOf(id)).toEqual([]);
  });

  it.each(['RUNNING', 'WAITING'] as const)('is refused while an execution is %s: 409', async (status) => {
    const { id } = await aWorkflow();
    await anExecution(acme, id, { status });
    const answer = await acme.request('DELETE', `/workflows/${id}`);
    expect([answer.status, answer.body.error]).toMatchObject([
      409,
      { code: 'CONFLICT', message: expect.stringMatching(/1 active execution/) },
    ]);
    await acme.request('POST', `/workflows/${id}/executions/cancel-all`);
    expect((await acme.request('DELETE', `/workflows/${id}`)).status).toBe(204);
  });
});

describe('POST /workflows/:id/duplicate', () => {
  it('copies the graph under new ids; the copy is disabled', async () => {
    const { id } = await aWorkflow({ name: 'x'.repeat(100), description: 'D', allowReentry: true });
    const condition = { type: 'CONDITION', name: 'Pro?', config: { field: 'data.plan', operator: 'exists' } };
    const { body: from } = await acme.request('POST', `/workflows/${id}/steps`, { body: condition });
    const { body: to } = await acme.request('POST', `/workflows/${id}/steps`, {
      body: { type: 'EXIT', name: 'Out', position: { x: 1, y: 2 } },
    });
    await acme.request('POST', `/workflows/${id}/transitions`, {
      body: { fromStepId: from.id, toStepId: to.id, branch: 'yes' },
    });
    await patch(id, { enabled: true });
    const { status, body } = await acme.request('POST', `/workflows/${id}/duplicate`);
    expect([status, body]).toMatchObject([
      201,
      { name: `${'x'.repeat(93)} (Copy)`, description: 'D', enabled: false, allowReentry: true },
    ]);
    const [source, copy] = [await detail(id), await detail(body.id)];
    const shape = (workflow: typeof copy) => ({
      steps: workflow.steps.map(({ type, name, position, config }: typeof copy) => ({ type, name, position, config })),
      transitions: workflow.transitions.map(({ fromStepId, toStepId, branch }: typeof copy) => [
        workflow.steps.findIndex((step: { id: string }) => step.id === fromStepId),
        workflow.steps.findIndex((step: { id: string }) => step.id === toStepId),
        branch,
      ]),
    });
    expect(shape(copy)).toEqual(shape(source));
    const ids = (workflow: typeof copy) => workflow.steps.map((step: { id: string }) => step.id);
    expect(ids(copy).filter((id: string) => ids(source).includes(id))).toEqual([]);
  });
});

it('a project goes with its workflows, the templates that they use included', async () => {
  const project = await aProject({ verifiedDomain: 'gone.test' });
  const template = await project.request('POST', '/templates', {
    body: { name: 'T', subject: 's', body: 'b', from: 'a@gone.test' },
  });
  const { id } = await aWorkflow({}, project);
  const body = { type: 'SEND_EMAIL', name: 'Mail', templateId: template.body.id };
  expect((await project.request('POST', `/workflows/${id}/steps`, { body })).status).toBe(201);
  await patch(id, { enabled: true }, project);
  await anExecution(project, id);
  await project.ctx.db.deleteFrom('projects').where('id', '=', project.id).execute();
  const left = await project.ctx.db.selectFrom('workflows').select('id').where('project_id', '=', project.id).execute();
  expect(left).toEqual([]);
});
