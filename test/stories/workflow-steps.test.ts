import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { simulateWorkflow } from '../../contract/workflow-executions.ts';
import { hours, minutes } from '../../server/platform/clock.ts';
import { aReceiver } from '../a-receiver.ts';
import { aTemplate, aWorkflow } from '../a-workflow.ts';
import { aRelay, type Relay } from '../relay.ts';
import { aProject, aWorld, type TestProject, type World } from '../world.ts';

let world: World;
let relay: Relay;
let acme: TestProject;
let sequence = 0;

beforeAll(async () => {
  const database = `posthorn_workflow_steps_${process.env.VITEST_POOL_ID}`;
  world = await aWorld({ webhookPrivateNetworks: 'all' }, { database });
  relay = await aRelay(world);
  acme = await aProject({ world, verifiedDomain: 'steps.test' });
});
afterAll(async () => {
  await relay.close();
  await world.close();
});

describe('a step that cannot work fails its execution with the reason', () => {
  it.each([
    [
      'an impossible delay',
      { type: 'DELAY', config: { amount: -1, unit: 'days' } },
      'A delay must be longer than nothing',
    ],
    ['no template', { type: 'SEND_EMAIL', config: {} }, 'The step has no template'],
    [
      'a segment that does not exist',
      {
        type: 'CONDITION',
        config: {
          logic: 'AND',
          groups: [
            { filters: [{ field: 'segment.0198c0de-0000-7000-8000-000000000000', operator: 'memberOfSegment' }] },
          ],
        },
      },
      'Segment "0198c0de-0000-7000-8000-000000000000" does not exist',
    ],
    [
      'a locale that is no text',
      { type: 'UPDATE_CONTACT', config: { updates: { locale: 5 } } },
      'data.locale must be a string',
    ],
    [
      'an address that came to nothing',
      {
        type: 'SEND_EMAIL',
        config: { recipient: { type: 'CUSTOM', customEmail: '{{ event.nobody }}' } },
        templateId: 'yes',
      },
      'The custom address is not an email address',
    ],
  ] as const)('%s', async (_, { type, config, ...more }, reason) => {
    const eventName = `broken${sequence++}`;
    const templateId = 'templateId' in more ? { templateId: await aTemplate(acme, { from: 'a@steps.test' }) } : {};
    const workflow = await aWorkflow(acme, { eventName, steps: { bad: { type, config, ...templateId } } });
    await acme.track('ada@example.com', eventName);
    await relay.settle();
    expect(await workflow.executions()).toMatchObject([{ status: 'FAILED' }]);
    expect((await workflow.story()).stepExecutions[1]).toMatchObject({ status: 'FAILED', error: reason });
  });
});

describe('conditions', () => {
  it('lead to yes, no, a named branch or the default', async () => {
    const tree = { logic: 'AND', groups: [{ filters: [{ field: 'data.vip', operator: 'equals', value: true }] }] };
    const branches = [
      { id: 'small', name: 'Small', operator: 'lessThan', value: 10 },
      { id: 'large', name: 'Large', operator: 'greaterThanOrEqual', value: 100 },
    ];
    const tag = (value: string) => ({ type: 'UPDATE_CONTACT', config: { updates: { tag: value } } }) as const;
    const workflow = await aWorkflow(acme, {
      eventName: 'sorted',
      steps: {
        vip: { type: 'CONDITION', config: tree },
        yes: { ...tag('vip'), branch: 'yes' },
        size: {
          type: 'CONDITION',
          config: { mode: 'multi', field: 'event.size', branches },
          after: 'vip',
          branch: 'no',
        },
        small: { ...tag('small'), branch: 'small' },
        other: { ...tag('other'), after: 'size', branch: 'default' },
        // Nothing leads on from "large".
      },
    });
    await acme.contact('v@sorted.test', { data: { vip: true } });
    const sizes = { v: 1, s: 5, m: 50, l: 500 };
    for (const [name, size] of Object.entries(sizes)) await acme.track(`${name}@sorted.test`, 'sorted', { size });
    await relay.settle();
    const tags = await Promise.all(
      Object.keys(sizes).map(async (name) => (await acme.contact(`${name}@sorted.test`)).data?.tag),
    );
    expect(tags).toEqual(['vip', 'small', 'other', undefined]);
    expect(await workflow.statuses()).toEqual(['COMPLETED', 'COMPLETED', 'COMPLETED', 'COMPLETED']);
  });

  it('look at every field that GET /workflows/fields offers', async () => {
    const { id } = await acme.contact('fields@steps.test', { data: { plan: 'pro' } });
    const tree = (filter: object) => ({ logic: 'AND', groups: [{ filters: [filter] }] });
    const tests = {
      created: { field: 'contact.createdAt', operator: 'greaterThan', value: '2020-01-01' },
      updated: { field: 'contact.updatedAt', operator: 'lessThan', value: '2020-01-01' },
      plan: { field: 'contact.data.plan', operator: 'equals', value: 'pro' },
      inTree: tree({ field: 'contact.data.plan', operator: 'equals', value: 'pro' }),
      mailInTree: tree({ field: 'contact.email', operator: 'contains', value: '@steps.test' }),
      event: tree({ field: 'contact.subscribed', operator: 'notTriggered' }),
      amount: tree({ field: 'event.amount', operator: 'greaterThan', value: 10 }),
      both: {
        logic: 'AND',
        groups: [
          { filters: [{ field: 'event.amount', operator: 'lessThan', value: 10 }] },
          { filters: [{ field: 'data.plan', operator: 'exists' }] },
        ],
      },
    };
    const branches: Record<string, unknown> = {};
    for (const [name, config] of Object.entries(tests)) {
      const workflow = await aWorkflow(acme, {
        eventName: `looks.${name}`,
        steps: { test: { type: 'CONDITION', config } },
      });
      await workflow.start(id, { amount: 50 });
      await relay.settle();
      branches[name] = (await workflow.story()).stepExecutions[1]?.output?.branch;
    }
    expect(branches).toEqual({
      created: 'yes',
      updated: 'no',
      plan: 'yes',
      inTree: 'yes',
      mailInTree: 'yes',
      event: 'yes',
      amount: 'yes',
      both: 'no',
    });
  });

  it('a time of the contact is told as every time is', async () => {
    const { id, createdAt } = await acme.contact('time@steps.test');
    const workflow = await aWorkflow(acme, {
      eventName: 'timed',
      steps: {
        change: { type: 'UPDATE_CONTACT', config: { updates: { a: 1 } } },
        test: { type: 'CONDITION', config: { field: 'contact.createdAt', operator: 'exists' } },
      },
    });
    await workflow.start(id);
    await relay.settle();
    const [trigger, , test] = (await workflow.story()).stepExecutions;
    expect(test?.output).toMatchObject({ actualValue: createdAt, branch: 'yes' });
    expect(trigger?.output?.timestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });
});

describe('the story of an execution', () => {
  it('tells the steps in their order, also those of one moment', async () => {
    const { id } = await acme.contact('order@steps.test');
    const off = { type: 'UPDATE_CONTACT', config: { updates: {}, subscriptionAction: 'unsubscribe' } } as const;
    const on = { type: 'UPDATE_CONTACT', config: { updates: {}, subscriptionAction: 'subscribe' } } as const;
    const steps = { a: off, b: on, c: off, d: on, e: off, f: on, end: { type: 'EXIT' } as const };
    const workflow = await aWorkflow(acme, { eventName: 'ordered', steps });
    await workflow.start(id);
    await relay.settle();
    const names = (await workflow.story()).stepExecutions.map(({ step }) => step.name);
    expect(names.slice(1)).toEqual(Object.keys(steps));
  });
});

describe('a simulation', () => {
  it('tells the path, the times and the subjects, and leaves nothing behind', async () => {
    const { received, url, close } = await aReceiver();
    const template = await aTemplate(acme, { from: 'a@steps.test', subject: 'Hi {{ name }}, {{ event.plan }}' });
    const isPro = { logic: 'AND', groups: [{ filters: [{ field: 'data.tier', operator: 'equals', value: 'gold' }] }] };
    const workflow = await aWorkflow(acme, {
      eventName: 'tried',
      enabled: false,
      steps: {
        mail: { type: 'SEND_EMAIL', templateId: template },
        pause: { type: 'DELAY', config: { amount: 1, unit: 'days' } },
        gold: { type: 'UPDATE_CONTACT', config: { updates: { tier: 'gold' } } },
        hook: { type: 'WEBHOOK', config: { url } },
        check: { type: 'CONDITION', config: isPro },
        wait: { type: 'WAIT_FOR_EVENT', config: { eventName: 'reply', timeout: 60 }, branch: 'yes' },
        replied: { type: 'EXIT', config: { reason: 'replied' }, waitOutcome: 'EVENT' },
        silent: { type: 'EXIT', config: { reason: 'silent' }, after: 'wait', waitOutcome: 'TIMEOUT' },
      },
    });
    const contact = await acme.contact('sim@example.com', { data: { name: 'Sim' } });
    const before = await acme.request('GET', '/emails');
    const now = world.clock.now().getTime();
    const at = (ms: number) => new Date(now + ms).toISOString();
    const params = { id: workflow.id };
    const silent = await acme.call(simulateWorkflow, {
      params,
      body: { contactId: contact.id, event: { plan: 'pro' } },
    });
    const day = hours(24);
    expect(silent.steps.map(({ name, at, branch, subject }) => [name, at, branch ?? subject])).toEqual([
      ['Trigger: tried', at(0), undefined],
      ['mail', at(0), 'Hi Sim, pro'],
      ['pause', at(0), undefined],
      ['gold', at(day), undefined],
      ['hook', at(day), undefined],
      ['check', at(day), 'yes'],
      ['wait', at(day), undefined],
      ['silent', at(day + minutes(1)), undefined],
    ]);
    expect([silent.endsAs, silent.endsAt]).toEqual(['EXITED', at(day + minutes(1))]);
    const body = { contactId: contact.id, receives: ['reply'] };
    expect((await acme.call(simulateWorkflow, { params, body })).steps.at(-1)).toMatchObject({ name: 'replied' });
    expect(received).toEqual([]);
    close();
    expect((await acme.contact('sim@example.com')).data).toEqual({ name: 'Sim' });
    expect((await acme.request('GET', '/emails')).body).toEqual(before.body);
    expect(await workflow.executions()).toEqual([]);
  });
});
