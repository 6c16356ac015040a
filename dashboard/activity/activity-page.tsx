import { Radio } from 'lucide-react';
import { ACTIVITY_TYPES, listActivity, upcomingActivity } from '../../contract/activity.ts';
import { Page } from '../shell/page.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorNote } from '../ui/error-note.tsx';
import { Filter, FilterBar } from '../ui/filter-bar.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { useCursorList, useRead } from '../use-api.ts';
import { useUrl } from '../use-url.ts';
import { ActivityRow } from './activity-row.tsx';
import { descriptionOf } from './describe-activity.ts';
import { UpcomingRow } from './upcoming-row.tsx';

const AGAIN_MS = 5000;
const DAYS_AHEAD = 90;
const TYPES = ACTIVITY_TYPES.filter((type) => !type.endsWith('scheduled')).map((type) => ({
  value: type,
  label: descriptionOf(type).verb,
}));

/** What happens in the project, as it happens. */
export function ActivityPage() {
  const { search, change } = useUrl();
  const { types, contactId } = search;
  const isFiltered = Boolean(types || contactId);
  return (
    <Page title="Activity" note="live" layout="page">
      <div className="flex flex-col gap-4">
        <FilterBar onClear={isFiltered ? () => change({ types: undefined, contactId: undefined }) : undefined}>
          <Filter
            label="Type"
            any="Everything"
            value={types}
            onChange={(value) => change({ types: value })}
            options={TYPES}
          />
          {contactId && <span className="text-sm text-ink-soft">of one contact</span>}
        </FilterBar>
        <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_340px]">
          <Feed types={types} contactId={contactId} isFiltered={isFiltered} />
          <Upcoming />
        </div>
      </div>
    </Page>
  );
}

interface FeedProps {
  types: string | undefined;
  contactId: string | undefined;
  isFiltered: boolean;
}

function Feed({ types, contactId, isFiltered }: FeedProps) {
  const list = useCursorList(listActivity, { query: { types, contactId, limit: '50' } }, { everyMs: AGAIN_MS });
  if (list.isLoading) return <Skeleton className="h-96 w-full" />;
  if (list.error && list.rows.length === 0) {
    return (
      <ErrorNote
        title="The feed cannot be shown"
        message={list.error.message}
        requestId={list.error.requestId}
        onRetry={list.retry}
      />
    );
  }
  if (list.rows.length === 0) {
    return (
      <EmptyState
        icon={<Radio aria-hidden="true" />}
        title={isFiltered ? 'Nothing of that kind' : 'Nothing happened yet'}
      >
        Mail that is sent, opened and clicked, events you track and workflows that run show up here within seconds.
      </EmptyState>
    );
  }
  return (
    <Card title="What happened" isFlush>
      <ul aria-live="off">
        {list.rows.map((activity) => (
          <ActivityRow key={activity.id} activity={activity} />
        ))}
      </ul>
      {list.hasMore && (
        <div className="flex justify-center border-t border-line p-3">
          <Button onClick={list.loadMore} disabled={list.isLoadingMore}>
            {list.isLoadingMore ? 'Loading…' : 'Load more'}
          </Button>
        </div>
      )}
    </Card>
  );
}

function Upcoming() {
  const { data } = useRead(
    upcomingActivity,
    { query: { limit: '20', daysAhead: String(DAYS_AHEAD) } },
    { everyMs: AGAIN_MS * 6 },
  );
  return (
    <Card title="Coming up" isFlush>
      {!data && <Skeleton className="m-4 h-24" />}
      {data?.activities.length === 0 && (
        <p className="p-4 text-sm text-ink-soft">
          In the next {DAYS_AHEAD} days no campaign is scheduled, and no workflow is about to send.
        </p>
      )}
      <ul>
        {data?.activities.map((activity) => (
          <UpcomingRow key={activity.id} activity={activity} />
        ))}
      </ul>
    </Card>
  );
}
