import { beforeAll, describe, expect, it } from 'vitest';
import { getContact, listContacts } from '../../contract/contacts.ts';
import { listContactEvents } from '../../contract/events.ts';
import { trackEvent } from '../../contract/track.ts';
import { aProject, type TestProject } from '../../test/world.ts';
import { transaction } from '../platform/context.ts';
import { trackEvent as trackEventDirectly } from './track-event.ts';

let acme: TestProject;
beforeAll(async () => {
  acme = await aProject();
});

const track = (body: unknown, headers: Record<string, string> = {}) =>
  acme.request('POST', '/v1/track', { key: 'public', body, headers });

describe('POST /v1/track', () => {
  it('creates the contact, records the event and answers both ids', async () => {
    const { status, body } = await track({ email: 'Ada@Example.com ', event: 'signed_up', data: { plan: 'pro' } });
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      data: { contact: expect.any(String), event: expect.any(String), timestamp: expect.stringMatching(/Z$/) },
    });
    const contact = await acme.call(getContact, { params: { id: body.data.contact } });
    expect(contact).toMatchObject({ email: 'ada@example.com', subscribed: true, data: { plan: 'pro' } });
    const { events } = await acme.call(listContactEvents, { params: { contactId: contact.id }, query: {} });
    expect(events).toEqual([
      {
        id: body.data.event,
        name: 'signed_up',
        data: { plan: 'pro' },
        contactId: contact.id,
        emailId: null,
        projectId: acme.id,
        createdAt: body.data.timestamp,
      },
    ]);
  });

  it('tracking again makes a new event for the same contact', async () => {
    const first = await acme.call(trackEvent, { body: { email: 'again@example.com', event: 'seen' } });
    const second = await acme.call(trackEvent, { body: { email: 'AGAIN@example.com', event: 'seen' } });
    expect(second.data.contact).toBe(first.data.contact);
    expect(second.data.event).not.toBe(first.data.event);
  });

  it('uses a non-persistent value for the event only', async () => {
    const { body } = await track({
      email: 'once@example.com',
      event: 'paid',
      data: { code: { value: 7, persistent: false }, vip: true },
    });
    const contactId = body.data.contact;
    expect((await acme.call(getContact, { params: { id: contactId } })).data).toEqual({ vip: true });
    const { events } = await acme.call(listContactEvents, { params: { contactId }, query: {} });
    expect(events[0]?.data).toEqual({ code: 7, vip: true });
  });

  it('keeps the subscription of a known contact unless told otherwise', async () => {
    await acme.contact('off@example.com', { subscribed: false });
    const { body } = await track({ email: 'off@example.com', event: 'seen' });
    const id = body.data.contact;
    expect((await acme.call(getContact, { params: { id } })).subscribed).toBe(false);
    await track({ email: 'off@example.com', event: 'seen', subscribed: true });
    expect((await acme.call(getContact, { params: { id } })).subscribed).toBe(true);
    const { events } = await acme.call(listContactEvents, { params: { contactId: id }, query: {} });
    expect(events.filter(({ name }) => name === 'contact.subscribed')).toHaveLength(1);
  });

  it('creates a new contact unsubscribed when told so, without an event', async () => {
    const { body } = await track({ email: 'quiet@example.com', event: 'seen', subscribed: false });
    const { events } = await acme.call(listContactEvents, { params: { contactId: body.data.contact }, query: {} });
    expect(events.map(({ name }) => name)).toEqual(['seen']);
  });

  it.each([
    'email.sent',
    'email.',
    'contact.subscribed',
    'contact.unsubscribed',
    'segment.vip.entry',
    'segment.vip.exit',
  ])('refuses the reserved name %s and leaves no contact behind', async (event) => {
    const { status, body } = await track({ email: 'reserved@example.com', event });
    expect(status).toBe(422);
    expect(body).toMatchObject({
      success: false,
      error: {
        code: 'VALIDATION_ERROR',
        statusCode: 422,
        errors: [{ field: 'event', code: 'reserved_event', received: event }],
      },
    });
    expect((await acme.call(listContacts, { query: { search: 'reserved@' } })).total).toBe(0);
  });

  it.each(['email', 'contact.created', 'segment.vip', 'Email.sent'])('allows the name %s', async (event) => {
    expect((await track({ email: 'free@example.com', event })).status).toBe(200);
  });

  it.each([
    ['no email', { event: 'x' }, { field: 'email', message: 'Required', code: 'invalid_type', received: 'undefined' }],
    [
      'a bad email',
      { email: 'nope', event: 'x' },
      { field: 'email', message: 'Invalid email', code: 'invalid_string' },
    ],
    [
      'an email of 255 characters',
      { email: `${'a'.repeat(243)}@example.com`, event: 'x' },
      { field: 'email', code: 'too_big' },
    ],
    ['no event', { email: 'a@b.co' }, { field: 'event', message: 'Required', code: 'invalid_type' }],
    ['an empty event', { email: 'a@b.co', event: '' }, { field: 'event', code: 'too_small' }],
    ['an endless event name', { email: 'a@b.co', event: 'x'.repeat(256) }, { field: 'event', code: 'too_big' }],
    [
      'subscribed as text',
      { email: 'a@b.co', event: 'x', subscribed: 'yes' },
      { field: 'subscribed', code: 'invalid_type', received: 'string' },
    ],
    [
      'data as a list',
      { email: 'a@b.co', event: 'x', data: [1] },
      { field: 'data', code: 'invalid_type', received: 'array' },
    ],
    [
      'data as text',
      { email: 'a@b.co', event: 'x', data: 'x' },
      { field: 'data', code: 'invalid_type', received: 'string' },
    ],
    ['a list as the body', [{ email: 'a@b.co', event: 'x' }], { field: '', code: 'invalid_type', received: 'array' }],
  ])('answers 422 to %s', async (_, given, error) => {
    const { status, body } = await track(given);
    expect(status).toBe(422);
    expect(body.error).toMatchObject({
      code: 'VALIDATION_ERROR',
      message: 'Request validation failed',
      errors: [error],
    });
    expect(body.error.suggestion).toEqual(expect.any(String));
  });

  it('refuses a locale that is not text', async () => {
    const { status, body } = await track({ email: 'a@b.co', event: 'x', data: { locale: 3 } });
    expect([status, body.error.code]).toEqual([400, 'BAD_REQUEST']);
  });

  it('loses nothing when many events of few contacts arrive at once', async () => {
    const calls = Array.from({ length: 300 }, (_, i) =>
      track({ email: `crowd${i % 7}@example.com`, event: 'rush', data: { last: i, [`k${i}`]: true } }),
    );
    const answers = await Promise.all(calls);
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    const { data } = await acme.call(listContacts, { query: { search: 'crowd' } });
    expect(data).toHaveLength(7);
    const keys = data.flatMap((contact) => Object.keys(contact.data ?? {})).filter((key) => key.startsWith('k'));
    expect(new Set(keys).size).toBe(300);
    const events = await Promise.all(
      data.map(({ id }) => acme.call(listContactEvents, { params: { contactId: id }, query: { limit: '1000' } })),
    );
    expect(events.reduce((sum, { events }) => sum + events.length, 0)).toBe(300);
  });

  it('inside a transaction belongs to it, not to a batch of others', async () => {
    const attempt = transaction(acme.ctx, async (ctx) => {
      await Promise.all([
        trackEventDirectly(acme.ctx, { email: 'beside@example.com', event: 'x' }),
        trackEventDirectly(ctx, { email: 'undone@example.com', event: 'x' }),
      ]);
      throw new Error('no');
    });
    await expect(attempt).rejects.toThrow('no');
    expect((await acme.call(listContacts, { query: { search: 'undone@' } })).total).toBe(0);
    expect((await acme.call(listContacts, { query: { search: 'beside@' } })).total).toBe(1);
  });

  it('drops unknown body keys', async () => {
    expect((await track({ email: 'a@b.co', event: 'x', surprise: 1 })).status).toBe(200);
  });
});
