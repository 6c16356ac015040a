import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getContact } from '../../contract/contacts.ts';
import { listContactEvents } from '../../contract/events.ts';
import { aProject, aWorld, type TestProject, type World } from '../../test/world.ts';
import { seconds } from '../platform/clock.ts';
import { transaction } from '../platform/context.ts';
import { upsertContacts } from './upsert-contacts.ts';

let acme: TestProject;
beforeAll(async () => {
  acme = await aProject();
});

const post = (body: unknown) => acme.request('POST', '/contacts', { body });
const eventNames = async (contactId: string): Promise<string[]> => {
  const { events } = await acme.call(listContactEvents, { params: { contactId }, query: {} });
  return events.map(({ name }) => name);
};

describe('POST /contacts', () => {
  it('creates a contact: 201, subscribed, with _meta', async () => {
    const { status, body } = await post({ email: ' Ada@Example.COM ', data: { plan: 'pro' } });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(String),
      email: 'ada@example.com',
      subscribed: true,
      data: { plan: 'pro' },
      projectId: acme.id,
      createdAt: acme.world.clock.now().toISOString(),
      updatedAt: acme.world.clock.now().toISOString(),
      _meta: { isNew: true, isUpdate: false },
    });
  });

  it('updates the contact with that address, however it is written: 200', async () => {
    const first = (await post({ email: 'known@example.com', data: { a: 1, b: 2 } })).body;
    acme.world.clock.advance(seconds(5));
    const { status, body } = await post({ email: 'KNOWN@example.com', data: { b: 3, c: 4 } });
    expect(status).toBe(200);
    expect(body).toMatchObject({ id: first.id, data: { a: 1, b: 3, c: 4 }, createdAt: first.createdAt });
    expect(body._meta).toEqual({ isNew: false, isUpdate: true });
    expect(Date.parse(body.updatedAt)).toBe(Date.parse(first.updatedAt) + seconds(5));
  });

  it('leaves a contact untouched when nothing would change', async () => {
    const first = (await post({ email: 'same@example.com', data: { a: 1 } })).body;
    acme.world.clock.advance(seconds(5));
    const { status, body } = await post({ email: 'same@example.com', subscribed: true, data: { a: 1, x: '' } });
    expect([status, body.updatedAt, body._meta.isUpdate]).toEqual([200, first.updatedAt, true]);
  });

  it('keeps the subscription of a known contact unless told otherwise', async () => {
    await post({ email: 'off@example.com', subscribed: false });
    expect((await post({ email: 'off@example.com', data: { a: 1 } })).body.subscribed).toBe(false);
    expect((await post({ email: 'off@example.com', subscribed: true })).body.subscribed).toBe(true);
  });

  it('records subscription events on real change only, and none for a new contact', async () => {
    const { id } = (await post({ email: 'moody@example.com', subscribed: false })).body;
    expect(await eventNames(id)).toEqual([]);
    for (const subscribed of [false, true, true, false, false]) await post({ email: 'moody@example.com', subscribed });
    expect(await eventNames(id)).toEqual(['contact.unsubscribed', 'contact.subscribed']);
  });

  it('stores nothing as null, again after everything was removed', async () => {
    expect((await post({ email: 'bare@example.com', data: {} })).body.data).toBeNull();
    expect((await post({ email: 'bare@example.com', data: { a: 1 } })).body.data).toEqual({ a: 1 });
    expect((await post({ email: 'bare@example.com', data: { a: null } })).body.data).toBeNull();
    expect((await post({ email: 'bare@example.com', data: null })).body.data).toBeNull();
  });

  it('follows the data rules', async () => {
    await post({ email: 'rules@example.com', data: { keep: 'old', drop: 'x', list: [1, 2], deep: { a: 1, b: 2 } } });
    const { body } = await post({
      email: 'rules@example.com',
      data: {
        keep: '',
        drop: null,
        once: { value: 7, persistent: false },
        kept: { value: 7, persistent: true },
        deep: { c: 3 },
        zero: 0,
        no: false,
        id: 'x',
        plunk_id: 'x',
        plunk_email: 'x',
        email: 'x@example.com',
        unsubscribeUrl: 'x',
        subscribeUrl: 'x',
        manageUrl: 'x',
      },
    });
    expect(body.email).toBe('rules@example.com');
    expect(body.data).toEqual({
      keep: 'old',
      list: [1, 2],
      deep: { c: 3 },
      kept: { value: 7, persistent: true },
      zero: 0,
      no: false,
    });
  });

  it('takes any letters in data, and gives them back as they were', async () => {
    const data = { 'first name': 'Zoë', 日本: '語', emoji: '👩‍💻', quote: `'"\\`, 'a.b': 1, constructor: 'x' };
    const { id } = (await post({ email: 'letters@example.com', data })).body;
    expect((await acme.call(getContact, { params: { id } })).data).toEqual(data);
  });

  it.each([
    ['no email', {}, 'Email is required'],
    ['an empty email', { email: '' }, 'Email is required'],
    ['null as email', { email: null }, 'Email is required'],
    ['a number as email', { email: 7 }, 'Email is required'],
    ['a bad email', { email: 'nope' }, 'Invalid email'],
    ['an email of 255 characters', { email: `${'a'.repeat(243)}@example.com` }, 'Email must be at most 254 characters'],
    ['subscribed as text', { email: 'x@example.com', subscribed: 'yes' }, 'subscribed must be a boolean'],
    ['data as a list', { email: 'x@example.com', data: [] }, 'data must be an object'],
    ['data as text', { email: 'x@example.com', data: 'x' }, 'data must be an object'],
    ['a list', [], 'The body must be a JSON object'],
    ['nothing', undefined, 'Email is required'],
  ])('%s is 400 with the bare body', async (_, body, error) => {
    expect(await post(body)).toMatchObject({ status: 400, body: { error } });
    expect(Object.keys((await post(body)).body)).toEqual(['error']);
  });

  it('a locale that is not text is 400 in the envelope', async () => {
    const { status, body } = await post({ email: 'x@example.com', data: { locale: 7 } });
    expect([status, body.error.code]).toEqual([400, 'BAD_REQUEST']);
  });
});

describe('upserts of one address by two servers at once', () => {
  let other: World;
  beforeAll(async () => {
    other = await aWorld();
  });
  afterAll(() => other.close());

  it('make one contact and lose no data', async () => {
    const { projectId } = acme.ctx;
    const upsert = (i: number) =>
      upsertContacts(
        i % 2 ? acme.ctx : { ...other.ctx, projectId },
        [{ email: 'race@example.com', change: { set: { [`k${i}`]: i }, remove: [] } }],
        { subscribedByDefault: true },
      );
    const results = (await Promise.all(Array.from({ length: 40 }, (_, i) => upsert(i)))).flat();
    expect(new Set(results.map(({ contact }) => contact.id)).size).toBe(1);
    expect(results.filter(({ isNew }) => isNew)).toHaveLength(1);
    const contact = await acme.call(getContact, { params: { id: results[0]?.contact.id ?? '' } });
    expect(Object.keys(contact.data ?? {})).toHaveLength(40);
  });

  it('in crossing batches neither deadlock nor lose anything', async () => {
    const { projectId } = acme.ctx;
    const addresses = Array.from({ length: 60 }, (_, i) => `cross${i}@example.com`);
    const batch = (n: number) =>
      upsertContacts(
        n % 2 ? acme.ctx : { ...other.ctx, projectId },
        (n % 2 ? addresses : addresses.toReversed()).map((email) => ({
          email,
          change: { set: { [`b${n}`]: 1 }, remove: [] },
        })),
        { subscribedByDefault: true },
      );
    const batches = await Promise.all(Array.from({ length: 8 }, (_, n) => batch(n)));
    expect(batches.flat().filter(({ isNew }) => isNew)).toHaveLength(60);
    const { rows } = await acme.world.database.pool.query(
      `select data from contacts where project_id = $1 and email like 'cross%'`,
      [projectId],
    );
    expect(rows.map(({ data }) => Object.keys(data).length)).toEqual(Array(60).fill(8));
  });

  it('change a subscription with one event each time it really changed', async () => {
    const { id } = await acme.contact('flip@example.com', { subscribed: true });
    const off = (i: number) =>
      upsertContacts(
        i % 2 ? acme.ctx : { ...other.ctx, projectId: acme.id },
        [{ email: 'flip@example.com', subscribed: false }],
        { subscribedByDefault: true },
      );
    await Promise.all(Array.from({ length: 20 }, (_, i) => off(i)));
    expect(await eventNames(id)).toEqual(['contact.unsubscribed']);
  });
});

describe('a batch', () => {
  it('handles an address that stands in it more than once in the order given', async () => {
    const results = await upsertContacts(
      acme.ctx,
      [
        { email: 'dup@example.com', change: { set: { a: 1 }, remove: [] } },
        { email: 'single@example.com' },
        { email: 'dup@example.com', subscribed: false, change: { set: { a: 2, b: 1 }, remove: [] } },
        { email: 'dup@example.com', change: { set: {}, remove: ['b'] } },
      ],
      { subscribedByDefault: true },
    );
    expect(results.map(({ isNew }) => isNew)).toEqual([true, true, false, false]);
    expect(results[3]?.contact).toMatchObject({ data: { a: 2 }, subscribed: false });
    expect(await eventNames(results[0]?.contact.id ?? '')).toEqual(['contact.unsubscribed']);
  });

  it('with one address again and again, asking for the same, is one statement', async () => {
    let statements = 0;
    const db = acme.ctx.db.withPlugin({
      transformQuery: ({ node }) => {
        statements++;
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    const wish = () => ({ email: 'again@example.com', subscribed: false, change: { set: { a: 1 }, remove: [] } });
    const results = await upsertContacts({ ...acme.ctx, db }, [wish(), wish(), wish()], { subscribedByDefault: true });
    expect(statements).toBe(1);
    expect(results.map(({ isNew }) => isNew)).toEqual([true, false, false]);
    expect(new Set(results.map(({ contact }) => contact.id)).size).toBe(1);
  });

  it('leaves nothing behind when its transaction fails', async () => {
    const attempt = transaction(acme.ctx, async (ctx) => {
      await upsertContacts(ctx, [{ email: 'undone@example.com' }], { subscribedByDefault: true });
      throw new Error('no');
    });
    await expect(attempt).rejects.toThrow('no');
    const { rows } = await acme.world.database.pool.query(`select from contacts where email = 'undone@example.com'`);
    expect(rows).toHaveLength(0);
  });

  it('says by default what the caller says for new contacts', async () => {
    const [result] = await upsertContacts(acme.ctx, [{ email: 'quiet@example.com' }], { subscribedByDefault: false });
    expect(result?.contact.subscribed).toBe(false);
  });
});
