import { Card } from '../ui/card.tsx';
import { Chart } from '../ui/chart.tsx';
import { ErrorNote } from '../ui/error-note.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { useSeries } from './use-series.ts';

const SERIES = [
  { key: 'clicks', label: 'Clicked', tone: 'ink' },
  { key: 'opens', label: 'Opened', tone: 'brass' },
  { key: 'unread', label: 'Not opened', tone: 'faint' },
  { key: 'bounces', label: 'Bounced', tone: 'danger' },
] as const;

const HEIGHT = 260;

/** Each day's mail, by what became of it. */
export function MailChart() {
  const { data, error, refetch } = useSeries();
  return (
    <Card title="Mail by day">
      {error && !data && (
        <ErrorNote
          title="No figures"
          message={error.message}
          requestId={error.requestId}
          onRetry={() => void refetch()}
        />
      )}
      {!data && !error && <Skeleton className="h-[260px] w-full" />}
      {data && (
        <Chart
          label="Mail of the last 30 days, by what became of it"
          kind="bars"
          isStacked
          height={HEIGHT}
          x="date"
          series={SERIES}
          data={data.map(({ date, emails, opens, clicks, bounces }) => ({
            date,
            clicks,
            // Stacked: each mail stands in one colour only.
            opens: Math.max(opens - clicks, 0),
            unread: Math.max(emails - Math.max(opens, clicks) - bounces, 0),
            bounces,
          }))}
        />
      )}
    </Card>
  );
}
