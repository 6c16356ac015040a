import { ChevronLeft, ChevronRight } from 'lucide-react';
import { IconButton } from './button.tsx';
import { number } from './format.ts';

interface PagerProps {
  page: number;
  totalPages: number;
  total: number;
  onPage: (page: number) => void;
}

/** For lists by page number. */
export function Pager({ page, totalPages, total, onPage }: PagerProps) {
  // One page: the page's head says how many there are.
  if (totalPages <= 1) return null;
  return (
    <nav aria-label="Pages" className="flex items-center justify-end gap-1 text-sm text-ink-soft tabular-nums">
      <span className="mr-2">
        Page {number(page)} of {number(totalPages)} · {number(total)} in all
      </span>
      <IconButton label="Previous page" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        <ChevronLeft className="size-4" aria-hidden="true" />
      </IconButton>
      <IconButton label="Next page" disabled={page >= totalPages} onClick={() => onPage(page + 1)}>
        <ChevronRight className="size-4" aria-hidden="true" />
      </IconButton>
    </nav>
  );
}
