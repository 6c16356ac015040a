import { beforeAll, describe, expect, it } from 'vitest';
import { getContact } from '../../contract/contacts.ts';
import { listContactEvents } from '../../contract/events.ts';
import { aProject, type TestProject } from '../../test/world.ts';

let acme: TestProject;
beforeAll(async () => {
  acme = await aProject();
});

const track = (body: unknown) => acme.request('POST', '/events/track', { body });

describe('POST /events/track', () => {
  it('takes the contact by id and answers 201 with the event', async () => {
    const { id } = await acme.contact('by-id@example.com', { data: { old: 1 } });
    const { status, body } = await track({ name: 'paid', contactId: id, data: { amount: 42 } });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(String),
      name: 'paid',
      data: { amount: 42 },
      projectId: acme.id,
      contactId: id,
      emailId: null,
      createdAt: acme.world.clock.now().toISOString(),
    });
    expect((await acme.call(getContact, { params: { id } })).data).toEqual({ old: 1, amount: 42 });
  });

  it('takes the body of /v1/track as well, and makes the contact', async () => {
    const { status, body } = await track({ event: 'paid', email: 'By-Email@example.com', data: { plan: 'pro' } });
    expect(status).toBe(201);
    const contact = await acme.call(getContact, { params: { id: body.contactId } });
    expect(contact).toMatchObject({ email: 'by-email@example.com', subscribed: true, data: { plan: 'pro' } });
  });

  it('takes an event of nobody', async () => {
    const { status, body } = await track({ name: 'deployed', data: { version: { value: 3, persistent: false } } });
    expect([status, body.contactId, body.data]).toEqual([201, null, { version: 3 }]);
    expect((await track({ name: 'deployed', contactId: null, email: null, emailId: null })).status).toBe(201);
  });

  it('leaves a contact that the event says nothing about as it was', async () => {
    const before = await acme.contact('still@example.com');
    acme.world.clock.advance(1000);
    await track({ name: 'seen', contactId: before.id });
    expect((await acme.call(getContact, { params: { id: before.id } })).updatedAt).toBe(before.updatedAt);
  });

  it('follows subscribed, by id and by address, with its event on real change', async () => {
    const { id } = await acme.contact('switch@example.com');
    await track({ name: 'left', contactId: id, subscribed: false });
    await track({ name: 'left', email: 'switch@example.com', subscribed: false });
    await track({ name: 'back', email: 'switch@example.com', subscribed: true });
    const { events } = await acme.call(listContactEvents, { params: { contactId: id }, query: {} });
    expect(events.map(({ name }) => name).filter((name) => name.startsWith('contact.'))).toEqual([
      'contact.subscribed',
      'contact.unsubscribed',
    ]);
  });

  it.each([
    ['no name', {}],
    ['an empty name', { name: '' }],
    ['a name that is no text', { name: 7 }],
    ['a list', []],
    ['a name of 256 characters', { name: 'x'.repeat(256) }],
    ['a bad address', { name: 'x', email: 'nope' }],
    ['data as a list', { name: 'x', data: [] }],
    ['subscribed as text', { name: 'x', subscribed: 'no' }],
  ])('%s is 400 with the bare body', async (_, body) => {
    const answer = await track(body);
    expect([answer.status, answer.body]).toEqual([400, { error: expect.any(String) }]);
  });

  it('says what is missing', async () => {
    expect((await track({})).body).toEqual({ error: 'Event name is required' });
  });

  it.each(['email.sent', 'contact.subscribed', 'segment.vip.entry'])('refuses the reserved name %s', async (name) => {
    const { status, body } = await track({ name, email: 'reserved@example.com' });
    expect([status, body.error.errors]).toMatchObject([
      422,
      [{ field: 'event', code: 'reserved_event', received: name }],
    ]);
  });

  it('a contact or an email of another project is like an unknown one: 404 RESOURCE_NOT_FOUND, nothing recorded', async () => {
    const other = await aProject();
    const { id } = await other.contact('theirs@example.com');
    for (const strange of [{ contactId: id }, { contactId: 'x' }, { emailId: id }, { emailId: 'x' }]) {
      const { status, body } = await track({ name: 'never_recorded', ...strange });
      expect([status, body.error.code]).toEqual([404, 'RESOURCE_NOT_FOUND']);
    }
    expect((await acme.request('GET', '/events?eventName=never_recorded')).body.events).toEqual([]);
    expect((await other.request('GET', `/events/contact/${id}`)).body.events).toEqual([]);
  });
});
