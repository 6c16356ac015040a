import { number, percent } from '../ui/format.ts';
import { StatCard } from '../ui/stat-card.tsx';
import { useSeries } from './use-series.ts';

/** Sent, delivered, open rate, bounce rate: each with its line, each leading to the list behind it. */
export function Stats() {
  const { data } = useSeries();
  const days = data ?? [];
  const sum = (name: 'emails' | 'delivered' | 'opens' | 'bounces') => days.reduce((total, day) => total + day[name], 0);
  const [emails, delivered, opens, bounces] = [sum('emails'), sum('delivered'), sum('opens'), sum('bounces')];
  const shown = (text: string) => (data ? text : undefined);
  const rate = (part: number) => (emails === 0 ? '–' : percent(part / emails));
  return (
    <div className="grid grid-cols-2 gap-4 lg:grid-cols-4">
      <StatCard
        from="/p/$projectId"
        to="/p/$projectId/emails"
        label="Emails"
        value={shown(number(emails))}
        series={days.map((day) => day.emails)}
      />
      <StatCard
        from="/p/$projectId"
        to="/p/$projectId/emails"
        search={{ status: 'DELIVERED' }}
        label="Delivered"
        value={shown(number(delivered))}
        series={days.map((day) => day.delivered)}
      />
      <StatCard
        from="/p/$projectId"
        to="/p/$projectId/activity"
        search={{ types: 'email.opened' }}
        label="Open rate"
        value={shown(rate(opens))}
        note={data ? `${number(opens)} opened` : undefined}
        series={days.map((day) => day.opens)}
      />
      <StatCard
        from="/p/$projectId"
        to="/p/$projectId/emails"
        search={{ status: 'BOUNCED' }}
        label="Bounce rate"
        value={shown(rate(bounces))}
        note={data ? `${number(bounces)} bounced` : undefined}
        series={days.map((day) => day.bounces)}
      />
    </div>
  );
}
