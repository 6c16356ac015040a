import type { InfiniteData } from '@tanstack/react-query';
import type { ListPage } from './mail.ts';

type Pages = InfiniteData<ListPage, string | undefined>;

/**
 * The pages loaded so far with the newest page put on top: what has arrived appears, what is gone disappears, and
 * older pages stay loaded. Ids are in order of time, newest first.
 */
export function withNewest(known: Pages | undefined, newest: ListPage): Pages {
  const older = newest.hasMore ? olderPages(known?.pages ?? [], newest) : [];
  const pages = [newest, ...older];
  // Only the first is ever read; the others follow from the page before them.
  return { pages, pageParams: pages.map(() => undefined) };
}

function olderPages(known: ListPage[], newest: ListPage): ListPage[] {
  const oldestOfNewest = newest.data.at(-1)?.id ?? '';
  const newestKnown = known[0]?.data[0]?.id ?? '';
  // More has arrived than one page holds: between the two would be a hole.
  if (newestKnown < oldestOfNewest) return [];
  return known
    .map((page) => ({ ...page, data: page.data.filter(({ id }) => id < oldestOfNewest) }))
    .filter(({ data }) => data.length > 0);
}
