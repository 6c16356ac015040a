import { FirstRunGuide } from '../guide/first-run-guide.tsx';
import { useFirstRun } from '../guide/use-first-run.ts';
import { Page } from '../shell/page.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { HealthCard } from './health-card.tsx';
import { MailChart } from './mail-chart.tsx';
import { RecentActivity } from './recent-activity.tsx';
import { Stats } from './stats.tsx';
import { useSeries } from './use-series.ts';

/** How the project is doing; on an empty one, how to begin. */
export function OverviewPage() {
  const run = useFirstRun();
  // Asked for together, not one after the other.
  useSeries();
  return (
    <Page title="Overview" note={run.isNew ? undefined : 'last 30 days'}>
      {run.isLoading && <Skeleton className="h-64 w-full" />}
      {!run.isLoading && run.isNew && <FirstRunGuide run={run} />}
      {!run.isLoading && !run.isNew && <Numbers />}
    </Page>
  );
}

const Numbers = () => (
  <div className="flex flex-col gap-4">
    <Stats />
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_380px]">
      <div className="flex min-w-0 flex-col gap-4">
        <MailChart />
        <HealthCard />
      </div>
      <RecentActivity />
    </div>
  </div>
);
