import { emailTimeSeries } from '../../contract/analytics.ts';
import { Page } from '../shell/page.tsx';
import { Card } from '../ui/card.tsx';
import { Chart } from '../ui/chart.tsx';
import { ErrorNote } from '../ui/error-note.tsx';
import { number, percent } from '../ui/format.ts';
import { Select } from '../ui/select.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { useRead } from '../use-api.ts';
import { useUrl } from '../use-url.ts';
import { CampaignFigures } from './campaign-figures.tsx';
import { type Period, periodOf, RANGES } from './period.ts';
import { TopEvents } from './top-events.tsx';

/** How mail did over a period: by day, by campaign, and what people did. */
export function AnalyticsPage() {
  const { search, change } = useUrl();
  const period = periodOf(search.days);
  return (
    <Page
      title="Analytics"
      layout="page"
      actions={
        <Select
          size="sm"
          aria-label="Period"
          value={search.days ?? '30'}
          onChange={(days) => change({ days: days === '30' ? undefined : days })}
          options={RANGES}
        />
      }
    >
      <div className="flex flex-col gap-4">
        <Rates period={period} />
        <CampaignFigures period={period} />
        <TopEvents period={period} />
      </div>
    </Page>
  );
}

function Rates({ period }: { period: Period }) {
  const { data, error, refetch } = useRead(emailTimeSeries, { query: period }, { isKept: true });
  if (error && !data) {
    return (
      <ErrorNote
        title="No figures"
        message={error.message}
        requestId={error.requestId}
        onRetry={() => void refetch()}
      />
    );
  }
  if (!data) return <Skeleton className="h-96 w-full" />;
  const sum = (name: 'emails' | 'opens' | 'clicks' | 'bounces') => data.reduce((total, day) => total + day[name], 0);
  const emails = sum('emails');
  const rate = (name: 'opens' | 'clicks' | 'bounces') => (emails === 0 ? '–' : percent(sum(name) / emails));
  return (
    <Card
      title="Mail"
      note={`${number(emails)} sent · ${rate('opens')} opened · ${rate('clicks')} clicked · ${rate('bounces')} bounced`}
    >
      <Chart
        label="Emails, opens, clicks and bounces by day"
        kind="line"
        x="date"
        height={300}
        data={data.map(({ date, ...counts }) => ({ date, ...counts }))}
        series={[
          { key: 'emails', label: 'Emails', tone: 'ink' },
          { key: 'opens', label: 'Opens', tone: 'brass' },
          { key: 'clicks', label: 'Clicks', tone: 'good' },
          { key: 'bounces', label: 'Bounces', tone: 'danger' },
        ]}
      />
    </Card>
  );
}
