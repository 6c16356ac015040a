import { listActivity } from '../../contract/activity.ts';
import { ActivityRow } from '../activity/activity-row.tsx';
import { LinkButton } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { useRead } from '../use-api.ts';

const AGAIN_MS = 5000;

export function RecentActivity() {
  const { data, error } = useRead(listActivity, { query: { limit: '9' } }, { everyMs: AGAIN_MS });
  return (
    <Card
      title="Recent activity"
      isFlush
      actions={
        <LinkButton look="quiet" from="/p/$projectId" to="/p/$projectId/activity">
          All
        </LinkButton>
      }
    >
      {!data && !error && <Skeleton className="m-4 h-80" />}
      {error && !data && <p className="p-4 text-sm text-danger">{error.message}</p>}
      {data?.data.length === 0 && <p className="p-4 text-sm text-ink-soft">Nothing in the last 30 days.</p>}
      <ul>
        {data?.data.map((activity) => (
          <ActivityRow key={activity.id} activity={activity} />
        ))}
      </ul>
    </Card>
  );
}
