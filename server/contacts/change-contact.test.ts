import { beforeAll, describe, expect, it } from 'vitest';
import type { Contact } from '../../contract/contacts.ts';
import { listContactEvents } from '../../contract/events.ts';
import { aProject, type TestProject } from '../../test/world.ts';
import { seconds } from '../platform/clock.ts';

let acme: TestProject;
let ada: Contact;
let n = 0;
beforeAll(async () => {
  acme = await aProject();
});

const aContact = (data?: Record<string, unknown>) =>
  acme.contact(`person${n++}@example.com`, data ? { data } : {}).then((contact) => {
    ada = contact;
    return contact;
  });
const patch = (body: unknown, id = ada.id) => acme.request('PATCH', `/contacts/${id}`, { body });
const eventNames = async (): Promise<string[]> => {
  const { events } = await acme.call(listContactEvents, { params: { contactId: ada.id }, query: {} });
  return events.map(({ name }) => name);
};

describe('GET /contacts/:id', () => {
  it('answers the contact', async () => {
    await aContact({ plan: 'pro' });
    const { status, body } = await acme.request('GET', `/contacts/${ada.id}`);
    const { _meta, ...contact } = ada as Contact & { _meta: unknown };
    expect([status, body]).toEqual([200, contact]);
  });

  it.each([crypto.randomUUID(), 'nonsense', '%20', "x'--"])(
    'an unknown id (%s) is 404 CONTACT_NOT_FOUND',
    async (id) => {
      for (const method of ['GET', 'PATCH', 'DELETE']) {
        const { status, body } = await acme.request(method, `/contacts/${id}`, method === 'PATCH' ? { body: {} } : {});
        expect([method, status, body.error.code]).toEqual([method, 404, 'CONTACT_NOT_FOUND']);
        expect(body.error).toMatchObject({ message: 'Contact not found', details: { resource: 'Contact' } });
      }
    },
  );
});

describe('PATCH /contacts/:id', () => {
  it('merges data by the write rules and answers the contact without _meta', async () => {
    await aContact({ a: 1, b: 2, c: 3 });
    acme.world.clock.advance(seconds(3));
    const { status, body } = await patch({
      data: { a: 10, b: null, c: '', d: { value: 1, persistent: false }, id: 'x' },
    });
    expect(status).toBe(200);
    expect(body).toEqual({
      id: ada.id,
      email: ada.email,
      subscribed: true,
      data: { a: 10, c: 3 },
      projectId: acme.id,
      createdAt: ada.createdAt,
      updatedAt: acme.world.clock.now().toISOString(),
    });
  });

  it('data: null clears everything; data left out keeps it', async () => {
    await aContact({ a: 1 });
    expect((await patch({ subscribed: true })).body.data).toEqual({ a: 1 });
    expect((await patch({ data: null })).body.data).toBeNull();
  });

  it('changes the address, written as addresses are', async () => {
    await aContact();
    const { body } = await patch({ email: ` New${n}@Example.com` });
    expect(body).toMatchObject({ id: ada.id, email: `new${n}@example.com` });
    expect((await patch({ email: `new${n}@example.com` })).status).toBe(200);
  });

  it('an address that another contact of the project has is 409 CONFLICT, and nothing changes', async () => {
    const other = await aContact();
    await aContact({ a: 1 });
    const { status, body } = await patch({ email: other.email.toUpperCase(), subscribed: false, data: { a: 2 } });
    expect([status, body.error.code]).toEqual([409, 'CONFLICT']);
    const after = (await acme.request('GET', `/contacts/${ada.id}`)).body;
    expect(after).toMatchObject({ email: ada.email, subscribed: true, data: { a: 1 } });
    expect(await eventNames()).toEqual([]);
  });

  it('an address that a contact of another project has is free', async () => {
    const elsewhere = await aProject();
    await elsewhere.contact('shared@example.com');
    await aContact();
    expect((await patch({ email: 'shared@example.com' })).status).toBe(200);
  });

  it('records subscription events on real change only', async () => {
    await aContact();
    for (const subscribed of [true, false, false, true, true]) await patch({ subscribed });
    await patch({ data: { a: 1 } });
    expect(await eventNames()).toEqual(['contact.subscribed', 'contact.unsubscribed']);
  });

  it('concurrent changes record one event per real change', async () => {
    await aContact();
    await Promise.all(Array.from({ length: 10 }, () => patch({ subscribed: false })));
    expect(await eventNames()).toEqual(['contact.unsubscribed']);
  });

  it('concurrent changes of different keys are all kept', async () => {
    await aContact();
    await Promise.all(Array.from({ length: 20 }, (_, i) => patch({ data: { [`k${i}`]: i } })));
    const { data } = (await acme.request('GET', `/contacts/${ada.id}`)).body;
    expect(Object.keys(data)).toHaveLength(20);
  });

  it.each([
    [{ data: [] }, 'data must be an object'],
    [{ data: 'x' }, 'data must be an object'],
    [{ email: 'nope' }, 'Invalid email'],
    [{ email: '' }, 'Email is required'],
    [{ subscribed: 1 }, 'subscribed must be a boolean'],
    [[], 'The body must be a JSON object'],
  ])('%j is 400 in the envelope: only creating has the bare body', async (body, message) => {
    await aContact();
    const answer = await patch(body);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ success: false, error: { code: 'BAD_REQUEST', statusCode: 400, message } });
  });
});

describe('DELETE /contacts/:id', () => {
  it('is 204 without a body, and takes everything recorded about the contact with it', async () => {
    await aContact();
    await acme.track(ada.email, 'seen');
    const { status, body } = await acme.request('DELETE', `/contacts/${ada.id}`);
    expect([status, body]).toEqual([204, '']);
    expect((await acme.request('GET', `/contacts/${ada.id}`)).status).toBe(404);
    expect(await eventNames()).toEqual([]);
    expect((await acme.request('DELETE', `/contacts/${ada.id}`)).status).toBe(404);
  });

  it('frees the address for a new contact', async () => {
    await aContact();
    await acme.request('DELETE', `/contacts/${ada.id}`);
    const again = await acme.request('POST', '/contacts', { body: { email: ada.email } });
    expect(again.status).toBe(201);
    expect(again.body.id).not.toBe(ada.id);
  });
});
