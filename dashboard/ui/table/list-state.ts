/** What a list knows about itself; useCursorList and useOffsetList of api.ts make it. */
export interface ListState<Row> {
  rows: readonly Row[];
  /** All there are, loaded or not. */
  total: number;
  isLoading: boolean;
  /** Nothing could be loaded at all. */
  error: { message: string; requestId?: string | undefined } | null;
  retry: () => void;
  hasMore?: boolean;
  isLoadingMore?: boolean;
  moreError?: { message: string } | null;
  loadMore?: () => void;
  /** Rows of an earlier question, shown until the answer is there. */
  isStale?: boolean;
}

/** A list that is known in full, for the same table. */
export const fullList = <Row>(
  rows: readonly Row[] | undefined,
  { error = null, retry = () => {} }: Partial<Pick<ListState<Row>, 'error' | 'retry'>> = {},
): ListState<Row> => ({
  rows: rows ?? [],
  total: rows?.length ?? 0,
  isLoading: rows === undefined && error === null,
  error,
  retry,
});
