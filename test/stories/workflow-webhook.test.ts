import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readWebhookSecret } from '../../contract/workflow-executions.ts';
import { hours, minutes, seconds } from '../../server/platform/clock.ts';
import { aReceiver } from '../a-receiver.ts';
import { aWorkflow } from '../a-workflow.ts';
import { aRelay, type Relay } from '../relay.ts';
import { aProject, aWorld, type TestProject, type World } from '../world.ts';

/** Stands for the public internet; every other address of the machine stays private. */
const PUBLIC = '127.0.0.2';

let world: World;
let relay: Relay;
let acme: TestProject;
const closing: (() => void)[] = [];
const advance = async (ms: number) => {
  world.clock.advance(ms);
  await relay.settle();
};
const receiver: typeof aReceiver = async (react, host = PUBLIC) => {
  const made = await aReceiver(react, host);
  closing.push(made.close);
  return made;
};

beforeAll(async () => {
  world = await aWorld(
    { webhookPrivateNetworks: [`${PUBLIC}/32`], webhookTimeoutSeconds: 0.3 },
    { database: `posthorn_workflow_webhook_${process.env.VITEST_POOL_ID}` },
  );
  relay = await aRelay(world);
  acme = await aProject({ world, verifiedDomain: 'hooks.test' });
});
afterAll(async () => {
  for (const close of closing) close();
  await relay.close();
  await world.close();
});

let sequence = 0;
/** Runs one execution of a workflow with one webhook step, and answers the workflow. */
async function called(config: Record<string, unknown>, data?: Record<string, unknown>) {
  const eventName = `hook${sequence++}`;
  const workflow = await aWorkflow(acme, {
    eventName,
    steps: { hook: { type: 'WEBHOOK', config }, end: { type: 'EXIT' } },
  });
  await acme.track('ada@example.com', eventName, data);
  await relay.settle();
  return workflow;
}

describe('a webhook step', () => {
  it('posts what is known, signed with the secret of the project, and goes on', async () => {
    const { received, url } = await receiver();
    await acme.contact('ada@example.com', { data: { name: 'Ada' } });
    const workflow = await called({ url }, { amount: 5 });
    expect(await workflow.statuses()).toEqual(['EXITED']);
    const [request] = received;
    const { secret } = await acme.call(readWebhookSecret, {});
    const payload = new Webhook(secret).verify(request?.text ?? '', request?.headers as Record<string, string>);
    const { id, startedAt } = await workflow.story();
    expect(payload).toEqual({
      contact: { email: 'ada@example.com', subscribed: true, data: { name: 'Ada', amount: 5 } },
      workflow: { id: workflow.id, name: 'Story' },
      execution: { id, startedAt },
      event: { amount: 5 },
    });
    expect((await workflow.story()).stepExecutions[1]).toMatchObject({
      status: 'COMPLETED',
      attempts: 1,
      output: { url, method: 'POST', statusCode: 200, success: true, response: { ok: true } },
    });
  });

  it('renders address, headers and body, and keeps its own signature', async () => {
    const { received, url } = await receiver();
    await called(
      {
        url: `${url}/{{ event.path }}?name={{ contact.data.name }}`,
        method: 'PUT',
        headers: { 'X-Key': '{{ event.key }}', 'Content-Type': 'text/x-test', 'webhook-signature': 'mine' },
        body: { who: '{{ email }}', list: ['{{ event.key }}', 7], flow: '{{ workflow.name }}' },
      },
      { path: 'orders', key: 'k1' },
    );
    expect(received).toMatchObject([
      {
        method: 'PUT',
        path: '/orders?name=Ada',
        headers: { 'x-key': 'k1', 'content-type': 'text/x-test', 'webhook-signature': expect.stringMatching(/^v1,/) },
        text: '{"who":"ada@example.com","flow":"Story","list":["k1",7]}',
      },
    ]);
  });

  it('keeps what a contact wrote inside its part of the address', async () => {
    const { received, url } = await receiver();
    const config = { url: `${url}/of/{{ event.who }}/orders?q={{ event.q }}`, method: 'GET' };
    await called(config, { who: '../../admin?x=#', q: 'a&b=c d' });
    expect(received).toMatchObject([{ path: '/of/..%2F..%2Fadmin%3Fx%3D%23/orders?q=a%26b%3Dc%20d' }]);
  });

  it.each([
    ['{"who":"{{ event.name }}","n":[1]}', '{"who":"a\\",\\"admin\\":true,\\"b\\":\\"","n":[1]}'],
    ['{"who":{{ event.name | json }}}', '{"who":"a\\",\\"admin\\":true,\\"b\\":\\""}'],
    ['{{ event.name }}', '"a\\",\\"admin\\":true,\\"b\\":\\""'],
  ])('a body given as text, %s, keeps its shape', async (body, sent) => {
    const { received, url } = await receiver();
    await called({ url, body }, { name: 'a","admin":true,"b":"' });
    expect(received[0]?.text).toBe(sent);
  });

  it('GET has no body', async () => {
    const { received, url } = await receiver();
    await called({ url, method: 'GET' });
    expect(received).toMatchObject([{ method: 'GET', text: '' }]);
  });

  it('that gets 500 is tried again under the same id, and goes on after 200', async () => {
    const { received, url } = await receiver((_, n) => ({
      status: n < 3 ? 500 : 200,
      body: n < 3 ? 'broken' : 'fine',
    }));
    const workflow = await called({ url });
    expect(await workflow.executions()).toMatchObject([{ status: 'RUNNING', currentStepId: workflow.stepId('hook') }]);
    expect((await workflow.story()).stepExecutions[1]).toMatchObject({
      status: 'RUNNING',
      attempts: 1,
      error: 'The receiver answered 500: broken',
    });
    await advance(seconds(9));
    expect(received).toHaveLength(1);
    await advance(seconds(1));
    await advance(minutes(1));
    expect(await workflow.statuses()).toEqual(['EXITED']);
    expect(received).toHaveLength(3);
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect((await workflow.story()).stepExecutions[1]).toMatchObject({
      status: 'COMPLETED',
      attempts: 3,
      error: null,
      output: { statusCode: 200, response: 'fine' },
    });
  });

  it('that never gets through fails after five more tries', async () => {
    const { received, url } = await receiver(() => ({ status: 503, body: 'no' }));
    const workflow = await called({ url });
    for (let tries = 0; tries < 6; tries++) await advance(hours(2));
    expect(received).toHaveLength(6);
    expect(await workflow.executions()).toMatchObject([
      { status: 'FAILED', exitReason: 'The receiver answered 503: no', currentStepId: null },
    ]);
    expect((await workflow.story()).stepExecutions[1]).toMatchObject({ status: 'FAILED', attempts: 6 });
  });

  it('that times out is tried again', async () => {
    const { received, url } = await receiver((_, n) => (n === 1 ? 'silence' : {}));
    const workflow = await called({ url });
    expect((await workflow.story()).stepExecutions[1]).toMatchObject({ error: 'No answer within 0.3 seconds' });
    await advance(seconds(10));
    expect(await workflow.statuses()).toEqual(['EXITED']);
    expect(received).toHaveLength(2);
  });

  it.each([400, 404, 410])('that gets %s fails at once', async (status) => {
    const { received, url } = await receiver(() => ({ status, body: 'wrong' }));
    const workflow = await called({ url });
    await advance(hours(3));
    expect(received).toHaveLength(1);
    expect(await workflow.executions()).toMatchObject([
      { status: 'FAILED', exitReason: `The receiver answered ${status}: wrong` },
    ]);
  });

  it('that leads to a private address, directly or by a redirect, fails without a request there', async () => {
    const hidden = await receiver(undefined, '127.0.0.1');
    const direct = await called({ url: hidden.url });
    const open = await receiver(() => ({ status: 302, headers: { location: `${hidden.url}/admin` } }));
    const redirected = await called({ url: open.url });
    for (const workflow of [direct, redirected]) {
      expect(await workflow.executions()).toMatchObject([
        { status: 'FAILED', exitReason: '127.0.0.1 has a private or reserved address' },
      ]);
    }
    expect(open.received).toHaveLength(1);
    expect(hidden.received).toEqual([]);
  });

  it('that was cancelled while it was tried again makes no more requests', async () => {
    const { received, url } = await receiver(() => ({ status: 500 }));
    const workflow = await called({ url });
    await acme.request('POST', `/workflows/${workflow.id}/executions/cancel-all`);
    await advance(hours(1));
    expect(received).toHaveLength(1);
    expect(await workflow.statuses()).toEqual(['CANCELLED']);
  });
});
