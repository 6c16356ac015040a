import { ArrowDown, ArrowUp } from 'lucide-react';
import { Checkbox } from '../checkbox.tsx';
import { alignClass, type Column, hiddenClass, type Sorting } from './columns.ts';

interface TableHeadProps<Row> {
  columns: readonly Column<Row>[];
  sorting?: Sorting | undefined;
  picking?: { state: boolean | 'some'; onChange: (isAll: boolean) => void } | undefined;
}

export function TableHead<Row>({ columns, sorting, picking }: TableHeadProps<Row>) {
  return (
    <thead>
      <tr className="h-9">
        {picking && (
          <th scope="col" className={`${CELL} w-10 pl-4`}>
            <Checkbox
              label="Select all loaded rows"
              isLabelHidden
              isChecked={picking.state}
              onChange={picking.onChange}
            />
          </th>
        )}
        {columns.map((column, i) => (
          <th
            key={column.id}
            scope="col"
            className={`${CELL} px-3 first:pl-4 last:pr-4 ${column.width ?? ''} ${i === 0 && column.width?.endsWith('%]') ? FIRST : ''} ${alignClass(column)} ${hiddenClass(column)}`}
            {...sortState(column, sorting)}
          >
            <Heading column={column} sorting={sorting} />
          </th>
        ))}
      </tr>
    </thead>
  );
}

// Where other columns are left out, a share of the table is too little for the first one: it takes their room.
const FIRST = 'max-md:w-auto!';

// A border of the cell would scroll away under a sticky head.
const CELL =
  'sticky top-0 z-2 bg-paper text-xs font-medium whitespace-nowrap text-ink-faint shadow-[inset_0_-1px_0_var(--line)]';

const isSorted = <Row,>(column: Column<Row>, sorting: Sorting | undefined): sorting is Sorting =>
  sorting !== undefined && column.sortBy === sorting.by;

const sortState = <Row,>(column: Column<Row>, sorting: Sorting | undefined) =>
  isSorted(column, sorting)
    ? { 'aria-sort': sorting.dir === 'asc' ? ('ascending' as const) : ('descending' as const) }
    : {};

function Heading<Row>({ column, sorting }: { column: Column<Row>; sorting: Sorting | undefined }) {
  const { header, sortBy, isHeaderHidden } = column;
  if (isHeaderHidden) return <span className="sr-only">{header}</span>;
  if (!sortBy || !sorting) return header;
  const isCurrent = isSorted(column, sorting);
  const Icon = sorting.dir === 'asc' ? ArrowUp : ArrowDown;
  const next = isCurrent && sorting.dir === 'desc' ? 'asc' : 'desc';
  // The arrow stands on the side where the column has room, so that head and cells end at the same line.
  return (
    <button
      type="button"
      onClick={() => sorting.onSort(sortBy, next)}
      className={`group/sort inline-flex items-center gap-1 rounded-sm hover:text-ink ${column.align === 'right' ? 'flex-row-reverse' : ''}`}
    >
      {header}
      <Icon
        className={`size-3 ${isCurrent ? '' : 'opacity-0 group-hover/sort:opacity-50 group-focus-visible/sort:opacity-50'}`}
        aria-hidden="true"
      />
    </button>
  );
}
