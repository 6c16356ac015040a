import { countEventsByName } from '../events/event-day-counts.ts';
import { isReservedEvent } from '../events/reserved-names.ts';
import type { Ctx } from '../platform/context.ts';
import { type AskedPeriod, readPeriod } from '../platform/period.ts';

/** Names that were tracked; what the service itself records is not among them. */
export async function topEvents(ctx: Ctx, { limit, ...asked }: AskedPeriod & { limit: number }) {
  const { start, end } = readPeriod(ctx.clock.now(), asked);
  const length = Math.max(0, end.getTime() - start.getTime());
  const before = { start: new Date(start.getTime() - length), end: start };
  const [now, then] = await Promise.all([countEventsByName(ctx, { start, end }), countEventsByName(ctx, before)]);
  const previous = new Map(then.map(({ name, count }) => [name, count]));
  return now
    .filter(({ name }) => !isReservedEvent(name))
    .slice(0, limit)
    .map(({ name, count }) => ({ name, count, trend: trendOf(count, previous.get(name) ?? 0) }));
}

const trendOf = (count: number, before: number): number =>
  before === 0 ? 100 : Math.round(((count - before) / before) * 100);
