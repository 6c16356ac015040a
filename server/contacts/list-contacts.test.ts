import { beforeAll, describe, expect, it } from 'vitest';
import type { Contact } from '../../contract/contacts.ts';
import { aProject, type TestProject } from '../../test/world.ts';
import { seconds } from '../platform/clock.ts';

let acme: TestProject;

/** a0 … a24 in this order of creation, every third unsubscribed. */
beforeAll(async () => {
  acme = await aProject();
  for (let i = 0; i < 25; i++) {
    acme.world.clock.advance(seconds(1));
    await acme.contact(`a${i}@example.com`, { subscribed: i % 3 !== 0 });
  }
});

const list = async (query = '', project = acme) => {
  const { status, body } = await project.request('GET', `/contacts${query}`);
  expect(status).toBe(200);
  return body as { data: Contact[]; cursor?: string; hasMore: boolean; total: number };
};
const emails = (contacts: Contact[]): string[] => contacts.map(({ email }) => email);

async function allPages(query: string, project = acme): Promise<string[]> {
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await list(`${query}${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`, project);
    seen.push(...emails(page.data));
    cursor = page.cursor;
    expect(page.hasMore).toBe(cursor !== undefined);
  } while (cursor);
  return seen;
}

describe('GET /contacts', () => {
  it('answers 20, newest first, with the total and a cursor', async () => {
    const page = await list();
    expect(emails(page.data)).toEqual(Array.from({ length: 20 }, (_, i) => `a${24 - i}@example.com`));
    expect(page).toMatchObject({ total: 25, hasMore: true, cursor: expect.any(String) });
  });

  it('items are contacts without _meta', async () => {
    const [first] = (await list('?limit=1')).data;
    expect(Object.keys(first ?? {}).sort()).toEqual(
      ['createdAt', 'data', 'email', 'id', 'projectId', 'subscribed', 'updatedAt'].sort(),
    );
    expect(first).toMatchObject({ email: 'a24@example.com', subscribed: false, data: null, projectId: acme.id });
    expect(first?.createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });

  it('the next page goes on where the last one ended, has no total, and the last one no cursor', async () => {
    const { cursor } = await list('?limit=20');
    const next = await list(`?limit=20&cursor=${cursor}`);
    expect(emails(next.data)).toEqual([4, 3, 2, 1, 0].map((i) => `a${i}@example.com`));
    expect(next).toEqual({ data: expect.any(Array), hasMore: false, total: 0 });
  });

  it('a page that ends exactly with the list is the last one', async () => {
    expect(await list('?limit=25')).toMatchObject({ hasMore: false });
  });

  it.each([
    ['0', 20],
    ['junk', 20],
    ['', 20],
    ['-5', 1],
    ['1', 1],
    ['7', 7],
    ['7.9', 7],
    ['101', 25],
    ['99999999999999999999', 25],
  ])('limit=%s answers %d', async (limit, count) => {
    expect((await list(`?limit=${limit}`)).data).toHaveLength(count);
  });

  it('never answers more than 100', async () => {
    const many = await aProject();
    await Promise.all(Array.from({ length: 105 }, (_, i) => many.contact(`m${i}@example.com`)));
    const page = await list('?limit=500', many);
    expect([page.data.length, page.hasMore, page.total]).toEqual([100, true, 105]);
  });

  it.each([
    'x',
    'bm9wZQ',
    '%F0%9F%98%80',
    Buffer.from('["1","not-a-uuid"]').toString('base64url'),
    Buffer.from(`["abc","${crypto.randomUUID()}"]`).toString('base64url'),
    Buffer.from(`["99999999999999999999999","${crypto.randomUUID()}"]`).toString('base64url'),
  ])('a cursor that is not ours (%s) answers an empty page', async (cursor) => {
    expect(await list(`?cursor=${cursor}`)).toEqual({ data: [], hasMore: false, total: 0 });
  });

  it('an empty cursor is the first page', async () => {
    expect(await list('?cursor=')).toMatchObject({ total: 25, hasMore: true });
  });
});

describe('filters', () => {
  it.each([
    ['a1@', ['a1@example.com']],
    ['A1@EXAMPLE', ['a1@example.com']],
    ['%20a1@%20', ['a1@example.com']],
    ['nobody', []],
  ])('search=%s finds the addresses that contain it', async (search, found) => {
    const page = await list(`?search=${search}`);
    expect(emails(page.data)).toEqual(found);
    expect(page.total).toBe(found.length);
  });

  it('signs that mean something in a pattern are themselves', async () => {
    const signs = await aProject();
    for (const email of ['snake_case@example.com', 'snakeXcase@example.com']) await signs.contact(email);
    expect((await list('?search=%25', signs)).data).toEqual([]);
    expect(emails((await list('?search=e_c', signs)).data)).toEqual(['snake_case@example.com']);
    expect((await list('?search=%5C', signs)).data).toEqual([]);
    expect((await list("?search='--", signs)).data).toEqual([]);
  });

  it.each([
    ['true', 16],
    ['false', 9],
    ['yes', 25],
    ['', 25],
  ])('subscribed=%s answers %d', async (value, count) => {
    expect((await list(`?subscribed=${value}&limit=100`)).total).toBe(count);
  });

  it('hold on every page', async () => {
    const seen = await allPages('?limit=4&subscribed=false');
    expect(seen).toEqual([24, 21, 18, 15, 12, 9, 6, 3, 0].map((i) => `a${i}@example.com`));
  });
});

describe('order', () => {
  const created = Array.from({ length: 25 }, (_, i) => `a${i}@example.com`);
  it.each([
    ['', created.toReversed()],
    ['&sort=createdAt&dir=asc', created],
    ['&dir=asc', created],
    ['&sort=email&dir=asc', created.toSorted()],
    ['&sort=email&dir=desc', created.toSorted().reverse()],
    ['&sort=email', created.toSorted().reverse()],
    ['&sort=nonsense', created.toReversed()],
    ['&dir=sideways', created.toReversed()],
    ['&sort=EMAIL&dir=ASC', created.toReversed()],
  ])('"%s" is kept over pages of 4', async (query, expected) => {
    expect(await allPages(`?limit=4${query}`)).toEqual(expected);
  });

  it('contacts of one instant come once each', async () => {
    const crowd = await aProject();
    await Promise.all(Array.from({ length: 30 }, (_, i) => crowd.contact(`c${i}@example.com`)));
    for (const dir of ['asc', 'desc']) {
      const seen = await allPages(`?limit=7&dir=${dir}`, crowd);
      expect([seen.length, new Set(seen).size]).toEqual([30, 30]);
    }
  });
});

describe('paging while others write', () => {
  it.each(['sort=createdAt&dir=desc', 'sort=createdAt&dir=asc', 'sort=email&dir=asc', 'sort=email&dir=desc'])(
    'misses and repeats none of those that were there: %s',
    async (order) => {
      const busy = await aProject();
      const before = Array.from({ length: 20 }, (_, i) => `before${String(i).padStart(2, '0')}@example.com`);
      for (const email of before) {
        busy.world.clock.advance(1);
        await busy.contact(email);
      }
      const seen: string[] = [];
      let cursor: string | undefined;
      let n = 0;
      do {
        const page = await list(`?limit=3&${order}${cursor ? `&cursor=${cursor}` : ''}`, busy);
        seen.push(...emails(page.data));
        cursor = page.cursor;
        busy.world.clock.advance(1);
        await busy.contact(`aaa${n++}@example.com`);
        await busy.contact(`zzz${n++}@example.com`);
        // The row that the cursor names may go; the list goes on after its place.
        const last = page.data.at(-1);
        if (n === 4 && last) await busy.request('DELETE', `/contacts/${last.id}`);
      } while (cursor && n < 100);
      expect(seen.filter((email) => email.startsWith('before')).sort()).toEqual(before);
    },
  );
});
