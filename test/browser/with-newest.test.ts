import { describe, expect, it } from 'vitest';
import type { ListPage } from '../../dashboard/inbox/mail.ts';
import { withNewest } from '../../dashboard/inbox/with-newest.ts';

const mail = (id: number) => ({
  id: String(id),
  from: 'shop@acme.test',
  to: 'ada@example.com',
  subject: `Mail ${id}`,
  size: 1,
  createdAt: '2026-01-01T00:00:00.000Z',
});

const page = (ids: number[], rest: { hasMore: boolean; total?: number }): ListPage => ({
  data: ids.map(mail),
  ...(rest.hasMore ? { cursor: String(ids.at(-1)) } : {}),
  total: 0,
  ...rest,
});

const merged = (known: ListPage[], newest: ListPage) => {
  const { pages, pageParams } = withNewest({ pages: known, pageParams: known.map(() => undefined) }, newest);
  expect(pageParams).toHaveLength(pages.length);
  return {
    ids: pages.flatMap(({ data }) => data.map(({ id }) => Number(id))),
    total: pages[0]?.total,
    next: pages.at(-1)?.cursor,
  };
};

describe('the newest page on top of what is loaded', () => {
  const known = [page([19, 18, 17], { hasMore: true, total: 9 }), page([16, 15, 14], { hasMore: true })];

  it('adds what has arrived and keeps older pages and the way on', () => {
    const newest = page([21, 20, 19], { hasMore: true, total: 11 });
    expect(merged(known, newest)).toEqual({ ids: [21, 20, 19, 18, 17, 16, 15, 14], total: 11, next: '14' });
  });

  it('changes nothing when nothing happened', () => {
    expect(merged(known, known[0] as ListPage)).toEqual({ ids: [19, 18, 17, 16, 15, 14], total: 9, next: '14' });
  });

  it('drops what is gone', () => {
    const newest = page([19, 17, 16], { hasMore: true, total: 8 });
    expect(merged(known, newest)).toEqual({ ids: [19, 17, 16, 15, 14], total: 8, next: '14' });
  });

  it('starts over when more has arrived than one page holds, so that no hole is left', () => {
    const newest = page([40, 39, 38], { hasMore: true, total: 30 });
    expect(merged(known, newest)).toEqual({ ids: [40, 39, 38], total: 30, next: '38' });
  });

  it('is all there is when nothing is older', () => {
    expect(merged(known, page([50], { hasMore: false, total: 1 }))).toEqual({ ids: [50], total: 1, next: undefined });
    expect(merged(known, page([], { hasMore: false }))).toEqual({ ids: [], total: 0, next: undefined });
  });
});
