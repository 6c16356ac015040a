import type { LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';

export interface Column<Row> {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** Tailwind width of the column, such as w-[140px]; columns without share the rest. */
  width?: string;
  align?: 'right';
  /** Left out where there is little room. */
  hideBelow?: 'sm' | 'md' | 'lg';
  /** The name to sort by; makes the header a button. */
  sortBy?: string;
  /** For icons and menus: the header is read out only. */
  isHeaderHidden?: boolean;
  /** The cell holds buttons or links of its own. */
  isInteractive?: boolean;
}

export interface Sorting {
  by: string;
  dir: 'asc' | 'desc';
  onSort: (by: string, dir: 'asc' | 'desc') => void;
}

export type RowLink = Pick<LinkProps, 'to' | 'params' | 'search' | 'from'>;

const HIDE = { sm: 'max-sm:hidden', md: 'max-md:hidden', lg: 'max-lg:hidden' };

export const hiddenClass = <Row>({ hideBelow }: Column<Row>): string => (hideBelow ? HIDE[hideBelow] : '');

export const alignClass = <Row>({ align }: Column<Row>): string =>
  align === 'right' ? 'text-right tabular-nums' : 'text-left';
