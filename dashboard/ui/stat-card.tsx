import { createLink } from '@tanstack/react-router';
import type { ComponentProps, ReactNode } from 'react';
import { Skeleton } from './skeleton.tsx';
import { Sparkline } from './sparkline.tsx';

interface StatCardProps extends ComponentProps<'a'> {
  label: string;
  /** Undefined while it loads. */
  value: string | undefined;
  /** Small, beside the value: a change, a share. */
  note?: ReactNode;
  series?: readonly number[];
  /** Has no line, and leaves no room for one. */
  isPlain?: boolean;
}

/** A number that summarises, with its line; it links to the list behind it. */
export const StatCard = createLink(StatAnchor);

function StatAnchor({ label, value, note, series, isPlain = false, className = '', ...rest }: StatCardProps) {
  return (
    <a
      {...rest}
      className={`flex min-w-0 flex-col gap-1 rounded-md border border-line bg-paper p-4 transition-colors duration-100 hover:bg-hover ${className}`}
    >
      <span className="text-sm text-ink-soft">{label}</span>
      <span className="flex h-7 items-baseline gap-2">
        {value === undefined ? (
          <Skeleton className="h-6 w-20 self-center" />
        ) : (
          <span className="text-title font-semibold whitespace-nowrap tabular-nums">{value}</span>
        )}
        {note && <span className="truncate text-xs text-ink-faint">{note}</span>}
      </span>
      {!isPlain && <span className="mt-1 block h-7">{series && <Sparkline values={series} />}</span>}
    </a>
  );
}
