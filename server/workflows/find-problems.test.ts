import { beforeAll, beforeEach, expect, it } from 'vitest';
import { createTemplate } from '../../contract/templates.ts';
import type { Problem } from '../../contract/workflows.ts';
import { aProject, type TestProject } from '../../test/world.ts';

let acme: TestProject;
beforeAll(async () => {
  acme = await aProject({ verifiedDomain: 'problems.test' });
});

let id: string;
beforeEach(async () => {
  id = (await acme.request('POST', '/workflows', { body: { name: 'W', eventName: 'signed_up' } })).body.id;
});

const add = async (type: string, more: object = {}): Promise<string> =>
  (await acme.request('POST', `/workflows/${id}/steps`, { body: { type, name: 'Step', ...more } })).body.id;
const connect = (fromStepId: string, toStepId: string, more: object = {}) =>
  acme.request('POST', `/workflows/${id}/transitions`, { body: { fromStepId, toStepId, ...more } });
const trigger = (triggerType: string, triggerConfig: object) =>
  acme.request('PATCH', `/workflows/${id}`, { body: { triggerType, triggerConfig } });
const problems = async (): Promise<Problem[]> => (await acme.request('GET', `/workflows/${id}`)).body.problems;
const messages = async () => (await problems()).map(({ message }) => message);

it('a graph that is in order has none', async () => {
  const body = { name: 'T', subject: 's', body: 'b', from: 'a@problems.test' };
  const { id: templateId } = await acme.call(createTemplate, { body });
  await add('SEND_EMAIL', { templateId });
  await add('DELAY', { config: { amount: 2, unit: 'days' } });
  expect(await problems()).toEqual([]);
});

it('a trigger that nothing follows', async () => {
  expect(await problems()).toEqual([
    { code: 'NO_STEPS', severity: 'warning', stepId: expect.any(String), message: 'Nothing follows the trigger' },
  ]);
});

it('a step without its template is named', async () => {
  const stepId = await add('SEND_EMAIL', { name: 'Welcome' });
  expect(await problems()).toEqual([
    { code: 'MISSING_TEMPLATE', severity: 'error', stepId, message: 'Step “Welcome” has no template' },
  ]);
});

it('a configuration that makes no sense', async () => {
  const stepId = await add('DELAY', { name: 'Nap', config: { amount: 400, unit: 'days' } });
  expect(await problems()).toEqual([
    {
      code: 'INVALID_CONFIG',
      severity: 'error',
      stepId,
      message: 'Step “Nap”: A delay may last 365 days at most',
    },
  ]);
});

it('branches that lead nowhere, and ways of branches that are gone', async () => {
  const condition = await add('CONDITION', { name: 'Pro?', config: { field: 'data.plan', operator: 'exists' } });
  const exit = await add('EXIT', { autoConnect: false });
  await connect(condition, exit, { branch: 'yes' });
  expect(await problems()).toMatchObject([
    { code: 'MISSING_BRANCH', stepId: condition, message: expect.stringMatching(/“Pro\?” leads nowhere for “no”/) },
  ]);
  const config = { mode: 'multi', field: 'data.plan', branches: [{ id: 'a', name: 'A', operator: 'exists' }] };
  await acme.request('PATCH', `/workflows/${id}/steps/${condition}`, { body: { config } });
  expect((await problems()).map(({ code }) => code)).toEqual(['MISSING_BRANCH', 'MISSING_BRANCH', 'UNKNOWN_BRANCH']);
});

it('a step that no way leads to', async () => {
  await add('EXIT');
  const stepId = await add('EXIT', { name: 'Lost', autoConnect: false });
  expect(await problems()).toMatchObject([
    { code: 'UNREACHABLE', severity: 'warning', stepId, message: 'No way leads to step “Lost”' },
  ]);
});

it('a way out by timeout of a step that waits for ever', async () => {
  const wait = await add('WAIT_FOR_EVENT', { name: 'Paid?', config: { eventName: 'paid' } });
  await connect(wait, await add('EXIT', { autoConnect: false }), { waitOutcome: 'TIMEOUT' });
  expect(await problems()).toMatchObject([{ code: 'NO_TIMEOUT', stepId: wait }]);
});

it('a circle, were there one', async () => {
  const [a, b] = [
    await add('DELAY', { config: { amount: 1, unit: 'days' } }),
    await add('WEBHOOK', { config: { url: 'https://x.test' } }),
  ];
  const circle = { project_id: acme.id, workflow_id: id, from_step_id: b, to_step_id: a };
  await acme.ctx.db.insertInto('workflow_transitions').values(circle).execute();
  expect((await problems()).map(({ code, stepId }) => [code, stepId])).toEqual([
    ['CYCLE', a],
    ['CYCLE', b],
  ]);
});

const tree = (filter: object) => ({ logic: 'AND', groups: [{ filters: [filter] }] });

it.each([
  [{ field: 'data.age', operator: 'greaterThan' }, 'INVALID_CONFIG', 'Operator "greaterThan" requires a value'],
  [{ field: `segment.${crypto.randomUUID()}`, operator: 'memberOfSegment' }, 'MISSING_SEGMENT', 'does not exist'],
])('a tree of conditions %j: %s', async (filter, code, text) => {
  const condition = await add('CONDITION', { config: tree(filter) });
  const exit = await add('EXIT', { autoConnect: false });
  for (const branch of ['yes', 'no']) await connect(condition, exit, { branch });
  expect(await problems()).toMatchObject([{ code, stepId: condition, message: expect.stringContaining(text) }]);
});

it.each([
  ['EVENT', {}, 'The trigger names no event, so nothing starts the workflow'],
  ['SCHEDULE', {}, 'The trigger has no schedule'],
  ['SCHEDULE', { schedule: '0 0 31 2 *' }, 'The trigger never fires: no day fits "0 0 31 2 *"'],
  ['SCHEDULE', { schedule: 'at noon' }, 'The trigger never fires: "at noon" is not a cron schedule'],
  [
    'SCHEDULE',
    { schedule: '0 9 * * *', timezone: 'Mars/Olympus' },
    'The trigger never fires: "Mars/Olympus" is not a time zone',
  ],
  [
    'SCHEDULE',
    { schedule: '0 9 * * *', segmentId: crypto.randomUUID() },
    'The trigger names a segment that does not exist',
  ],
])('a %s trigger %j: %s', async (type, config, message) => {
  await add('EXIT');
  await trigger(type, config);
  expect(await messages()).toEqual([message]);
});

it.each([
  ['MANUAL', {}],
  ['SCHEDULE', { schedule: '0 9 * * 1', timezone: 'Europe/Berlin' }],
])('a %s trigger %j is fine', async (type, config) => {
  await add('EXIT');
  await trigger(type, config);
  expect(await messages()).toEqual([]);
});

it('a workflow with problems may be enabled', async () => {
  await add('SEND_EMAIL');
  const { status, body } = await acme.request('PATCH', `/workflows/${id}`, { body: { enabled: true } });
  expect([status, body.enabled]).toEqual([200, true]);
});
