import { listActivity } from '../../contract/activity.ts';
import { ActivityRow } from '../activity/activity-row.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { ErrorNote } from '../ui/error-note.tsx';
import { Select } from '../ui/select.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { useCursorList } from '../use-api.ts';
import { useUrl } from '../use-url.ts';

const KINDS = [
  { value: '', label: 'Everything' },
  { value: 'events', label: 'Events' },
  { value: 'emails', label: 'Emails' },
  { value: 'workflows', label: 'Workflows' },
];

const TYPES: Record<string, string> = {
  events: 'event.triggered,contact.subscribed,contact.unsubscribed',
  emails:
    'email.sent,email.delivered,email.received,email.opened,email.clicked,email.bounced,email.complaint,email.suppressed',
  workflows: 'workflow.started,workflow.completed,workflow.step',
};

/** Every contact's page asks from the beginning: somebody may have been quiet for a year. */
const BEGINNING = '2000-01-01T00:00:00.000Z';
const AGAIN_MS = 10_000;

/** Events, emails and workflow steps of one contact, newest first. */
export function ContactTimeline({ contactId }: { contactId: string }) {
  const { search, change } = useUrl();
  const list = useCursorList(
    listActivity,
    { query: { contactId, types: TYPES[search.kind ?? ''], startDate: BEGINNING, limit: '50' } },
    { everyMs: AGAIN_MS },
  );
  return (
    <Card
      title="Timeline"
      isFlush
      actions={
        <Select
          size="sm"
          aria-label="Kind"
          value={search.kind ?? ''}
          onChange={(kind) => change({ kind })}
          options={KINDS}
        />
      }
    >
      {list.isLoading && <Skeleton className="m-4 h-80" />}
      {list.error && list.rows.length === 0 && (
        <ErrorNote
          title="The timeline cannot be shown"
          message={list.error.message}
          requestId={list.error.requestId}
          onRetry={list.retry}
        />
      )}
      {!list.isLoading && !list.error && list.rows.length === 0 && (
        <p className="p-4 text-sm text-ink-soft">Nothing yet.</p>
      )}
      <ul>
        {list.rows.map((activity) => (
          <ActivityRow key={activity.id} activity={activity} hidesContact />
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
