import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aTemplate, aWorkflow } from '../../test/a-workflow.ts';
import { runJobs } from '../../test/run-jobs.ts';
import { aStripeServer, type StripeServer } from '../../test/stripe-server.ts';
import { aProject, aWorld, type SignedIn, signedIn, type TestProject, type World } from '../../test/world.ts';
import { systemProject } from '../projects/project.ts';
import { WorkflowEngine } from '../workflows/engine.ts';
import { reportUsage } from './report-usage.ts';

let stripe: StripeServer;
let world: World;
let acme: TestProject;
let ann: SignedIn;
beforeAll(async () => {
  stripe = await aStripeServer({ meterEvent: 'emails' });
  world = await aWorld({ stripe: stripe.settings });
});
afterAll(async () => {
  await world.app.close();
  await stripe.close();
});
let n = 0;
beforeEach(async () => {
  acme = await aProject({ world, verifiedDomain: 'billing.test' });
  ann = await signedIn(acme, 'OWNER', { world });
  n++;
});

const customer = () => `cus_${process.pid}x${n}`;
const subscription = () => `sub_${process.pid}x${n}`;
const url = (what: string, id = acme.id) => `/users/@me/projects/${id}/${what}`;
const project = () =>
  world.ctx.db.selectFrom('projects').selectAll().where('id', '=', acme.id).executeTakeFirstOrThrow();

async function deliver({ body, signature }: { body: string; signature: string }) {
  const response = await world.app.inject({
    method: 'POST',
    url: '/webhooks/incoming/stripe',
    headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature },
    payload: body,
  });
  return { status: response.statusCode, body: response.json() };
}

const completed = (fields: object = {}) =>
  stripe.event('checkout.session.completed', {
    object: 'checkout.session',
    mode: 'subscription',
    client_reference_id: acme.id,
    customer: customer(),
    subscription: subscription(),
    ...fields,
  });
const subscribe = () => deliver(completed());

/** The subscriptions of this test that were ended at Stripe. */
const cancelled = () =>
  stripe.calls
    .filter(({ method, path }) => method === 'DELETE' && path.startsWith(`/v1/subscriptions/${subscription()}`))
    .map(({ path }) => path.slice('/v1/subscriptions/'.length));

const invoice = (fields: object = {}) => ({
  id: `in_${process.pid}x${n}`,
  object: 'invoice',
  customer: customer(),
  number: 'A-1',
  status: 'open',
  billing_reason: 'subscription_cycle',
  amount_due: 1200,
  amount_paid: 0,
  currency: 'eur',
  created: 1_780_000_000,
  due_date: null,
  period_start: 1_778_000_000,
  period_end: 1_780_000_000,
  hosted_invoice_url: 'https://invoice.example/1',
  invoice_pdf: null,
  subtotal: 1000,
  total: 1200,
  ...fields,
});

const send = (to: string | string[], extra: object = {}) =>
  acme.request('POST', '/v1/send', {
    body: { to, from: 'a@billing.test', subject: 'Hi', body: '<p>Hi</p>', ...extra },
  });
const setCaps = (caps: object) =>
  ann.request('PUT', url('billing-limits'), {
    body: { workflows: null, campaigns: null, transactional: null, inbound: null, ...caps },
  });
const mailsTo = async (email: string) =>
  world.ctx.db
    .selectFrom('emails')
    .innerJoin('email_contents', (join) => join.onRef('email_contents.id', '=', 'emails.content_id'))
    .select('email_contents.subject')
    .where('emails.to_email', '=', email)
    .execute();

describe('checkout and portal', () => {
  it('lead to the pages of Stripe', async () => {
    const answer = await ann.request('POST', url('checkout?currency=eur'));
    expect([answer.status, answer.body]).toEqual([200, { url: 'https://checkout.example/cs_1' }]);
    expect(stripe.calls.at(-1)?.params).toMatchObject({
      mode: 'subscription',
      currency: 'eur',
      client_reference_id: acme.id,
      'line_items[0][price]': 'price_1',
    });
    await subscribe();
    const portal = await ann.request('POST', url('billing-portal'));
    expect([portal.status, portal.body]).toEqual([200, { url: 'https://portal.example/bps_1' }]);
    expect(stripe.calls.at(-1)?.params).toMatchObject({ customer: customer() });
  });

  it('refuse another currency, a second subscription and a portal without a customer, each in a flat 400', async () => {
    expect(await ann.request('POST', url('checkout?currency=jpy'))).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining('usd, eur, gbp') },
    });
    expect(await ann.request('POST', url('billing-portal'))).toMatchObject({
      status: 400,
      body: { error: expect.any(String) },
    });
    await subscribe();
    expect(await ann.request('POST', url('checkout'))).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining('already') },
    });
  });

  it('are for those who run the project, also while it is disabled for not having paid', async () => {
    const member = await signedIn(acme, 'MEMBER', { world });
    expect((await member.request('POST', url('checkout'))).status).toBe(403);
    expect((await ann.request('POST', url('checkout', crypto.randomUUID()))).status).toBe(404);
    expect((await ann.request('POST', url('checkout', 'x'))).status).toBeGreaterThanOrEqual(400);
    await acme.disable();
    expect((await ann.request('POST', url('checkout'))).status).toBe(200);
  });

  it('tell what Stripe refuses, and that it cannot be reached', async () => {
    stripe.refuse(400, { type: 'invalid_request_error', message: 'No such price' });
    expect(await ann.request('POST', url('checkout'))).toMatchObject({ status: 400, body: { error: 'No such price' } });
    for (let i = 0; i < 3; i++) stripe.refuse(500, { type: 'api_error', message: 'Our fault' });
    const answer = await ann.request('POST', url('checkout'));
    expect([answer.status, answer.body.error.code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
  });
});

describe('without Stripe', () => {
  it('everything but the limits is a flat 404', async () => {
    const plain = await aProject();
    const owner = await signedIn(plain);
    const at = (what: string) => url(what, plain.id);
    for (const [method, what] of [
      ['POST', 'checkout'],
      ['POST', 'billing-portal'],
      ['GET', 'billing-consumption'],
      ['GET', 'billing-invoices'],
    ] as const) {
      const { status, body } = await owner.request(method, at(what));
      expect([what, status, body]).toEqual([what, 404, { error: 'Billing is not enabled' }]);
    }
    const hook = await plain.request('POST', '/webhooks/incoming/stripe', { key: 'none', body: {} });
    expect([hook.status, hook.body]).toEqual([404, { error: 'Billing is not enabled' }]);
    const limits = await owner.request('GET', at('billing-limits'));
    expect(limits.body).toMatchObject({ transactional: { limit: null, usage: 0, isBlocked: false }, freeTier: null });
    const refused = await owner.request('PUT', at('billing-limits'), {
      body: { workflows: 1, campaigns: null, transactional: 5, inbound: null },
    });
    expect([refused.status, refused.body]).toEqual([400, { error: 'Caps need a subscription' }]);
  });
});

describe('an event of Stripe', () => {
  it('that a checkout is complete stores the subscription', async () => {
    expect(await subscribe()).toMatchObject({ status: 200, body: { success: true, received: true } });
    expect(await project()).toMatchObject({ customer: customer(), subscription: subscription() });
  });

  it('that a second checkout of the project is complete ends the first subscription', async () => {
    await subscribe();
    const second = `${subscription()}b`;
    expect((await deliver(completed({ subscription: second }))).status).toBe(200);
    expect(await project()).toMatchObject({ subscription: second });
    await runJobs(world);
    expect(cancelled()).toEqual([subscription()]);
  });

  it('that a checkout is complete whose project was deleted meanwhile ends the subscription; a stranger is let be', async () => {
    expect((await ann.request('DELETE', `/users/@me/projects/${acme.id}`)).status).toBe(200);
    expect((await subscribe()).status).toBe(200);
    expect(await project()).toMatchObject({ customer: null, subscription: null });
    await deliver(completed({ client_reference_id: crypto.randomUUID(), subscription: `${subscription()}x` }));
    await runJobs(world);
    expect(cancelled()).toEqual([subscription()]);
  });

  it('is refused without a signature, with a wrong one, and for a body that was changed', async () => {
    const { body, signature } = completed();
    expect((await deliver({ body, signature: '' })).status).toBe(400);
    expect((await deliver({ body, signature: `${signature}0` })).status).toBe(400);
    expect((await deliver({ body: body.replace(acme.id, crypto.randomUUID()), signature })).status).toBe(400);
    expect((await project()).subscription).toBeNull();
  });

  it('counts once, however often it comes', async () => {
    await subscribe();
    stripe.invoices.set(invoice().id, invoice());
    const failed = stripe.event('invoice.payment_failed', invoice());
    await deliver(failed);
    await deliver(stripe.event('invoice.paid', invoice({ status: 'paid' })));
    expect((await project()).disabled).toBe(false);
    expect((await deliver(failed)).status).toBe(200);
    expect((await project()).disabled).toBe(false);
    expect(await mailsTo(ann.email)).toHaveLength(1);
  });

  it('that comes twice at the same moment takes effect once', async () => {
    await subscribe();
    stripe.invoices.set(invoice().id, invoice());
    const failed = stripe.event('invoice.payment_failed', invoice());
    await Promise.all([deliver(failed), deliver(failed), deliver(failed)]);
    expect(await mailsTo(ann.email)).toHaveLength(1);
  });

  it('that a payment failed disables the project and tells its members; paying enables it', async () => {
    await subscribe();
    stripe.invoices.set(invoice().id, invoice());
    await deliver(stripe.event('invoice.payment_failed', invoice()));
    expect(await project()).toMatchObject({ disabled: true, disabled_reason: 'PAYMENT_FAILED' });
    expect((await send('a@example.com')).body.error.code).toBe('PROJECT_DISABLED');
    expect(await mailsTo(ann.email)).toMatchObject([{ subject: expect.stringContaining('failed') }]);
    await deliver(stripe.event('invoice.paid', invoice({ status: 'paid' })));
    expect(await project()).toMatchObject({ disabled: false, disabled_reason: null });
    expect((await send('a@example.com')).status).toBe(200);
  });

  it('does not disable for the first invoice of a checkout, nor for one that was paid meanwhile', async () => {
    await subscribe();
    await deliver(stripe.event('invoice.payment_failed', invoice({ billing_reason: 'subscription_create' })));
    stripe.invoices.set(invoice().id, invoice({ status: 'paid' }));
    await deliver(stripe.event('invoice.payment_failed', invoice()));
    expect((await project()).disabled).toBe(false);
  });

  it('of paying forgives nothing but not having paid', async () => {
    await subscribe();
    await world.ctx.db
      .updateTable('projects')
      .set({ disabled: true, disabled_reason: 'EMAIL_REPUTATION' })
      .where('id', '=', acme.id)
      .execute();
    await deliver(stripe.event('invoice.paid', invoice({ status: 'paid' })));
    expect((await project()).disabled).toBe(true);
  });

  it('that a subscription ended takes it away; others are taken and change nothing', async () => {
    await subscribe();
    const before = await project();
    for (const type of ['customer.subscription.updated', 'customer.created', 'invoice.finalized']) {
      expect((await deliver(stripe.event(type, { id: subscription(), status: 'active' }))).status).toBe(200);
    }
    expect(await project()).toEqual(before);
    await deliver(stripe.event('customer.subscription.deleted', { id: subscription() }));
    expect(await project()).toMatchObject({ subscription: null, customer: customer() });
  });

  it('that could not take effect is asked for again, and then counts', async () => {
    await subscribe();
    const failed = stripe.event('invoice.payment_failed', invoice({ id: 'in_unknown' }));
    expect((await deliver(failed)).status).toBe(400);
    expect((await project()).disabled).toBe(false);
    stripe.invoices.set('in_unknown', invoice({ id: 'in_unknown' }));
    expect((await deliver(failed)).status).toBe(200);
    expect((await project()).disabled).toBe(true);
  });

  it.each([
    ['no project', { client_reference_id: null }],
    ['a project that is no id', { client_reference_id: "x' or 1=1" }],
    ['a project that nobody has', { client_reference_id: crypto.randomUUID() }],
    ['a payment that is no subscription', { mode: 'payment', subscription: null }],
  ])('about %s is taken and changes nothing', async (_, fields) => {
    expect((await deliver(completed(fields))).status).toBe(200);
    expect((await project()).subscription).toBeNull();
  });
});

describe('consumption and invoices', () => {
  it('need a subscription and a customer', async () => {
    for (const what of ['billing-consumption', 'billing-invoices']) {
      const { status, body } = await ann.request('GET', url(what));
      expect([what, status, body]).toEqual([what, 400, { error: expect.any(String) }]);
    }
  });

  it('tell the period, what it used, the credit and the next invoice', async () => {
    await subscribe();
    await send('a@example.com');
    const content = Buffer.from('x').toString('base64');
    await send('b@example.com', { attachments: [{ filename: 'a.txt', content, contentType: 'text/plain' }] });
    const now = Math.floor(world.clock.now().getTime() / 1000);
    stripe.objects.set(subscription(), {
      id: subscription(),
      object: 'subscription',
      items: { data: [{ current_period_start: now - 86_400, current_period_end: now + 86_400 * 29 }] },
    });
    stripe.objects.set(customer(), { id: customer(), object: 'customer', balance: -500, currency: 'eur' });
    const answer = await ann.request('GET', url('billing-consumption'));
    expect(answer.body).toEqual({
      period: { start: expect.any(String), end: expect.any(String) },
      usage: { total: 3, records: [{ day: world.clock.now().toISOString().slice(0, 10), emails: 2, metered: 3 }] },
      credits: { balance: -500, hasCredits: true, creditAmount: 500, currency: 'eur' },
      upcomingInvoice: null,
    });
    stripe.objects.set('preview', invoice({ object: 'invoice' }));
    expect((await ann.request('GET', url('billing-consumption'))).body.upcomingInvoice).toMatchObject({
      amountDue: 1200,
      subtotal: 1000,
      total: 1200,
      currency: 'eur',
    });
    stripe.objects.delete('preview');
  });

  it('list what was billed and what is open', async () => {
    await subscribe();
    stripe.invoices.set('in_open', invoice({ id: 'in_open', due_date: 1_781_000_000 }));
    stripe.invoices.set('in_paid', invoice({ id: 'in_paid', status: 'paid', amount_paid: 1200 }));
    const { body } = await ann.request('GET', url('billing-invoices'));
    expect(body.invoices.map(({ id, paid }: { id: string; paid: boolean }) => [id, paid])).toEqual([
      ['in_open', false],
      ['in_paid', true],
    ]);
    expect(body).toMatchObject({
      hasUnpaidInvoices: true,
      unpaidInvoices: [{ id: 'in_open', amountDue: 1200, dueDate: new Date(1_781_000_000_000).toISOString() }],
    });
  });
});

describe('monthly caps', () => {
  it('are set all four together, by those who run the project', async () => {
    await subscribe();
    const { status, body } = await setCaps({ transactional: '5', campaigns: 100 });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      transactional: { limit: 5, usage: 0, percentage: 0, isWarning: false, isBlocked: false },
      campaigns: { limit: 100 },
      workflows: { limit: null },
      freeTier: null,
    });
    expect((await ann.request('GET', url('billing-limits'))).body).toEqual(body);
    for (const bad of [0, -1, 1.5, 'many', true, {}]) {
      expect([bad, (await setCaps({ transactional: bad })).status]).toEqual([bad, 422]);
    }
    expect((await ann.request('PUT', url('billing-limits'), { body: { workflows: 1 } })).status).toBe(422);
    const member = await signedIn(acme, 'MEMBER', { world });
    expect((await member.request('PUT', url('billing-limits'), { body: {} })).status).toBe(403);
  });

  it('refuse what goes beyond with 402 and leave nothing behind', async () => {
    await subscribe();
    await setCaps({ transactional: 2 });
    expect((await send(['a@example.com', 'b@example.com', 'c@example.com'])).body.error).toMatchObject({
      code: 'BILLING_LIMIT_EXCEEDED',
      statusCode: 402,
    });
    expect((await acme.request('GET', '/contacts')).body.data ?? []).toEqual([]);
    expect((await send(['a@example.com', 'b@example.com'])).status).toBe(200);
    expect((await send('c@example.com')).status).toBe(402);
    expect((await ann.request('GET', url('billing-limits'))).body.transactional).toEqual({
      limit: 2,
      usage: 2,
      percentage: 100,
      isWarning: true,
      isBlocked: true,
    });
  });

  it('hold when many send at once', async () => {
    await subscribe();
    await setCaps({ transactional: 5 });
    const answers = await Promise.all(Array.from({ length: 12 }, (_, i) => send(`p${i}@example.com`)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 402)).toHaveLength(7);
    const { count } = await world.ctx.db
      .selectFrom('emails')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('project_id', '=', acme.id)
      .executeTakeFirstOrThrow();
    expect(count).toBe(5);
  });

  it('begin anew with the month, and the members are told once a month at 80 %', async () => {
    await subscribe();
    await setCaps({ transactional: 5 });
    for (const name of ['a', 'b', 'c']) await send(`${name}@example.com`);
    await runJobs(world);
    expect(await mailsTo(ann.email)).toEqual([]);
    await send('d@example.com');
    await send('e@example.com');
    await runJobs(world);
    expect(await mailsTo(ann.email)).toMatchObject([{ subject: expect.stringContaining('80 %') }]);
    const now = world.clock.now();
    world.clock.set(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1, 12)));
    expect((await send('f@example.com')).status).toBe(200);
    const { transactional } = (await (await signedIn(acme)).request('GET', url('billing-limits'))).body;
    expect(transactional).toMatchObject({ usage: 1, isBlocked: false });
    world.clock.set(now);
  });

  it('count each kind by itself', async () => {
    await subscribe();
    await setCaps({ campaigns: 1 });
    expect((await send(['a@example.com', 'b@example.com'])).status).toBe(200);
  });

  it('stop a campaign that does not fit before it begins', async () => {
    await subscribe();
    await setCaps({ campaigns: 1 });
    for (const name of ['a', 'b']) await acme.contact(`${name}@example.com`);
    const { body } = await acme.request('POST', '/campaigns', { body: campaign });
    const answer = await acme.request('POST', `/campaigns/${body.data.id}/send`, { body: {} });
    expect([answer.status, answer.body.error.code]).toEqual([402, 'BILLING_LIMIT_EXCEEDED']);
    expect((await acme.request('GET', `/campaigns/${body.data.id}`)).body.data.status).toBe('DRAFT');
  });

  it('pause a scheduled campaign with the reason; with room it can be resumed', async () => {
    await subscribe();
    await setCaps({ campaigns: 1 });
    for (const name of ['a', 'b']) await acme.contact(`${name}@example.com`);
    const { body } = await acme.request('POST', '/campaigns', { body: campaign });
    const path = `/campaigns/${body.data.id}`;
    await acme.request('POST', `${path}/send`, { body: { scheduledFor: '2020-01-01T00:00:00Z' } });
    await runJobs(world);
    expect((await acme.request('GET', path)).body.data).toMatchObject({
      status: 'SENDING',
      paused: true,
      pauseReason: expect.stringContaining('cap of 1 '),
    });
    await setCaps({ campaigns: 2 });
    await acme.request('POST', `${path}/resume`);
    await runJobs(world);
    expect((await acme.request('GET', path)).body.data).toMatchObject({ paused: false, pauseReason: null });
    expect((await ann.request('GET', url('billing-limits'))).body.campaigns).toMatchObject({
      usage: 2,
      isBlocked: true,
    });
  });

  it('let through as many executions of a workflow as there is room for; the others fail with the reason', async () => {
    await subscribe();
    await setCaps({ workflows: 2 });
    const templateId = await aTemplate(acme, { from: 'a@billing.test' });
    const workflow = await aWorkflow(acme, { steps: { mail: { type: 'SEND_EMAIL', templateId } } });
    for (const name of ['a', 'b', 'c']) await workflow.start((await acme.contact(`${name}@example.com`)).id);
    await new WorkflowEngine(world.ctx).settle();
    expect((await workflow.statuses()).sort()).toEqual(['COMPLETED', 'COMPLETED', 'FAILED']);
    const failed = (await workflow.executions()).find(({ status }) => status === 'FAILED');
    const { stepExecutions } = await workflow.story(failed?.id);
    expect(stepExecutions.at(-1)?.error).toContain('cap of 2 emails for workflows');
    expect((await ann.request('GET', url('billing-limits'))).body.workflows.usage).toBe(2);
  });

  const campaign = {
    name: 'July',
    subject: 'News',
    body: '<p>Hi</p>',
    from: 'a@billing.test',
    audienceType: 'ALL',
  };
});

describe('the free tier', () => {
  it('is a thousand emails of all kinds for a project without a subscription', async () => {
    const day = world.clock.now().toISOString().slice(0, 10);
    await world.ctx.db
      .insertInto('email_counts')
      .values({ project_id: acme.id, day: day as unknown as Date, source_type: 'WORKFLOW', queued: 999 })
      .execute();
    expect((await send('a@example.com')).status).toBe(200);
    const refused = await send('b@example.com');
    expect([refused.status, refused.body.error.details]).toEqual([402, { category: 'total', limit: 1000 }]);
    expect((await ann.request('GET', url('billing-limits'))).body).toMatchObject({
      freeTier: { limit: 1000, usage: 1000, isBlocked: true },
      transactional: { limit: null, usage: 1, isBlocked: true },
    });
    await subscribe();
    expect((await send('b@example.com')).status).toBe(200);
  });

  it('is not for the service itself, whose mail always goes out', async () => {
    const day = world.clock.now().toISOString().slice(0, 10) as unknown as Date;
    const project_id = await systemProject(world.ctx);
    await world.ctx.db
      .insertInto('email_counts')
      .values({ project_id, day, source_type: 'TRANSACTIONAL', queued: 5000 })
      .execute();
    await subscribe();
    stripe.invoices.set(invoice().id, invoice());
    await deliver(stripe.event('invoice.payment_failed', invoice()));
    expect(await mailsTo(ann.email)).toHaveLength(1);
  });
});

describe('the meter', () => {
  it('is told what was used since the subscription began, once', async () => {
    await send('before@example.com');
    await subscribe();
    await send(['a@example.com', 'b@example.com']);
    const mine = () => [...stripe.metered.values()].filter((each) => each.customer === customer());
    await reportUsage(world.ctx);
    await reportUsage(world.ctx);
    expect(mine()).toEqual([{ customer: customer(), value: 2 }]);
    await send('c@example.com');
    await reportUsage(world.ctx);
    expect(mine().map(({ value }) => value)).toEqual([2, 1]);
  });

  it('is told the same again after a report whose answer was lost', async () => {
    await subscribe();
    await send('a@example.com');
    const mine = () => stripe.calls.filter(({ params }) => params['payload[stripe_customer_id]'] === customer());
    for (let i = 0; i < 3; i++) stripe.refuse(500, { type: 'api_error', message: 'Lost' });
    await reportUsage(world.ctx);
    await send('b@example.com');
    await reportUsage(world.ctx);
    await reportUsage(world.ctx);
    const told = mine().map(({ params }) => [params.identifier, params['payload[value]']]);
    expect(new Set(told.slice(0, 4).map(([name]) => name)).size).toBe(1);
    expect([...stripe.metered.values()].filter((each) => each.customer === customer())).toMatchObject([
      { value: 1 },
      { value: 1 },
    ]);
  });
});
