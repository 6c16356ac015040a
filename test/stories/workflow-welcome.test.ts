import { afterAll, beforeAll, expect, it } from 'vitest';
import { days, hours, minutes } from '../../server/platform/clock.ts';
import { aTemplate, aWorkflow } from '../a-workflow.ts';
import { aRelay, type Relay } from '../relay.ts';
import { aProject, aWorld, type TestProject, type World } from '../world.ts';

let world: World;
let relay: Relay;
let acme: TestProject;
const advance = async (ms: number) => {
  world.clock.advance(ms);
  await relay.settle();
};
const subjects = async (email: string) => (await relay.mailTo(email)).map(({ subject }) => subject);

beforeAll(async () => {
  world = await aWorld({}, { database: `posthorn_workflow_welcome_${process.env.VITEST_POOL_ID}` });
  relay = await aRelay(world);
  acme = await aProject({ world, verifiedDomain: 'story.test' });
});
afterAll(async () => {
  await relay.close();
  await world.close();
});

it('a welcome series: a mail at once, another after two days, and everything told', async () => {
  const from = 'a@story.test';
  const welcome = await aTemplate(acme, { from, subject: 'Welcome {{ name }}, plan {{ event.plan }}' });
  const second = await aTemplate(acme, { from, subject: 'How is it going, {{ name }}?' });
  const workflow = await aWorkflow(acme, {
    eventName: 'joined',
    steps: {
      welcome: { type: 'SEND_EMAIL', templateId: welcome },
      'two days': { type: 'DELAY', config: { amount: 2, unit: 'days' } },
      again: { type: 'SEND_EMAIL', templateId: second },
      done: { type: 'EXIT', config: { reason: 'welcomed' } },
    },
  });
  await acme.contact('ada@example.com', { data: { name: 'Ada' } });
  await acme.track('ada@example.com', 'joined', { plan: 'pro' });
  await relay.settle();
  expect(await subjects('ada@example.com')).toEqual(['Welcome Ada, plan pro']);
  expect(await workflow.executions()).toMatchObject([
    { status: 'WAITING', currentStepId: workflow.stepId('two days'), context: { plan: 'pro' } },
  ]);

  await advance(days(2) - minutes(1));
  expect(await subjects('ada@example.com')).toHaveLength(1);
  await acme.contact('ada@example.com', { data: { name: 'Countess Ada' } });
  await advance(minutes(1));
  expect(await subjects('ada@example.com')).toEqual(['Welcome Ada, plan pro', 'How is it going, Countess Ada?']);
  const story = await workflow.story();
  expect(story).toMatchObject({ status: 'EXITED', exitReason: 'welcomed', currentStep: null });
  expect(story.stepExecutions).toMatchObject([
    { step: { type: 'TRIGGER' }, output: { triggered: true, eventName: 'joined' } },
    { step: { name: 'welcome' }, output: { recipientType: 'CONTACT', recipientEmail: 'ada@example.com' } },
    { step: { name: 'two days' }, status: 'COMPLETED', output: { delayAmount: 2, delayUnit: 'days' } },
    { step: { name: 'again' }, status: 'COMPLETED' },
    { step: { name: 'done' }, output: { exited: true, reason: 'welcomed' } },
  ]);
});

it('an event that nobody listens to leaves nothing to do, and a contact is welcomed once', async () => {
  const workflow = await aWorkflow(acme, { eventName: 'once', steps: { end: { type: 'EXIT' } } });
  await acme.track('bob@example.com', 'unheard');
  await acme.track('bob@example.com', 'once');
  await acme.track('bob@example.com', 'once');
  await relay.settle();
  await acme.track('bob@example.com', 'once');
  await relay.settle();
  expect(await workflow.statuses()).toEqual(['EXITED']);
  expect(await world.ctx.db.selectFrom('event_dispatches').selectAll().execute()).toEqual([]);
});

it('with re-entry a contact comes again, also while another execution waits', async () => {
  const workflow = await aWorkflow(acme, {
    eventName: 'again',
    allowReentry: true,
    steps: { wait: { type: 'DELAY', config: { amount: 1, unit: 'hours' } } },
  });
  await acme.track('bob@example.com', 'again');
  await relay.settle();
  await acme.track('bob@example.com', 'again');
  await relay.settle();
  expect(await workflow.statuses()).toEqual(['WAITING', 'WAITING']);
  // A delay at the end of the graph ends when it is over.
  await advance(hours(1));
  expect(await workflow.statuses()).toEqual(['COMPLETED', 'COMPLETED']);
});

it('a person starts one by hand, with a context that templates see before the contact', async () => {
  const template = await aTemplate(acme, {
    from: 'a@story.test',
    subject: '{{ name }} {{ data.name }} {{ workflow.name }}',
  });
  const workflow = await aWorkflow(acme, {
    eventName: 'never',
    steps: { mail: { type: 'SEND_EMAIL', templateId: template } },
  });
  const contact = await acme.contact('eve@example.com', { data: { name: 'Eve' } });
  const started = await workflow.start(contact.id, { name: 'Madam' });
  expect(started).toMatchObject({
    status: 'RUNNING',
    currentStepId: workflow.stepId('trigger'),
    context: { name: 'Madam' },
  });
  await relay.settle();
  expect(await subjects('eve@example.com')).toEqual(['Madam Eve Story']);
  expect((await workflow.story()).stepExecutions[0]).toMatchObject({ output: { eventName: 'manual' } });
  const path = `/workflows/${workflow.id}/executions`;
  const again = await acme.request('POST', path, { body: { contactId: contact.id } });
  expect([again.status, again.body.error?.code]).toEqual([409, 'CONFLICT']);
  const unknown = await acme.request('POST', path, { body: { contactId: crypto.randomUUID() } });
  expect([unknown.status, unknown.body.error?.code]).toEqual([404, 'CONTACT_NOT_FOUND']);
  const missing = await acme.request('POST', path, { body: {} });
  expect([missing.status, missing.body]).toEqual([400, { error: 'contactId is required' }]);
  const off = await aWorkflow(acme, { enabled: false, steps: { end: { type: 'EXIT' } } });
  const refused = await acme.request('POST', `/workflows/${off.id}/executions`, { body: { contactId: contact.id } });
  expect(refused.status).toBe(400);
});

it('an unsubscribed contact gets no marketing mail, gets transactional mail, and goes on', async () => {
  const from = 'a@story.test';
  const marketing = await aTemplate(acme, { from, subject: 'Buy' });
  const receipt = await aTemplate(acme, { from, subject: 'Receipt', type: 'TRANSACTIONAL' });
  const workflow = await aWorkflow(acme, {
    eventName: 'bought',
    steps: {
      buy: { type: 'SEND_EMAIL', templateId: marketing },
      receipt: { type: 'SEND_EMAIL', templateId: receipt },
      team: {
        type: 'SEND_EMAIL',
        templateId: marketing,
        config: { recipient: { type: 'CUSTOM', customEmail: '{{ event.owner }}@team.test' } },
      },
    },
  });
  await acme.contact('gone@example.com', { subscribed: false });
  await acme.track('gone@example.com', 'bought', { owner: 'sales' });
  await relay.settle();
  expect(await subjects('gone@example.com')).toEqual(['Receipt']);
  expect(await subjects('sales@team.test')).toEqual(['Buy']);
  expect(await workflow.statuses()).toEqual(['COMPLETED']);
  const { body } = await acme.request('GET', '/emails?status=SUPPRESSED');
  expect(body.data).toMatchObject([
    { error: 'The contact is unsubscribed', sourceType: 'WORKFLOW', to: 'gone@example.com' },
  ]);
});
