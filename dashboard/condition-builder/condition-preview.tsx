import { Link } from '@tanstack/react-router';
import type { Condition } from '../../contract/condition.ts';
import { previewSegment } from '../../contract/segments.ts';
import { Card } from '../ui/card.tsx';
import { counted } from '../ui/format.ts';
import { Skeleton } from '../ui/skeleton.tsx';
import { useDebounced } from '../ui/use-debounced.ts';
import { useRead } from '../use-api.ts';
import { isComplete } from './edit-condition.ts';

/** How many contacts a condition describes right now, and ten of them. */
export function ConditionPreview({ condition }: { condition: Condition | undefined }) {
  const settled = useDebounced(JSON.stringify(condition ?? null));
  const asked = JSON.parse(settled) as Condition | null;
  const isAskable = isComplete(asked ?? undefined);
  const { data, error, isFetching } = useRead(
    previewSegment,
    { body: { condition: asked } },
    { enabled: isAskable, isKept: true },
  );
  return (
    <Card title="Matches now" isFlush>
      <div className="p-4" aria-live="polite">
        {!isAskable && <p className="text-sm text-ink-soft">Finish the condition to see whom it describes.</p>}
        {isAskable && error && <p className="text-sm text-danger [overflow-wrap:anywhere]">{error.message}</p>}
        {isAskable && !error && !data && <Skeleton className="h-7 w-32" />}
        {isAskable && !error && data && (
          <p className={`text-title font-semibold tabular-nums ${isFetching ? 'opacity-60' : ''}`}>
            {counted(data.count, 'contact')}
          </p>
        )}
      </div>
      {isAskable && !error && data && data.sample.length > 0 && (
        <ul aria-label="Examples" className="border-t border-line py-2 text-sm">
          {data.sample.map(({ id, email }) => (
            <li key={id}>
              <Link
                from="/p/$projectId"
                to="/p/$projectId/contacts/$id"
                params={{ id }}
                className="block truncate px-4 py-1 text-ink-soft hover:bg-hover hover:text-ink"
              >
                {email}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
