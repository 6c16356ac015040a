import { type InfiniteData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { emptyInbox, getCaptured, listInbox } from '../../contract/inbox.ts';
import { type ApiError, call, keyOf, queryOf } from '../api.ts';
import type { ListPage, MailDetail } from './mail.ts';
import { withNewest } from './with-newest.ts';

const PAGE_SIZE = '50';
const LOOK_AGAIN_MS = 3000;
const FORGET_MAIL_MS = 60_000;
const PAGES = [...keyOf(listInbox), 'pages'] as const;
const NEWEST = [...keyOf(listInbox), 'newest'] as const;

/** The list as far as it is loaded. It looks for new mail every few seconds, not while the page is hidden. */
export function useInbox() {
  const list = useInfiniteQuery<ListPage, ApiError, InfiniteData<ListPage>, typeof PAGES, string | undefined>({
    queryKey: PAGES,
    queryFn: ({ pageParam, signal }) => loadPage(pageParam, signal),
    initialPageParam: undefined,
    getNextPageParam: ({ cursor }) => cursor,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const looking = useLookingForNewest({ isEnabled: list.data !== undefined });
  return {
    mails: list.data?.pages.flatMap(({ data }) => data) ?? [],
    total: list.data?.pages[0]?.total ?? 0,
    isLoading: list.isPending,
    error: list.data ? null : list.error,
    retry: () => void list.refetch(),
    /** Why what is shown may be old; a server out of reach is told elsewhere. */
    staleError: looking.error && looking.error.status !== 0 ? looking.error : null,
    hasMore: list.hasNextPage,
    isLoadingMore: list.isFetchingNextPage,
    moreError: list.data ? list.error : null,
    loadMore: () => void list.fetchNextPage(),
  };
}

function useLookingForNewest({ isEnabled }: { isEnabled: boolean }) {
  const client = useQueryClient();
  return useQuery<number, ApiError>({
    queryKey: NEWEST,
    queryFn: async ({ signal }) => {
      const newest = await loadPage(undefined, signal);
      client.setQueryData<InfiniteData<ListPage, string | undefined>>(PAGES, (known) => withNewest(known, newest));
      return newest.total;
    },
    enabled: isEnabled,
    refetchInterval: LOOK_AGAIN_MS,
    retry: false,
  });
}

const loadPage = (cursor: string | undefined, signal: AbortSignal): Promise<ListPage> =>
  call(listInbox, { query: { limit: PAGE_SIZE, ...(cursor ? { cursor } : {}) } }, { signal });

/** A captured mail never changes; a large one is not kept for long. */
export function useMail(id: string) {
  return useQuery<MailDetail, ApiError>({
    ...queryOf(getCaptured, { params: { id } }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: FORGET_MAIL_MS,
  });
}

export function useEmptyInbox({ onEmptied }: { onEmptied: () => void }) {
  const client = useQueryClient();
  return useMutation<unknown, ApiError>({
    mutationFn: () => call(emptyInbox, {}),
    onSuccess: async () => {
      onEmptied();
      client.removeQueries({ queryKey: keyOf(getCaptured) });
      await client.resetQueries({ queryKey: keyOf(listInbox) });
    },
  });
}
