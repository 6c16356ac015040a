import {
  keepPreviousData,
  type QueryClient,
  type UseMutationResult,
  type UseQueryResult,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { Endpoint, EndpointInput } from '../contract/endpoint.ts';
import { type ApiError, call, keyOf, queryOf } from './api.ts';
import type { ListState } from './ui/table/list-state.ts';
import { toastError } from './ui/toast.tsx';

interface ReadOptions<Reply = unknown> {
  enabled?: boolean;
  /** Looks again by itself, not while the page is hidden. */
  everyMs?: number | false | ((known: Reply | undefined) => number | false);
  staleMs?: number;
  /** Shows the answer to the last question until the next is there. */
  isKept?: boolean;
  /** Shows this until the answer is there: a row of a list that one comes from. */
  known?: (() => Reply | undefined) | undefined;
}

/** One answer of the API: const contact = useRead(getContact, { params: { id } }). */
export function useRead<In extends EndpointInput, Out, Reply>(
  endpoint: Endpoint<In, Out, Reply>,
  input: In,
  { enabled = true, everyMs = false, staleMs = 0, isKept = false, known }: ReadOptions<Reply> = {},
): UseQueryResult<Reply, ApiError> {
  return useQuery<Reply, ApiError>({
    ...queryOf(endpoint, input),
    enabled,
    refetchInterval: typeof everyMs === 'function' ? ({ state }) => everyMs(state.data) : everyMs,
    staleTime: staleMs,
    ...(isKept ? { placeholderData: keepPreviousData } : {}),
    ...(known ? { placeholderData: known as () => never } : {}),
  });
}

interface Listed<Row> {
  data?: Row[];
  pages?: { data: Row[] }[];
}

/** A row of what this list has shown, so that its page need not begin empty. */
export function useListed<In extends EndpointInput, Out, Reply extends { data: { id: string }[] }>(
  list: Endpoint<In, Out, Reply>,
  id: string,
): () => Reply['data'][number] | undefined {
  const client = useQueryClient();
  return () =>
    client
      .getQueriesData<Listed<Reply['data'][number]>>({ queryKey: keyOf(list) })
      .flatMap(([, known]) => known?.pages?.flatMap(({ data }) => data) ?? known?.data ?? [])
      .find((row) => row.id === id);
}

interface CallOptions<In, Reply> {
  /** Whose answers are old once it is done. */
  invalidates?: readonly { method: string; path: string }[];
  onDone?: (reply: Reply, input: In) => void;
  /** False where the page shows the error itself. */
  isErrorTold?: boolean;
}

/** A change through the API: const remove = useCall(deleteContact, { invalidates: [listContacts] }); remove.mutate({ params: { id } }). */
export function useCall<In extends EndpointInput, Out, Reply>(
  endpoint: Endpoint<In, Out, Reply>,
  { invalidates = [], onDone, isErrorTold = true }: CallOptions<In, Reply> = {},
): UseMutationResult<Reply, ApiError, In> {
  const client = useQueryClient();
  return useMutation<Reply, ApiError, In>({
    mutationFn: (input) => call(endpoint, input),
    onSuccess: async (reply, input) => {
      const refreshed = invalidate(client, invalidates);
      onDone?.(reply, input);
      await refreshed;
    },
    onError: (error) => {
      if (isErrorTold) toastError(error);
    },
  });
}

/** Makes the answers of these endpoints old: what is on the page is asked again. */
export const invalidate = (
  client: QueryClient,
  endpoints: readonly { method: string; path: string }[],
): Promise<unknown> =>
  Promise.all(endpoints.map((endpoint) => client.invalidateQueries({ queryKey: keyOf(endpoint) })));

interface ListOptions {
  enabled?: boolean;
  everyMs?: number | false;
}

interface CursorReply {
  data: unknown[];
  cursor?: string | undefined;
  hasMore: boolean;
  /** A feed does not count. */
  total?: number;
}

interface CursorInput extends EndpointInput {
  query?: { cursor?: string | undefined } | undefined;
}

/** A list by cursor, for DataTable: const list = useCursorList(listContacts, { query: { search: q } }). */
export function useCursorList<In extends CursorInput, Out, Reply extends CursorReply>(
  endpoint: Endpoint<In, Out, Reply>,
  input: In,
  { enabled = true, everyMs = false }: ListOptions = {},
): ListState<Reply['data'][number]> {
  const list = useInfiniteQuery({
    queryKey: [...keyOf(endpoint), 'pages', input] as const,
    queryFn: ({ pageParam, signal }: { pageParam: string | undefined; signal: AbortSignal }) =>
      call(endpoint, { ...input, query: { ...input.query, ...(pageParam ? { cursor: pageParam } : {}) } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ cursor, hasMore }: Reply) => (hasMore ? cursor : undefined),
    placeholderData: keepPreviousData,
    enabled,
    // Whoever has gone further down reads: all that is loaded would be asked for again, page by page.
    refetchInterval: ({ state }: { state: { data?: { pages: unknown[] } | undefined } }) =>
      (state.data?.pages.length ?? 0) > 1 ? false : everyMs,
  });
  const error = list.error as ApiError | null;
  return {
    rows: list.data?.pages.flatMap(({ data }) => data) ?? [],
    total: list.data?.pages[0]?.total ?? 0,
    isLoading: list.isPending,
    isStale: list.isPlaceholderData,
    error: list.data ? null : error,
    retry: () => void list.refetch(),
    hasMore: list.hasNextPage,
    isLoadingMore: list.isFetchingNextPage,
    moreError: list.data ? error : null,
    loadMore: () => void list.fetchNextPage(),
  };
}

interface OffsetReply {
  data: unknown[];
  total: number;
  page: number;
  totalPages: number;
}

/** A list by page number, for DataTable and Pager: const list = useOffsetList(listCampaigns, { query: { page } }). */
export function useOffsetList<In extends EndpointInput, Out, Reply extends OffsetReply>(
  endpoint: Endpoint<In, Out, Reply>,
  input: In,
  options: ListOptions = {},
): ListState<Reply['data'][number]> & { page: number; totalPages: number } {
  const list = useRead(endpoint, input, { ...options, isKept: true });
  return {
    rows: list.data?.data ?? [],
    total: list.data?.total ?? 0,
    page: list.data?.page ?? 1,
    totalPages: list.data?.totalPages ?? 1,
    isLoading: list.isPending,
    isStale: list.isPlaceholderData,
    error: list.data ? null : list.error,
    retry: () => void list.refetch(),
  };
}
