import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aProject, type TestProject } from '../../test/world.ts';

let acme: TestProject;
beforeAll(async () => {
  acme = await aProject();
});

let id: string;
let trigger: string;
let end: string;
let edge: string;
beforeEach(async () => {
  id = (await acme.request('POST', '/workflows', { body: { name: 'W', eventName: 'signed_up' } })).body.id;
  trigger = (await acme.request('GET', `/workflows/${id}`)).body.steps[0].id;
  end = (await add({ type: 'EXIT', name: 'End' })).body.id;
  edge = (await transitions())[0].id;
});

const add = (body: object) => acme.request('POST', `/workflows/${id}/steps`, { body });
const transitions = async () => (await acme.request('GET', `/workflows/${id}`)).body.transitions;
const MULTI = {
  mode: 'multi',
  field: 'data.plan',
  branches: [{ id: 'gold', name: 'Gold', operator: 'equals', value: 'gold' }],
};

describe('a step with insertInto', () => {
  it.each([
    ['DELAY', { amount: 1, unit: 'days' }, {}],
    ['CONDITION', {}, { branch: 'yes' }],
    ['CONDITION', MULTI, { branch: 'gold' }],
    ['WAIT_FOR_EVENT', { eventName: 'x' }, { waitOutcome: 'EVENT' }],
  ])('a %s stands between the two ends of the transition', async (type, config, way) => {
    const { status, body } = await add({ type, name: 'New', config, insertInto: edge });
    expect(status).toBe(201);
    const [first, second, ...more] = await transitions();
    expect(first).toMatchObject({ id: edge, fromStepId: trigger, toStepId: body.id, branch: null });
    expect(second).toMatchObject({ fromStepId: body.id, toStepId: end, branch: null, waitOutcome: null, ...way });
    expect(more).toEqual([]);
  });

  it('leaves the way that led there as it was', async () => {
    const condition = (await add({ type: 'CONDITION', name: 'C', insertInto: edge })).body.id;
    const yes = (await transitions()).find((each: { branch: string }) => each.branch === 'yes').id;
    const delay = (await add({ type: 'DELAY', name: 'D', insertInto: yes })).body.id;
    const after = await transitions();
    expect(after).toHaveLength(3);
    expect(after).toContainEqual(
      expect.objectContaining({ id: yes, fromStepId: condition, toStepId: delay, branch: 'yes' }),
    );
    expect(after).toContainEqual(expect.objectContaining({ fromStepId: delay, toStepId: end, branch: null }));
  });

  it('two at once both find their place', async () => {
    const added = await Promise.all(['A', 'B'].map((name) => add({ type: 'DELAY', name, insertInto: edge })));
    expect(added.map(({ status }) => status)).toEqual([201, 201]);
    const next = new Map(
      (await transitions()).map((each: { fromStepId: string; toStepId: string }) => [each.fromStepId, each.toStepId]),
    );
    const walk = [trigger];
    for (let at = next.get(trigger); at; at = next.get(at)) walk.push(at as string);
    expect(walk).toHaveLength(4);
    expect(walk.at(-1)).toBe(end);
  });

  it('an EXIT fits nowhere: 400, and nothing is changed', async () => {
    const before = await transitions();
    const { status, body } = await add({ type: 'EXIT', name: 'E', insertInto: edge });
    expect([status, body.error.code]).toEqual([400, 'BAD_REQUEST']);
    expect(await transitions()).toEqual(before);
    expect((await acme.request('GET', `/workflows/${id}`)).body.steps).toHaveLength(2);
  });

  it('a transition of another workflow, another project or none: 404, and no step is made', async () => {
    const other = await aProject();
    const foreign = (await other.request('POST', '/workflows', { body: { name: 'O', eventName: 'x' } })).body.id;
    await other.request('POST', `/workflows/${foreign}/steps`, { body: { type: 'EXIT', name: 'E' } });
    const [theirs] = (await other.request('GET', `/workflows/${foreign}`)).body.transitions;
    for (const insertInto of [theirs.id, crypto.randomUUID(), 'nonsense']) {
      const { status, body } = await add({ type: 'DELAY', name: 'D', insertInto });
      expect([status, body.error.message]).toEqual([404, 'Transition not found']);
    }
    expect((await acme.request('GET', `/workflows/${id}`)).body.steps).toHaveLength(2);
  });

  it('null is not given', async () => {
    const { status } = await add({ type: 'DELAY', name: 'D', insertInto: null });
    expect(status).toBe(201);
    expect(await transitions()).toHaveLength(1);
  });
});
