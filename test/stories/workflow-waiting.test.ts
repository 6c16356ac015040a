import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cancelExecution, cancelExecutions } from '../../contract/workflow-executions.ts';
import { deleteStep, updateStep } from '../../contract/workflow-graph.ts';
import { days, hours, minutes, seconds } from '../../server/platform/clock.ts';
import { computeMembership } from '../../server/segments/compute-membership.ts';
import { getSegment } from '../../server/segments/segment.ts';
import { handleEvents } from '../../server/workflows/on-event.ts';
import { aTemplate, aWorkflow } from '../a-workflow.ts';
import { aRelay, type Relay } from '../relay.ts';
import { aProject, aWorld, type TestProject, type World } from '../world.ts';

let world: World;
let relay: Relay;
let acme: TestProject;
const from = 'a@waiting.test';
const advance = async (ms: number) => {
  world.clock.advance(ms);
  await relay.settle();
};
const subjects = async (email: string) => (await relay.mailTo(email)).map(({ subject }) => subject);

beforeAll(async () => {
  world = await aWorld({}, { database: `posthorn_workflow_waiting_${process.env.VITEST_POOL_ID}` });
  relay = await aRelay(world);
  acme = await aProject({ world, verifiedDomain: 'waiting.test' });
});
afterAll(async () => {
  await relay.close();
  await world.close();
});

describe('an abandoned cart', () => {
  const aCart = async (eventName: string) => {
    const reminder = await aTemplate(acme, { from, subject: 'You left {{ item }}' });
    const thanks = await aTemplate(acme, { from, subject: 'Thanks for {{ item }}, order {{ order }}' });
    return aWorkflow(acme, {
      eventName,
      steps: {
        wait: { type: 'WAIT_FOR_EVENT', config: { eventName: `${eventName}.bought`, timeout: 3600 } },
        thanks: { type: 'SEND_EMAIL', templateId: thanks, waitOutcome: 'EVENT' },
        reminder: { type: 'SEND_EMAIL', templateId: reminder, after: 'wait', waitOutcome: 'TIMEOUT' },
      },
    });
  };

  it('is followed by thanks when the purchase comes, with the data of both events', async () => {
    const workflow = await aCart('cart1');
    await acme.track('ann@example.com', 'cart1', { item: 'a hat' });
    await relay.settle();
    expect(await workflow.executions()).toMatchObject([
      { status: 'WAITING', waitingFor: 'cart1.bought', currentStepId: workflow.stepId('wait') },
    ]);
    await acme.track('someone@example.com', 'cart1.bought', { order: 1 });
    await advance(minutes(59));
    expect(await workflow.statuses()).toEqual(['WAITING']);
    await acme.track('ann@example.com', 'cart1.bought', { order: 7 });
    await relay.settle();
    expect(await subjects('ann@example.com')).toEqual(['Thanks for a hat, order 7']);
    expect((await workflow.story()).stepExecutions[1]).toMatchObject({
      status: 'COMPLETED',
      output: { eventName: 'cart1.bought', eventData: { order: 7 }, waitOutcome: 'EVENT' },
    });
    await advance(hours(2));
    expect(await subjects('ann@example.com')).toHaveLength(1);
  });

  it('is followed by a reminder when nothing comes', async () => {
    const workflow = await aCart('cart2');
    await acme.track('ben@example.com', 'cart2', { item: 'a coat' });
    await relay.settle();
    await advance(hours(1));
    expect(await subjects('ben@example.com')).toEqual(['You left a coat']);
    await acme.track('ben@example.com', 'cart2.bought', { order: 8 });
    await relay.settle();
    expect(await subjects('ben@example.com')).toHaveLength(1);
    expect(await workflow.statuses()).toEqual(['COMPLETED']);
    expect(await workflow.path()).toEqual(['Trigger: cart2: COMPLETED', 'wait: COMPLETED', 'reminder: COMPLETED']);
  });

  it('hears a purchase that came before we got round to waiting for it', async () => {
    await aCart('cart3');
    await acme.track('cyd@example.com', 'cart3', { item: 'a shoe' });
    world.clock.advance(seconds(1));
    await acme.track('cyd@example.com', 'cart3.bought', { order: 9 });
    // Both events are taken before the execution makes its first step.
    await handleEvents(world.ctx);
    await relay.settle();
    expect(await subjects('cyd@example.com')).toEqual(['Thanks for a shoe, order 9']);
  });

  it('does not take a purchase of the time before for an answer', async () => {
    const workflow = await aCart('cart4');
    await acme.track('dan@example.com', 'cart4.bought', { order: 1 });
    world.clock.advance(seconds(1));
    await acme.track('dan@example.com', 'cart4', { item: 'a sock' });
    await relay.settle();
    expect(await workflow.statuses()).toEqual(['WAITING']);
  });
});

it('an event of a customer may be about machines', async () => {
  const workflow = await aWorkflow(acme, { eventName: 'started', steps: { end: { type: 'EXIT' } } });
  await acme.track('plant@example.com', 'started', { machine: true });
  await relay.settle();
  expect(await workflow.statuses()).toEqual(['EXITED']);
});

it('without a timeout it waits for ever', async () => {
  const workflow = await aWorkflow(acme, {
    eventName: 'patient',
    steps: { wait: { type: 'WAIT_FOR_EVENT', config: { eventName: 'word' } }, end: { type: 'EXIT' } },
  });
  await acme.track('job@example.com', 'patient');
  await advance(days(400));
  expect(await workflow.executions()).toMatchObject([{ status: 'WAITING', wakeAt: null }]);
  await acme.track('job@example.com', 'word');
  await relay.settle();
  expect(await workflow.statuses()).toEqual(['EXITED']);
});

it('what runs keeps the graph that it started with; what starts later gets the new one', async () => {
  const workflow = await aWorkflow(acme, {
    eventName: 'edited',
    steps: {
      wait: { type: 'DELAY', config: { amount: 1, unit: 'days' } },
      update: { type: 'UPDATE_CONTACT', config: { updates: { seen: 'old' } } },
      end: { type: 'EXIT', config: { reason: 'old' } },
    },
  });
  await acme.track('old@example.com', 'edited');
  await relay.settle();
  const { id } = workflow;
  const params = { id, stepId: workflow.stepId('update') };
  await acme.call(updateStep, { params, body: { config: { updates: { seen: 'new' } } } });
  await acme.call(deleteStep, { params: { id, stepId: workflow.stepId('wait') }, query: { splice: 'true' } });
  await acme.track('new@example.com', 'edited');
  await relay.settle();
  expect((await acme.contact('new@example.com')).data).toEqual({ seen: 'new' });
  expect((await acme.contact('old@example.com')).data).toBeNull();
  await advance(days(1));
  expect((await acme.contact('old@example.com')).data).toEqual({ seen: 'old' });
  expect(await workflow.statuses()).toEqual(['EXITED', 'EXITED']);
});

it('cancelled executions go no further: one, then all', async () => {
  const template = await aTemplate(acme, { from, subject: 'Too late' });
  const workflow = await aWorkflow(acme, {
    eventName: 'cancelled',
    steps: {
      wait: { type: 'DELAY', config: { amount: 1, unit: 'hours' } },
      mail: { type: 'SEND_EMAIL', templateId: template },
    },
  });
  for (const name of ['one', 'two', 'three']) await acme.track(`${name}@cancel.test`, 'cancelled');
  await relay.settle();
  const [first] = await workflow.executions();
  await acme.call(cancelExecution, { params: { id: workflow.id, executionId: first?.id as string } });
  expect((await workflow.statuses()).sort()).toEqual(['CANCELLED', 'WAITING', 'WAITING']);
  expect(await acme.call(cancelExecutions, { params: { id: workflow.id } })).toEqual({ cancelled: 2 });
  await advance(hours(1));
  expect(await workflow.statuses()).toEqual(['CANCELLED', 'CANCELLED', 'CANCELLED']);
  for (const name of ['one', 'two', 'three']) expect(await subjects(`${name}@cancel.test`)).toEqual([]);
});

it('a disabled workflow starts nothing, and what runs goes on', async () => {
  const workflow = await aWorkflow(acme, {
    eventName: 'switched_off',
    steps: { wait: { type: 'WAIT_FOR_EVENT', config: { eventName: 'go_on' } }, end: { type: 'EXIT' } },
  });
  await acme.track('first@off.test', 'switched_off');
  await relay.settle();
  await acme.request('PATCH', `/workflows/${workflow.id}`, { body: { enabled: false } });
  await acme.track('second@off.test', 'switched_off');
  await acme.track('first@off.test', 'go_on');
  await relay.settle();
  expect(await workflow.executions()).toMatchObject([{ status: 'EXITED', contact: { email: 'first@off.test' } }]);
});

it('in a disabled project everything that falls due ends, and nothing starts', async () => {
  const other = await aProject({ world, verifiedDomain: 'disabled.test' });
  const workflow = await aWorkflow(other, {
    eventName: 'x',
    steps: { wait: { type: 'DELAY', config: { amount: 1, unit: 'hours' } }, end: { type: 'EXIT' } },
  });
  await other.track('a@example.com', 'x');
  await relay.settle();
  await other.track('b@example.com', 'x');
  await other.disable();
  await relay.settle();
  expect(await workflow.statuses()).toEqual(['WAITING']);
  await advance(hours(1));
  expect(await workflow.executions()).toMatchObject([
    { status: 'CANCELLED', exitReason: 'Project disabled', currentStepId: null },
  ]);
});

it('a deleted contact takes its executions along', async () => {
  const workflow = await aWorkflow(acme, {
    eventName: 'leaving',
    steps: { wait: { type: 'DELAY', config: { amount: 1, unit: 'hours' } } },
  });
  await acme.track('leaver@example.com', 'leaving');
  await relay.settle();
  const { id } = await acme.contact('leaver@example.com');
  await acme.request('DELETE', `/contacts/${id}`);
  await advance(hours(1));
  expect(await workflow.executions()).toEqual([]);
});

describe('system events start workflows too', () => {
  it('an unsubscription, whoever made it, and a subscription by another workflow', async () => {
    const left = await aWorkflow(acme, {
      eventName: 'contact.unsubscribed',
      steps: { back: { type: 'UPDATE_CONTACT', config: { updates: { wooed: true, subscribed: true } } } },
    });
    const came = await aWorkflow(acme, { eventName: 'contact.subscribed', steps: { end: { type: 'EXIT' } } });
    const { id } = await acme.contact('fickle@example.com');
    await acme.request('PATCH', `/contacts/${id}`, { body: { subscribed: false } });
    await relay.settle();
    expect(await left.statuses()).toEqual(['COMPLETED']);
    expect(await came.statuses()).toEqual(['EXITED']);
    expect(await acme.contact('fickle@example.com')).toMatchObject({ subscribed: true, data: { wooed: true } });
  });

  it('a mail that was sent, and an open by a person but not by a machine', async () => {
    const template = await aTemplate(acme, { from, subject: 'Open me' });
    const sent = await aWorkflow(acme, { eventName: 'email.sent', steps: { end: { type: 'EXIT' } } });
    const opened = await aWorkflow(acme, {
      eventName: 'email.open',
      steps: { end: { type: 'EXIT' } },
    });
    await aWorkflow(acme, { eventName: 'mail_me', steps: { mail: { type: 'SEND_EMAIL', templateId: template } } });
    await acme.track('reader@example.com', 'mail_me');
    await relay.settle();
    expect((await sent.executions()).map(({ contact }) => contact.email)).toEqual(['reader@example.com']);
    const [mail] = await relay.mailTo('reader@example.com');
    const pixel = /\/t\/o\/[^"]+/.exec(mail?.html ?? '')?.[0] ?? '';
    const open = (userAgent: string) =>
      world.app.inject({ method: 'GET', url: pixel, headers: { 'user-agent': userAgent } });
    world.clock.advance(minutes(5));
    await open('Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)');
    await relay.settle();
    expect(await opened.statuses()).toEqual([]);
    await open(
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Safari/537.36',
    );
    await relay.settle();
    expect(await opened.executions()).toMatchObject([
      { status: 'EXITED', context: { subject: 'Open me', isFirstOpen: true } },
    ]);
  });

  it('entering a segment', async () => {
    const condition = { logic: 'AND', groups: [{ filters: [{ field: 'data.vip', operator: 'equals', value: true }] }] };
    const { body } = await acme.request('POST', '/segments', {
      body: { name: 'Vips', trackMembership: true, condition },
    });
    const workflow = await aWorkflow(acme, { eventName: 'segment.vips.entry', steps: { end: { type: 'EXIT' } } });
    await acme.contact('vip@example.com', { data: { vip: true } });
    await computeMembership(acme.ctx, await getSegment(acme.ctx, body.id));
    await relay.settle();
    expect(await workflow.executions()).toMatchObject([
      { status: 'EXITED', contact: { email: 'vip@example.com' }, context: { segmentName: 'Vips' } },
    ]);
  });
});

describe('a schedule', () => {
  it('enrols the members of its segment each time it fires, once a firing', async () => {
    const { body: segment } = await acme.request('POST', '/segments', { body: { name: 'Weekly', type: 'STATIC' } });
    const emails = ['w1@example.com', 'w2@example.com'];
    await acme.request('POST', `/segments/${segment.id}/members`, { body: { emails, createMissing: true } });
    world.clock.advance(1);
    const workflow = await aWorkflow(acme, { eventName: 'x', allowReentry: true, steps: { end: { type: 'EXIT' } } });
    const trigger = { schedule: '0 9 * * 1', timezone: 'Europe/Berlin', segmentId: segment.id };
    const patched = await acme.request('PATCH', `/workflows/${workflow.id}`, {
      body: { triggerType: 'SCHEDULE', triggerConfig: trigger },
    });
    expect(patched.status).toBe(200);
    const due = new Date(patched.body.nextRunAt);
    expect(due.getUTCDay()).toBe(1);
    await advance(due.getTime() - world.clock.now().getTime() - 1);
    expect(await workflow.statuses()).toEqual([]);
    await advance(1);
    expect((await workflow.executions()).map(({ contact }) => contact.email).sort()).toEqual(emails);
    await advance(minutes(1));
    expect(await workflow.executions()).toHaveLength(2);
    // Three weeks without a worker are made up for once.
    await advance(days(21));
    expect(await workflow.executions()).toHaveLength(4);
    // Deleting it is refused while the workflow needs it; should it be gone all the same, nobody is meant.
    await world.ctx.db.deleteFrom('segments').where('id', '=', segment.id).execute();
    await advance(days(7));
    expect(await workflow.executions()).toHaveLength(4);
    expect((await workflow.story()).stepExecutions[0]).toMatchObject({ output: { eventName: 'schedule' } });
  });

  it.each(['no id', 5, ''])(
    'with a segment %j that cannot be means nobody, and keeps nobody waiting',
    async (segmentId) => {
      const [project, other] = [await aProject({ world }), await aProject({ world })];
      await project.contact('s@example.com');
      await other.contact('s@example.com');
      world.clock.advance(1);
      const scheduled = async (of: TestProject, triggerConfig: object) => {
        const workflow = await aWorkflow(of, { steps: { end: { type: 'EXIT' } } });
        await of.request('PATCH', `/workflows/${workflow.id}`, { body: { triggerType: 'SCHEDULE', triggerConfig } });
        return workflow;
      };
      const odd = await scheduled(project, { schedule: '0 9 * * *', segmentId });
      const sound = await scheduled(other, { schedule: '1 9 * * *' });
      await advance(days(2));
      expect([await odd.statuses(), await sound.statuses()]).toEqual([[], ['EXITED']]);
    },
  );

  it('that cannot be enrolled is passed over, and keeps nobody waiting', async () => {
    const [project, other] = [await aProject({ world }), await aProject({ world })];
    const { id: contactId } = await other.contact('s@example.com');
    world.clock.advance(1);
    const filters = [{ field: 'email', operator: 'contains', value: '@' }];
    const body = { name: 'Broken', condition: { logic: 'AND', groups: [{ filters }] } };
    const segment = (await project.request('POST', '/segments', { body })).body;
    const odd = await aWorkflow(project, { steps: { end: { type: 'EXIT' } } });
    const { body: patched } = await project.request('PATCH', `/workflows/${odd.id}`, {
      body: { triggerType: 'SCHEDULE', triggerConfig: { schedule: '0 9 * * *', segmentId: segment.id } },
    });
    // It refers to a segment that is gone: no request can make it so, but it must not matter here.
    const gone = { field: `segment.${crypto.randomUUID()}`, operator: 'memberOfSegment' };
    await world.ctx.db
      .updateTable('segments')
      .set({ condition: JSON.stringify({ logic: 'AND', groups: [{ filters: [gone] }] }) })
      .where('id', '=', segment.id)
      .execute();
    const sound = await aWorkflow(other, { steps: { nap: { type: 'DELAY', config: { amount: 1, unit: 'hours' } } } });
    await sound.start(contactId);
    await relay.settle();
    await advance(days(2));
    expect(await sound.statuses()).toEqual(['COMPLETED']);
    const { nextRunAt } = (await project.request('GET', `/workflows/${odd.id}`)).body;
    expect(Date.parse(nextRunAt)).toBeGreaterThan(Date.parse(patched.nextRunAt));
  });
});
