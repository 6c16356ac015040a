import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useRef } from 'react';
import { Button } from '../button.tsx';
import { ErrorNote } from '../error-note.tsx';
import { counted, number } from '../format.ts';
import type { Column, RowLink, Sorting } from './columns.ts';
import type { ListState } from './list-state.ts';
import { TableHead } from './table-head.tsx';
import { TableRow } from './table-row.tsx';
import { TableSkeleton } from './table-skeleton.tsx';
import { useRowKeys } from './use-row-keys.ts';
import type { Selection } from './use-selection.ts';

interface DataTableProps<Row> {
  /** What is listed, for those who hear the page: "Contacts". */
  label: string;
  columns: readonly Column<Row>[];
  list: ListState<Row>;
  rowKey: (row: Row) => string;
  /** Where a row leads; or onOpen for what opens on the same page. */
  rowLink?: (row: Row) => RowLink;
  onOpen?: (row: Row) => void;
  /** The row that is open beside the table. */
  currentKey?: string | undefined;
  /** Ticking of rows, with what can be done to the ticked ones. */
  selection?: Selection;
  rowName?: (row: Row) => string;
  bulkActions?: (ids: string[]) => ReactNode;
  sorting?: Sorting;
  /** An EmptyState. */
  empty: ReactNode;
  className?: string;
}

const ROW_HEIGHT = 40;
const LONG = 100;

/** A list as a table: loading, empty, failed and full; keyboard, ticking, and more on demand without losing one's place. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { list, empty, columns, selection, className = '' } = props;
  if (list.error && list.rows.length === 0) {
    return (
      <ErrorNote
        title="The list cannot be shown"
        message={list.error.message}
        requestId={list.error.requestId}
        onRetry={list.retry}
      />
    );
  }
  if (list.isLoading)
    return <TableSkeleton columns={columns} hasBoxes={selection !== undefined} className={className} />;
  if (list.rows.length === 0) return empty;
  return <FullTable {...props} />;
}

function FullTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, list, rowKey, rowLink, onOpen, currentKey, selection, sorting, className = '' } = props;
  const { rowName = rowKey, bulkActions } = props;
  const { rows } = list;
  const box = useRef<HTMLDivElement>(null);
  const { window, scrollTo } = useRowWindow(box, rows.length);
  const keys = () => rows.map(rowKey);
  useRowKeys({
    box,
    count: rows.length,
    scrollTo,
    onPick: selection && ((index) => selection.toggle(rowKey(rows[index] as Row))),
    onLeave: selection?.clear,
  });
  const picked = selection?.ids.size ?? 0;
  return (
    <div className={`relative flex min-h-0 flex-col overflow-hidden ${className}`}>
      <div
        ref={box}
        className={`min-h-0 flex-1 overflow-auto transition-opacity duration-100 ${list.isStale ? 'opacity-60' : ''}`}
      >
        <table aria-label={label} className="w-full table-fixed border-separate border-spacing-0 text-sm">
          <TableHead
            columns={columns}
            sorting={sorting}
            picking={
              selection && {
                state: picked === 0 ? false : picked >= rows.length ? true : 'some',
                onChange: (isAll) => (isAll ? selection.set(keys()) : selection.clear()),
              }
            }
          />
          <tbody>
            <Gap height={window.before} />
            {rows.slice(window.from, window.to).map((row, i) => {
              const key = rowKey(row);
              return (
                <TableRow
                  key={key}
                  row={row}
                  index={window.from + i}
                  columns={columns}
                  link={rowLink?.(row)}
                  onOpen={onOpen && (() => onOpen(row))}
                  isCurrent={key === currentKey}
                  picking={
                    selection && {
                      isPicked: selection.ids.has(key),
                      name: rowName(row),
                      onToggle: () => selection.toggle(key),
                    }
                  }
                />
              );
            })}
            <Gap height={window.after} />
          </tbody>
        </table>
        <ListEnd list={list} />
      </div>
      {selection && picked > 0 && bulkActions && (
        <BulkBar count={picked} onClear={selection.clear}>
          {bulkActions([...selection.ids])}
        </BulkBar>
      )}
    </div>
  );
}

const Gap = ({ height }: { height: number }) =>
  height > 0 ? (
    <tr>
      <td style={{ height, padding: 0 }} />
    </tr>
  ) : null;

/** The rows to draw: all of them while they are few, otherwise those in view. */
function useRowWindow(box: React.RefObject<HTMLDivElement | null>, count: number) {
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 20,
    // It takes over once the list has grown long: where the person is by then.
    initialOffset: () => box.current?.scrollTop ?? 0,
    enabled: count > LONG,
  });
  const scrollTo = (index: number) => {
    if (count > LONG) virtual.scrollToIndex(index);
    else box.current?.querySelector(`[data-row="${index}"]`)?.scrollIntoView({ block: 'nearest' });
  };
  const items = virtual.getVirtualItems();
  const [first, last] = [items[0], items.at(-1)];
  if (count <= LONG || !first || !last) {
    const to = Math.min(count, LONG);
    return { window: { from: 0, to, before: 0, after: (count - to) * ROW_HEIGHT }, scrollTo };
  }
  const after = virtual.getTotalSize() - last.end;
  return { window: { from: first.index, to: last.index + 1, before: first.start, after }, scrollTo };
}

function ListEnd<Row>({ list }: { list: ListState<Row> }) {
  const left = list.total - list.rows.length;
  if (!list.hasMore && !list.moreError) return null;
  return (
    <div className="flex flex-col items-center gap-2 border-t border-line p-4 text-xs text-ink-faint">
      {list.moreError && <p className="text-danger">{list.moreError.message}</p>}
      {list.hasMore && (
        <Button onClick={list.loadMore} disabled={list.isLoadingMore}>
          {list.isLoadingMore ? 'Loading…' : left > 0 ? `Load more (${number(left)} left)` : 'Load more'}
        </Button>
      )}
    </div>
  );
}

function BulkBar({ count, onClear, children }: { count: number; onClear: () => void; children: ReactNode }) {
  return (
    <section
      aria-label="Selected rows"
      className="absolute bottom-4 left-1/2 z-3 flex max-w-[calc(100%-16px)] -translate-x-1/2 animate-rise items-center gap-2 overflow-x-auto rounded-md max-sm:w-max max-sm:flex-wrap max-sm:gap-1 border border-line bg-raised py-2 pr-2 pl-4 shadow-overlay"
    >
      <span className="text-sm whitespace-nowrap tabular-nums">{counted(count, 'row')} selected</span>
      {children}
      <Button look="quiet" onClick={onClear}>
        Clear
      </Button>
    </section>
  );
}
