import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aProject, type TestProject } from '../../test/world.ts';

let acme: TestProject;
beforeAll(async () => {
  acme = await aProject();
});

let id: string;
let trigger: string;
beforeEach(async () => {
  id = (await acme.request('POST', '/workflows', { body: { name: 'W', eventName: 'signed_up' } })).body.id;
  trigger = (await acme.request('GET', `/workflows/${id}`)).body.steps[0].id;
});

const step = async (type: string, config: object = {}): Promise<string> => {
  const body = { type, name: type, config, autoConnect: false };
  return (await acme.request('POST', `/workflows/${id}/steps`, { body })).body.id;
};
const connect = (fromStepId: unknown, toStepId: unknown, more: object = {}) =>
  acme.request('POST', `/workflows/${id}/transitions`, { body: { fromStepId, toStepId, ...more } });
const MULTI = {
  mode: 'multi',
  field: 'data.plan',
  branches: [{ id: 'gold', name: 'Gold', operator: 'equals', value: 'gold' }],
};

describe('POST /workflows/:id/transitions', () => {
  it('leads from one step to another', async () => {
    const to = await step('DELAY');
    const { status, body } = await connect(trigger, to, { priority: 3 });
    expect([status, body]).toEqual([
      201,
      {
        id: expect.any(String),
        fromStepId: trigger,
        toStepId: to,
        branch: null,
        condition: null,
        waitOutcome: null,
        priority: 3,
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
      },
    ]);
    const { steps, transitions } = (await acme.request('GET', `/workflows/${id}`)).body;
    expect([transitions, steps[0].outgoingTransitions, steps[1].incomingTransitions]).toEqual([[body], [body], [body]]);
  });

  it.each([
    [{}, 'fromStepId and toStepId are required'],
    [{ fromStepId: 'x' }, 'fromStepId and toStepId are required'],
    [{ fromStepId: 'x', toStepId: '' }, 'fromStepId and toStepId are required'],
    [{ fromStepId: 'x', toStepId: 'y', priority: -1 }, 'priority may not be negative'],
    [{ fromStepId: 'x', toStepId: 'y', waitOutcome: 'MAYBE' }, 'waitOutcome must be EVENT or TIMEOUT'],
    [{ fromStepId: 'x', toStepId: 'y', branch: 7 }, 'branch must be text'],
  ])('%j: 400, flat', async (body, error) => {
    expect(await acme.request('POST', `/workflows/${id}/transitions`, { body })).toMatchObject({
      status: 400,
      body: { error },
    });
  });

  it('steps that are not of this workflow: 404', async () => {
    const other = (await acme.request('POST', '/workflows', { body: { name: 'O', eventName: 'x' } })).body.id;
    const foreign = (await acme.request('GET', `/workflows/${other}`)).body.steps[0].id;
    for (const unknown of [foreign, crypto.randomUUID(), 'nonsense']) {
      for (const [from, to] of [
        [trigger, unknown],
        [unknown, trigger],
      ]) {
        const { status, body } = await connect(from, to);
        expect([status, body.error.message]).toEqual([404, 'Workflow step not found']);
      }
    }
  });

  it.each([
    ['yes', { branch: 'yes' }],
    ['no', { condition: { branch: 'no' } }],
  ])('from a CONDITION by its branch, %s, in either place', async (branch, more) => {
    const { status, body } = await connect(await step('CONDITION'), await step('EXIT'), more);
    expect([status, body]).toMatchObject([201, { branch, condition: { branch } }]);
  });

  it.each([
    [{}, {}],
    [{}, { branch: 'maybe' }],
    [{}, { branch: 'default' }],
    [MULTI, { branch: 'yes' }],
    [{ logic: 'AND', groups: [] }, { branch: 'gold' }],
  ])('from a CONDITION %j with %j: 400', async (config, more) => {
    const { status, body } = await connect(await step('CONDITION', config), await step('EXIT'), more);
    expect([status, body.error.message]).toMatchObject([400, expect.stringMatching(/needs a branch/)]);
  });

  it('from a CONDITION with several branches by the id of one, or default', async () => {
    const [condition, exit] = [await step('CONDITION', MULTI), await step('EXIT')];
    for (const branch of ['gold', 'default']) expect((await connect(condition, exit, { branch })).status).toBe(201);
  });

  it('the same branch twice: 400', async () => {
    const [condition, exit] = [await step('CONDITION'), await step('EXIT')];
    await connect(condition, exit, { branch: 'yes' });
    expect((await connect(condition, await step('EXIT'), { branch: 'yes' })).status).toBe(400);
  });

  it.each([
    [{ waitOutcome: 'TIMEOUT' }, 'TIMEOUT'],
    [{ branch: 'timeout' }, 'TIMEOUT'],
    [{ condition: { branch: 'timeout' } }, 'TIMEOUT'],
    [{ condition: { fallback: true } }, 'TIMEOUT'],
    [{ branch: 'event' }, 'EVENT'],
    [{}, null],
  ])('out of a wait with %j: %s', async (more, waitOutcome) => {
    const { body } = await connect(await step('WAIT_FOR_EVENT'), await step('EXIT'), more);
    expect(body.waitOutcome).toBe(waitOutcome);
  });

  it('a wait has one way out for each outcome: 400 for a second', async () => {
    const [wait, exit] = [await step('WAIT_FOR_EVENT'), await step('EXIT')];
    expect((await connect(wait, exit)).status).toBe(201);
    expect((await connect(wait, exit, { waitOutcome: 'TIMEOUT' })).status).toBe(201);
    expect((await connect(wait, exit)).status).toBe(400);
    expect((await connect(wait, exit, { branch: 'timeout' })).status).toBe(400);
  });

  it('to itself, out of an EXIT, into the trigger, or a second way out of a DELAY: 400', async () => {
    const [delay, exit, other] = [await step('DELAY'), await step('EXIT'), await step('WEBHOOK')];
    expect((await connect(delay, exit)).status).toBe(201);
    for (const [from, to] of [
      [other, other],
      [exit, other],
      [other, trigger],
      [delay, other],
    ]) {
      expect((await connect(from, to)).status).toBe(400);
    }
  });

  it('in a circle: 400, and the message names the steps', async () => {
    const [a, b, c] = [await step('DELAY'), await step('WEBHOOK'), await step('UPDATE_CONTACT')];
    await connect(a, b);
    await connect(b, c);
    const { status, body } = await connect(c, a);
    expect([status, body.error.message]).toEqual([400, expect.stringMatching(/“DELAY”.*“UPDATE_CONTACT”/)]);
  });
});

describe('a transition with replace', () => {
  it('takes the place of where the way led', async () => {
    const [first, second] = [await step('DELAY'), await step('DELAY')];
    await connect(trigger, first);
    expect((await connect(trigger, second)).status).toBe(400);
    const { status, body } = await connect(trigger, second, { replace: true });
    expect(status).toBe(201);
    expect((await acme.request('GET', `/workflows/${id}`)).body.transitions).toEqual([body]);
  });

  it('leaves the other ways out as they are', async () => {
    const [condition, first, second] = [await step('CONDITION'), await step('DELAY'), await step('DELAY')];
    const { body: no } = await connect(condition, first, { branch: 'no' });
    await connect(condition, first, { branch: 'yes' });
    const { body: yes } = await connect(condition, second, { branch: 'yes', replace: true });
    expect((await acme.request('GET', `/workflows/${id}`)).body.transitions).toEqual([no, yes]);
  });

  it('that is refused leaves everything as it is', async () => {
    const [first, second] = [await step('DELAY'), await step('DELAY')];
    await connect(trigger, first);
    const { body: before } = await connect(first, second);
    expect((await connect(first, trigger, { replace: true })).status).toBe(400);
    expect((await connect(second, first, { replace: true })).status).toBe(400);
    expect((await acme.request('GET', `/workflows/${id}`)).body.transitions).toContainEqual(before);
  });

  it('may turn the order of two steps round', async () => {
    const [first, second] = [await step('DELAY'), await step('DELAY')];
    await connect(first, second);
    const exit = await step('EXIT');
    await connect(first, exit, { replace: true });
    expect((await connect(second, first)).status).toBe(201);
  });
});

describe('DELETE /workflows/:id/transitions/:transitionId', () => {
  it('deletes it, also while the workflow is enabled', async () => {
    const { body } = await connect(trigger, await step('EXIT'));
    await acme.request('PATCH', `/workflows/${id}`, { body: { enabled: true } });
    expect((await acme.request('DELETE', `/workflows/${id}/transitions/${body.id}`)).status).toBe(204);
    expect((await acme.request('GET', `/workflows/${id}`)).body.transitions).toEqual([]);
  });

  it('an unknown one, or one of another workflow: 404', async () => {
    const { body: transition } = await connect(trigger, await step('EXIT'));
    const other = (await acme.request('POST', '/workflows', { body: { name: 'O', eventName: 'x' } })).body.id;
    for (const path of [
      `${id}/transitions/${crypto.randomUUID()}`,
      `${id}/transitions/x`,
      `${other}/transitions/${transition.id}`,
    ]) {
      const { status, body } = await acme.request('DELETE', `/workflows/${path}`);
      expect([status, body.error.message]).toEqual([404, 'Transition not found']);
    }
  });
});

it('two people who edit at once do not lose each other’s steps, and every version is told apart', async () => {
  await acme.request('PATCH', `/workflows/${id}`, { body: { enabled: true } });
  await Promise.all(Array.from({ length: 8 }, () => step('DELAY')));
  const versions = await acme.ctx.db
    .selectFrom('workflow_versions')
    .select('graph')
    .where('workflow_id', '=', id)
    .orderBy('version')
    .execute();
  expect(versions.map(({ graph }) => (graph as { steps: unknown[] }).steps.length)).toEqual([
    1, 2, 3, 4, 5, 6, 7, 8, 9,
  ]);
});
