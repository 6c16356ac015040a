import { Skeleton } from '../skeleton.tsx';
import { type Column, hiddenClass } from './columns.ts';
import { TableHead } from './table-head.tsx';

const ROWS = [60, 40, 75, 50, 65, 45, 70, 55, 60, 40];

/** The table that is about to come, in grey. */
export function TableSkeleton<Row>({
  columns,
  hasBoxes,
  className = '',
}: {
  columns: readonly Column<Row>[];
  hasBoxes: boolean;
  className?: string;
}) {
  return (
    <div role="status" aria-label="Loading" className={`min-h-0 overflow-hidden ${className}`}>
      <table aria-hidden="true" className="w-full table-fixed border-separate border-spacing-0 text-sm">
        <TableHead columns={hasBoxes ? [BOXES, ...columns] : columns} />
        <tbody>
          {ROWS.map((share, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all the same and never move
            <tr key={i} className="h-10">
              {hasBoxes && <td className="w-10" />}
              {columns.map((column, j) => (
                <td key={column.id} className={`px-3 first:pl-4 ${hiddenClass(column)}`}>
                  <span className="block" style={{ width: j === 0 ? `${share}%` : '60%' }}>
                    <Skeleton className="h-3 w-full" />
                  </span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const BOXES = { id: 'boxes', header: 'Selection', width: 'w-10', isHeaderHidden: true, cell: () => null };
