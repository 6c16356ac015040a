import { Skeleton } from '../ui/skeleton.tsx';

const ROWS = ['w-32', 'w-40', 'w-28', 'w-36', 'w-44', 'w-32', 'w-40', 'w-28'];

export function ListSkeleton() {
  return (
    <div role="status" aria-label="Loading mails">
      {ROWS.map((width, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all the same and never move
        <div key={i} className="flex h-[61px] flex-col justify-center gap-2 border-b border-line px-4">
          <Skeleton className={`h-3 ${width}`} />
          <Skeleton className="h-3 w-4/5" />
        </div>
      ))}
    </div>
  );
}
