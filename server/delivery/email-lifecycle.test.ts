import { beforeAll, describe, expect, it } from 'vitest';
import { listSuppressions } from '../../contract/suppressions.ts';
import { anEmail } from '../../test/an-email.ts';
import { aProject, type TestProject } from '../../test/world.ts';
import { recordEvents } from '../events/record-events.ts';
import { markDelivered, recordBounces, recordComplaints } from './email-lifecycle.ts';

let acme: TestProject;
beforeAll(async () => {
  acme = await aProject();
});

const at = new Date('2026-07-01T09:00:00.000Z');
const bounce = (emailId: string, type: 'Permanent' | 'Transient' | 'Undetermined' = 'Permanent') => ({
  emailId,
  at,
  type,
  reason: '550 5.1.1 no such user',
});
const suppressed = async (search: string) => (await acme.call(listSuppressions, { query: { search } })).data;

describe('a delivery', () => {
  it('is recorded once, with its event', async () => {
    const email = await anEmail(acme, { to: 'delivered@example.com', messageId: '<delivered@acme.test>' });
    await markDelivered(acme.ctx, [email.id, email.id], at);
    await markDelivered(acme.ctx, [email.id], new Date());
    expect(await email.row()).toMatchObject({ status: 'DELIVERED', delivered_at: at, error: null });
    expect(await email.events()).toEqual([
      {
        name: 'email.delivery',
        contactId: email.contact.id,
        emailId: email.id,
        data: {
          subject: 'Hello {{ name }}',
          from: 'ann@acme.test',
          fromName: 'Ann',
          messageId: '<delivered@acme.test>',
          emailId: email.id,
          templateId: null,
          campaignId: null,
          sourceType: 'TRANSACTIONAL',
          deliveredAt: at.toISOString(),
        },
      },
    ]);
  });

  it('tells the subject that the email was sent with', async () => {
    const email = await anEmail(acme, { to: 'subject@example.com' });
    const sent = { name: 'email.sent', contactId: email.contact.id, emailId: email.id, data: { subject: 'Hello Ada' } };
    await recordEvents(acme.ctx, [sent]);
    await markDelivered(acme.ctx, [email.id], at);
    expect((await email.events()).at(-1)?.data.subject).toBe('Hello Ada');
  });

  it('is recorded for many at once, and for nobody else’s', async () => {
    const other = await aProject();
    const mine = await Promise.all([1, 2, 3].map((n) => anEmail(acme, { to: `many${n}@example.com` })));
    const theirs = await anEmail(other);
    await markDelivered(acme.ctx, [...mine.map(({ id }) => id), theirs.id], at);
    for (const email of mine) expect((await email.row()).status).toBe('DELIVERED');
    expect((await theirs.row()).status).toBe('SENT');
  });

  it.each(['SENDING', 'UNKNOWN', 'QUEUED', 'FAILED'] as const)('settles what was %s', async (status) => {
    const email = await anEmail(acme, { to: `${status}@example.com`, status, sentAt: null });
    await markDelivered(acme.ctx, [email.id], at);
    expect(await email.row()).toMatchObject({ status: 'DELIVERED', sent_at: at });
  });

  it('cannot happen to mail that we did not send', async () => {
    const email = await anEmail(acme, { to: 'held@example.com', status: 'SUPPRESSED', sentAt: null });
    await markDelivered(acme.ctx, [email.id], at);
    expect([(await email.row()).status, await email.events()]).toEqual(['SUPPRESSED', []]);
  });
});

describe('a permanent bounce', () => {
  it('ends the email, suppresses the address and unsubscribes the contact, once', async () => {
    const email = await anEmail(acme, { to: 'bounced@example.com' });
    await Promise.all([recordBounces(acme.ctx, [bounce(email.id)]), recordBounces(acme.ctx, [bounce(email.id)])]);
    await recordBounces(acme.ctx, [bounce(email.id)]);
    expect(await email.row()).toMatchObject({ status: 'BOUNCED', bounced_at: at, error: '550 5.1.1 no such user' });
    expect(await email.isSubscribed()).toBe(false);
    expect(await suppressed('bounced@')).toMatchObject([{ reason: 'BOUNCE', detail: '550 5.1.1 no such user' }]);
    expect((await email.events()).map(({ name, data, emailId }) => [name, emailId, data])).toEqual([
      ['email.bounce', email.id, expect.objectContaining({ bounceType: 'Permanent', bouncedAt: at.toISOString() })],
      ['contact.unsubscribed', email.id, { reason: 'bounce' }],
    ]);
  });

  it('unsubscribes nobody who was unsubscribed already', async () => {
    const email = await anEmail(acme, { to: 'off@example.com', contact: { subscribed: false } });
    await recordBounces(acme.ctx, [bounce(email.id)]);
    expect((await email.events()).map(({ name }) => name)).toEqual(['email.bounce']);
  });

  it('says nothing about a contact that has another address by now', async () => {
    const email = await anEmail(acme, { to: 'old@example.com' });
    await acme.request('PATCH', `/contacts/${email.contact.id}`, { body: { email: 'new@example.com' } });
    await recordBounces(acme.ctx, [bounce(email.id)]);
    expect(await email.isSubscribed()).toBe(true);
    expect(await suppressed('old@example.com')).toHaveLength(1);
    expect(await suppressed('new@example.com')).toHaveLength(0);
  });

  it('leaves the same address of another project alone', async () => {
    const other = await aProject();
    const theirs = await anEmail(other, { to: 'shared@example.com' });
    const mine = await anEmail(acme, { to: 'shared@example.com' });
    await recordBounces(acme.ctx, [bounce(mine.id), bounce(theirs.id)]);
    expect([await theirs.isSubscribed(), (await theirs.row()).status]).toEqual([true, 'SENT']);
    expect((await other.call(listSuppressions, { query: {} })).total).toBe(0);
  });

  it('takes whatever the other server said', async () => {
    const email = await anEmail(acme, { to: 'words@example.com' });
    await recordBounces(acme.ctx, [{ ...bounce(email.id), reason: `\0 \ud800 ${'x'.repeat(5000)}` }]);
    expect((await email.row()).error).toMatch(/^ \ufffd x{100,1000}$/);
  });
});

describe.each(['Transient', 'Undetermined'] as const)('a bounce of type %s', (type) => {
  it('is an event and nothing more', async () => {
    const email = await anEmail(acme, { to: `${type}@example.com` });
    await recordBounces(acme.ctx, [bounce(email.id, type)]);
    expect(await email.row()).toMatchObject({ status: 'SENT', bounced_at: null, error: null });
    expect(await email.isSubscribed()).toBe(true);
    expect(await suppressed(type)).toEqual([]);
    const [event, ...others] = await email.events();
    expect([event?.name, event?.data.bounceType, others]).toEqual(['email.bounce', type, []]);
    expect(event?.data.transientBounce).toBe(type === 'Transient' ? true : undefined);
  });
});

describe('a complaint', () => {
  it('ends the email, suppresses the address and unsubscribes the contact, once', async () => {
    const email = await anEmail(acme, { to: 'angry@example.com' });
    await recordComplaints(acme.ctx, [{ emailId: email.id, at, reason: 'abuse' }]);
    await recordComplaints(acme.ctx, [{ emailId: email.id, at, reason: 'abuse' }]);
    expect(await email.row()).toMatchObject({ status: 'COMPLAINED', complained_at: at });
    expect(await email.isSubscribed()).toBe(false);
    expect(await suppressed('angry@')).toMatchObject([{ reason: 'COMPLAINT', detail: 'abuse' }]);
    expect((await email.events()).map(({ name, data }) => [name, data.complainedAt ?? data.reason])).toEqual([
      ['email.complaint', at.toISOString()],
      ['contact.unsubscribed', 'complaint'],
    ]);
  });
});

describe('notices in any order', () => {
  const steps = {
    delivered: (id: string) => markDelivered(acme.ctx, [id], at),
    bounced: (id: string) => recordBounces(acme.ctx, [bounce(id)]),
    complained: (id: string) => recordComplaints(acme.ctx, [{ emailId: id, at, reason: 'abuse' }]),
  };

  it.each([
    [['delivered', 'bounced'], 'BOUNCED'],
    [['bounced', 'delivered'], 'BOUNCED'],
    [['complained', 'delivered', 'bounced'], 'COMPLAINED'],
    [['delivered', 'complained', 'bounced', 'delivered'], 'COMPLAINED'],
  ] as const)('%j end as %s, each told once', async (order, status) => {
    const email = await anEmail(acme, { to: `${order.join('-')}@order.test` });
    for (const step of order) await steps[step](email.id);
    expect((await email.row()).status).toBe(status);
    const told = (await email.events()).map(({ name }) => name).filter((name) => name.startsWith('email.'));
    expect(told).toHaveLength(new Set(order).size);
    expect(new Set(told).size).toBe(told.length);
  });

  it('at the same moment end as the worst of them', async () => {
    const email = await anEmail(acme, { to: 'race@order.test' });
    await Promise.all(
      Array.from({ length: 4 }, () => [
        steps.delivered(email.id),
        steps.bounced(email.id),
        steps.complained(email.id),
      ]).flat(),
    );
    expect((await email.row()).status).toBe('COMPLAINED');
    const told = (await email.events()).map(({ name }) => name).toSorted();
    expect(told).toEqual(['contact.unsubscribed', 'email.bounce', 'email.complaint', 'email.delivery']);
  });
});
