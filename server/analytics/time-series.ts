import { countEmailsByDay } from '../delivery/email-day-counts.ts';
import { days } from '../platform/clock.ts';
import type { Ctx } from '../platform/context.ts';
import { type AskedPeriod, dayOf, midnightBefore, midnightFrom, type Period, readPeriod } from '../platform/period.ts';

const MOST_DAYS = 90;

/** One row for every day of the period, also for those on which nothing happened. */
export async function emailTimeSeries(ctx: Ctx, asked: AskedPeriod) {
  const now = ctx.clock.now();
  const period = readPeriod(now, asked);
  const oldest = midnightBefore(now).getTime() - days(MOST_DAYS - 1);
  const first = Math.max(firstDay(period).getTime(), oldest);
  const midnights = Array.from(
    { length: Math.max(0, Math.ceil((period.end.getTime() - first) / days(1))) },
    (_, n) => new Date(first + n * days(1)),
  );
  const [from, last] = [midnights[0], midnights.at(-1)];
  if (!from || !last || period.start >= period.end) return [];
  const counted = await countEmailsByDay(ctx, {
    from: dayOf(from),
    before: dayOf(new Date(last.getTime() + days(1))),
  });
  const byDay = new Map(counted.map((each) => [each.day, each]));
  return midnights.map((midnight) => {
    const { emails = 0, opened = 0, clicked = 0, bounced = 0, delivered = 0 } = byDay.get(dayOf(midnight)) ?? {};
    return { date: midnight.toISOString(), emails, opens: opened, clicks: clicked, bounces: bounced, delivered };
  });
}

/** "The last 30 days" are 30 rows, also when they begin at this time of day: the day that they begin in has its end only. */
const firstDay = ({ start, end }: Period): Date =>
  end.getTime() - start.getTime() < days(1) ? midnightBefore(start) : midnightFrom(start);
