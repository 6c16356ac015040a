import { Link } from '@tanstack/react-router';
import { memo, type ReactNode } from 'react';
import { Checkbox } from '../checkbox.tsx';
import { alignClass, type Column, hiddenClass, type RowLink } from './columns.ts';

interface TableRowProps<Row> {
  row: Row;
  index: number;
  columns: readonly Column<Row>[];
  link: RowLink | undefined;
  onOpen: (() => void) | undefined;
  picking: { isPicked: boolean; name: string; onToggle: () => void } | undefined;
  isCurrent: boolean;
}

// The row itself cannot have a border: its cells are drawn apart, so that the head can be sticky.
const LINE = 'border-b border-line group-last/row:border-b-0';

/** The first cell holds the link, which covers the whole row: ⌘-click and the middle button work as on any link. */
function Row<T>({ row, index, columns, link, onOpen, picking, isCurrent }: TableRowProps<T>) {
  const isOpenable = link !== undefined || onOpen !== undefined;
  return (
    <tr
      className={`group/row relative h-10 ${isOpenable ? 'hover:bg-hover' : ''} ${isCurrent || picking?.isPicked ? 'bg-brass-soft' : ''}`}
    >
      {picking && (
        <td className={`relative z-1 w-10 pl-4 ${LINE}`}>
          <Checkbox
            label={`Select ${picking.name}`}
            isLabelHidden
            isChecked={picking.isPicked}
            onChange={picking.onToggle}
          />
        </td>
      )}
      {columns.map((column, i) => (
        <td
          key={column.id}
          className={`max-w-0 px-3 first:pl-4 last:pr-4 ${LINE} ${alignClass(column)} ${hiddenClass(column)} ${column.isInteractive ? 'relative z-1' : 'truncate'}`}
        >
          {i === 0 ? (
            <Opener index={index} link={link} onOpen={onOpen}>
              {column.cell(row)}
            </Opener>
          ) : (
            column.cell(row)
          )}
        </td>
      ))}
    </tr>
  );
}

export const TableRow = memo(Row) as typeof Row;

const COVER =
  "after:absolute after:inset-0 after:content-[''] focus-visible:outline-none focus-visible:after:outline-2 " +
  'focus-visible:after:-outline-offset-2 focus-visible:after:outline-brass';

function Opener({
  index,
  link,
  onOpen,
  children,
}: {
  index: number;
  link: RowLink | undefined;
  onOpen: (() => void) | undefined;
  children: ReactNode;
}) {
  if (link) {
    return (
      <Link {...link} data-row={index} className={`block truncate ${COVER}`}>
        {children}
      </Link>
    );
  }
  if (!onOpen) return children;
  return (
    <button type="button" data-row={index} onClick={onOpen} className={`block max-w-full truncate text-left ${COVER}`}>
      {children}
    </button>
  );
}
