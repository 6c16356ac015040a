import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { getContact } from '../../contract/contacts.ts';
import { getEmail } from '../../contract/emails.ts';
import { listContactEvents } from '../../contract/events.ts';
import { sendEmail } from '../../contract/send.ts';
import { listSuppressions } from '../../contract/suppressions.ts';
import { createTemplate } from '../../contract/templates.ts';
import { aRelay, type Relay } from '../../test/relay.ts';
import type { SmtpServerOptions } from '../../test/smtp-behaviour.ts';
import { aProject, type TestProject, theWorld } from '../../test/world.ts';
import { hours, seconds } from '../platform/clock.ts';
import { recoverLapsedLeases, renewLeases } from './leases.ts';
import { QUEUED_CHANNEL } from './queue-emails.ts';

let acme: TestProject;
let relay: Relay;
let n = 0;
const fresh = () => `someone${n++}@example.com`;

beforeEach(async () => {
  acme = await aProject({ verifiedDomain: 'deliver.test' });
  // Other tests leave mail in this database: out of the way.
  const { ctx } = acme.world;
  await ctx.db
    .updateTable('emails')
    .set({ status: 'CANCELLED' })
    .where('status', 'in', ['QUEUED', 'SENDING'])
    .execute();
});
afterEach(() => relay.close());

const startRelay = async (react?: SmtpServerOptions['react']) => {
  relay = await aRelay(await theWorld(), react ? { react } : {});
};

async function send({ to = fresh(), template }: { to?: string; template?: string } = {}) {
  const content = template ? { template } : { subject: 'Hi', body: '<p>Hello</p>' };
  const reply = await acme.call(sendEmail, { body: { to, from: 'a@deliver.test', subscribed: true, ...content } });
  const [email] = reply.data.emails;
  return { to, id: email?.email as string, contactId: email?.contact.id as string };
}

const marketing = () =>
  acme.call(createTemplate, {
    body: { name: 'News', subject: 'News', body: '<p>News</p>', from: 'a@deliver.test', type: 'MARKETING' },
  });

const read = (id: string) => acme.call(getEmail, { params: { id } });
const eventsOf = async (contactId: string) =>
  (await acme.call(listContactEvents, { params: { contactId }, query: {} })).events.map(({ name }) => name);

describe('the relay', () => {
  it('accepts: SENT, with email.sent and its payload', async () => {
    await startRelay();
    const { id, contactId } = await send();
    await relay.settle();
    expect(await read(id)).toMatchObject({ status: 'SENT', attempts: 1, error: null });
    const { events } = await acme.call(listContactEvents, { params: { contactId }, query: {} });
    expect(events[0]).toMatchObject({
      name: 'email.sent',
      emailId: id,
      data: { subject: 'Hi', from: 'a@deliver.test', fromName: 'Acme', emailId: id, sourceType: 'TRANSACTIONAL' },
    });
  });

  it.each([
    ['550 5.1.1 no such user', '550 to RCPT with 5.1.1'],
    ['550 no such user', 'a plain 550 to RCPT'],
    ['554 5.2.1 mailbox disabled', '5.2.1'],
  ])('refuses the address (%s): BOUNCED, suppressed, unsubscribed', async (answer) => {
    await startRelay(({ moment }) => (moment === 'RCPT' ? answer : undefined));
    const { id, to, contactId } = await send();
    await relay.settle();
    expect(await read(id)).toMatchObject({ status: 'BOUNCED', error: expect.stringContaining(answer.slice(4)) });
    expect((await acme.call(getContact, { params: { id: contactId } })).subscribed).toBe(false);
    expect((await acme.call(listSuppressions, { query: {} })).data).toMatchObject([{ email: to, reason: 'BOUNCE' }]);
    expect(await eventsOf(contactId)).toEqual(expect.arrayContaining(['email.bounce', 'contact.unsubscribed']));
    const again = await send({ to });
    await relay.settle();
    expect((await read(again.id)).status).toBe('SUPPRESSED');
  });

  it.each([
    ['MAIL', '553 5.7.1 sender refused'],
    ['RCPT', '550 5.7.1 policy'],
    ['dot', '554 5.6.0 content refused'],
  ])('refuses for another reason at %s: FAILED with code and text', async (moment, answer) => {
    await startRelay((command) => (command.moment === moment ? answer : undefined));
    const { id, contactId } = await send();
    await relay.settle();
    expect(await read(id)).toMatchObject({ status: 'FAILED', attempts: 1, error: expect.stringContaining(answer) });
    expect((await acme.call(getContact, { params: { id: contactId } })).subscribed).toBe(true);
  });

  it.each([
    ['MAIL', '451 4.7.1 try later'],
    ['RCPT', '450 4.2.1 greylisted'],
    ['dot', '452 4.3.1 no space'],
  ])('asks to come back at %s: tried again about 2 s later, then SENT', async (moment, answer) => {
    let refusals = 1;
    await startRelay((command) => (command.moment === moment && refusals-- > 0 ? answer : undefined));
    const { id, to } = await send();
    await relay.settle();
    expect(await read(id)).toMatchObject({ status: 'QUEUED', attempts: 1, error: expect.stringContaining(answer) });
    await relay.settle();
    expect((await read(id)).attempts).toBe(1);
    acme.world.clock.advance(seconds(3));
    await relay.settle();
    expect(await read(id)).toMatchObject({
      status: 'SENT',
      attempts: 2,
      tries: [{ attempt: 1, outcome: 'retryLater', response: expect.stringContaining(answer) }],
    });
    expect(relay.messages.filter(({ envelopeTo }) => envelopeTo === to)).toHaveLength(1);
  });

  it('asks to come back for a day: FAILED', async () => {
    await startRelay(({ moment }) => (moment === 'RCPT' ? '450 greylisted' : undefined));
    const { id } = await send();
    await relay.settle();
    acme.world.clock.advance(hours(24));
    await relay.settle();
    expect(await read(id)).toMatchObject({ status: 'FAILED', error: expect.stringContaining('greylisted') });
  });

  it('hangs before the message is complete: tried again', async () => {
    await startRelay(({ moment }) => (moment === 'RCPT' ? 'hang' : undefined));
    const { id } = await send();
    await relay.settle();
    expect((await read(id)).status).toBe('QUEUED');
  });

  it('closes in the middle of a message: tried again', async () => {
    await startRelay(({ moment }) => (moment === 'body' ? 'drop' : undefined));
    const { id } = await send();
    await relay.settle();
    expect((await read(id)).status).toBe('QUEUED');
  });

  it('is lost after the final dot: transactional mail goes again under the same Message-ID', async () => {
    let drops = 1;
    await startRelay(({ moment }) => (moment === 'dot' && drops-- > 0 ? 'drop' : undefined));
    const { id, to } = await send();
    await relay.settle();
    expect(await read(id)).toMatchObject({ status: 'QUEUED', tries: [{ outcome: 'retryLater' }] });
    acme.world.clock.advance(seconds(3));
    await relay.settle();
    expect((await read(id)).status).toBe('SENT');
    const ids = (await relay.mailTo(to)).map(({ messageId }) => messageId);
    expect(new Set(ids).size).toBe(1);
  });

  it('is lost after the final dot: marketing mail stays UNKNOWN and is not sent again', async () => {
    await startRelay(({ moment }) => (moment === 'dot' ? 'drop' : undefined));
    const { id } = await send({ template: (await marketing()).id });
    await relay.settle();
    expect(await read(id)).toMatchObject({ status: 'UNKNOWN', tries: [{ outcome: 'unknown' }] });
    acme.world.clock.advance(hours(1));
    await relay.settle();
    expect((await read(id)).status).toBe('UNKNOWN');
  });

  it.each(['421 4.7.0 too many', '454 4.7.0 throttled'])(
    'throttles (%s): sending pauses, no attempt is burnt, then it goes on',
    async (answer) => {
      let isThrottling = true;
      await startRelay(({ moment }) => (moment === 'MAIL' && isThrottling ? answer : undefined));
      const { id } = await send();
      await relay.settle();
      expect(await read(id)).toMatchObject({ status: 'QUEUED', attempts: 0 });
      expect(relay.deliverer.state).toMatchObject({ isOpen: true, reason: expect.stringContaining(answer) });
      isThrottling = false;
      await delay(seconds(1.1));
      await relay.settle();
      expect((await read(id)).status).toBe('SENT');
      expect(relay.deliverer.state.isOpen).toBe(false);
    },
  );
});

describe('a late change of mind', () => {
  it('is honoured: whoever unsubscribes before hand-over gets no marketing mail', async () => {
    await startRelay();
    const { id, to, contactId } = await send({ template: (await marketing()).id });
    await acme.request('PATCH', `/contacts/${contactId}`, { body: { subscribed: false } });
    await relay.settle();
    expect(await read(id)).toMatchObject({ status: 'SUPPRESSED', error: expect.stringContaining('unsubscribed') });
    expect(await relay.mailTo(to)).toEqual([]);
  });

  it('does not stop transactional mail', async () => {
    await startRelay();
    const { id, contactId } = await send();
    await acme.request('PATCH', `/contacts/${contactId}`, { body: { subscribed: false } });
    await relay.settle();
    expect((await read(id)).status).toBe('SENT');
  });
});

describe('a template that breaks the limits', () => {
  it('fails for that recipient alone', async () => {
    await startRelay();
    const reply = await acme.call(sendEmail, {
      body: {
        to: ['heavy@example.com', 'light@example.com'],
        from: 'a@deliver.test',
        subject: 'Hi',
        body: '{% if email == "heavy@example.com" %}{% for i in (1..1000) %}{% for j in (1..1000) %}x{% endfor %}{% endfor %}{% endif %}ok',
      },
    });
    await relay.settle();
    const [heavy, light] = await Promise.all(reply.data.emails.map(({ email }) => read(email)));
    expect(heavy).toMatchObject({ status: 'FAILED', error: expect.stringContaining('Rendering failed') });
    expect(light).toMatchObject({ status: 'SENT' });
  });
});

describe('a worker that died', () => {
  const lapse = (id: string, onWire: boolean) =>
    acme.ctx.db
      .updateTable('emails')
      .set({ status: 'SENDING', lease_owner: acme.id, leased_until: new Date(0), on_wire: onWire })
      .where('id', '=', id)
      .execute();

  it('leaves what was not on the wire to the queue', async () => {
    await startRelay();
    const { id } = await send({ template: (await marketing()).id });
    await lapse(id, false);
    await recoverLapsedLeases(acme.ctx);
    expect(await read(id)).toMatchObject({ status: 'QUEUED', attempts: 0 });
  });

  it('leaves marketing mail that was on the wire UNKNOWN, and transactional mail to be sent again', async () => {
    await startRelay();
    const [news, receipt] = [await send({ template: (await marketing()).id }), await send()];
    await lapse(news.id, true);
    await lapse(receipt.id, true);
    await recoverLapsedLeases(acme.ctx);
    expect(await read(news.id)).toMatchObject({ status: 'UNKNOWN', attempts: 1 });
    expect(await read(receipt.id)).toMatchObject({ status: 'QUEUED', attempts: 1 });
  });

  it('does not lose rows to itself while its lease lasts', async () => {
    await startRelay();
    const { id } = await send();
    await acme.ctx.db
      .updateTable('emails')
      .set({ status: 'SENDING', lease_owner: acme.id, leased_until: new Date(Date.now() + 60_000) })
      .where('id', '=', id)
      .execute();
    await recoverLapsedLeases(acme.ctx);
    expect((await read(id)).status).toBe('SENDING');
  });
});

describe('a worker that lives', () => {
  it('renews its leases without waiting for a row that it is working on', async () => {
    await startRelay();
    const [idle, busy] = [await send(), await send()];
    const leases = acme.ctx.db.selectFrom('emails').select(['id', 'leased_until']).where('lease_owner', '=', acme.id);
    await acme.ctx.db
      .updateTable('emails')
      .set({ status: 'SENDING', lease_owner: acme.id, leased_until: new Date(0) })
      .where('id', 'in', [idle.id, busy.id])
      .execute();
    await acme.ctx.db.transaction().execute(async (db) => {
      await db.selectFrom('emails').select('id').where('id', '=', busy.id).forUpdate().execute();
      await renewLeases(acme.ctx, acme.id, seconds(60));
    });
    const until = new Map((await leases.execute()).map(({ id, leased_until }) => [id, leased_until?.getTime() ?? 0]));
    expect(until.get(idle.id)).toBeGreaterThan(Date.now());
    expect(until.get(busy.id)).toBe(0);
    await renewLeases(acme.ctx, acme.id, seconds(60));
    expect((await leases.execute()).every(({ leased_until }) => (leased_until ?? 0) > new Date())).toBe(true);
  });
});

describe('a worker without work', () => {
  it('rests: a round that gives nothing back wakes nobody, itself included', async () => {
    await startRelay();
    await relay.settle();
    const client = await acme.world.database.pool.connect();
    let announced = 0;
    client.on('notification', () => announced++);
    try {
      await client.query(`listen ${QUEUED_CHANNEL}`);
      await relay.deliverer.deliverDue();
      await client.query('select 1');
      expect(announced).toBe(0);
      await send();
      await client.query('select 1');
      expect(announced).toBe(1);
    } finally {
      client.release(true);
    }
  });
});

describe('the queue', () => {
  it('serves transactional mail before anything else, and projects in turn', async () => {
    await startRelay();
    const other = await aProject({ verifiedDomain: 'other-deliver.test' });
    const sendMany = (project: TestProject, domain: string, count: number) =>
      project.call(sendEmail, {
        body: {
          to: Array.from({ length: count }, () => fresh()),
          from: `a@${domain}`,
          subject: 'Hi',
          body: 'x',
        },
      });
    await sendMany(acme, 'deliver.test', 60);
    await sendMany(other, 'other-deliver.test', 4);
    await relay.settle();
    const senders = relay.messages.map(({ envelopeFrom }) => envelopeFrom);
    expect(senders).toHaveLength(64);
    expect(senders.lastIndexOf('a@other-deliver.test')).toBeLessThan(40);
  });

  it('leaves the mail of a disabled project where it is', async () => {
    await startRelay();
    const { id } = await send();
    await acme.disable();
    await relay.settle();
    expect((await read(id)).status).toBe('QUEUED');
  });
});
