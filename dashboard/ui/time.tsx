import { exactTime, relativeTime } from './format.ts';
import { useNow } from './use-now.ts';

export function Time({ iso, className = '' }: { iso: string; className?: string }) {
  const now = useNow();
  return (
    <time dateTime={iso} title={exactTime(iso)} className={`whitespace-nowrap tabular-nums ${className}`}>
      {relativeTime(iso, now)}
    </time>
  );
}
