import { days } from './clock.ts';
import { badRequest } from './errors.ts';

/** From `start` to just before `end`. */
export interface Period {
  start: Date;
  end: Date;
}

export interface AskedPeriod {
  startDate?: string | undefined;
  endDate?: string | undefined;
}

// The years that both JavaScript and Postgres can tell.
const EARLIEST = Date.parse('0001-01-01T00:00:00Z');
const LATEST = Date.parse('9999-12-30T00:00:00Z');
const DATE_ALONE = /^\d{4}-\d{2}-\d{2}$/;

/**
 * What a request means by its dates, both ends included. Without them: as many days as `span` says, today included.
 * What ends now or later ends with today: nothing is younger, and whole days can be read from counters.
 */
export function readPeriod(now: Date, { startDate, endDate }: AskedPeriod, { span = 30 } = {}): Period {
  const tomorrow = midnightAfter(now);
  const end = endDate === undefined ? tomorrow : endOf(endDate);
  const start = startDate === undefined ? undefined : readDate('startDate', startDate);
  const last = end < now ? end : tomorrow;
  return { start: start ?? new Date(midnightAfter(new Date(last.getTime() - 1)).getTime() - days(span)), end: last };
}

/** The same, open where nothing is asked. */
export function readOpenPeriod(now: Date, { startDate, endDate }: AskedPeriod): Partial<Period> {
  const end = endDate === undefined ? undefined : endOf(endDate);
  return {
    ...(startDate === undefined ? {} : { start: readDate('startDate', startDate) }),
    ...(end && end < now ? { end } : {}),
  };
}

function readDate(field: string, text: string): Date {
  const ms = Date.parse(text);
  if (!(ms >= EARLIEST && ms <= LATEST)) throw badRequest(`${field} is not a date`);
  return new Date(ms);
}

function endOf(text: string): Date {
  const last = readDate('endDate', text);
  return DATE_ALONE.test(text) ? midnightAfter(last) : new Date(last.getTime() + 1);
}

export const midnightBefore = (at: Date): Date => new Date(Math.floor(at.getTime() / days(1)) * days(1));
const midnightAfter = (at: Date): Date => new Date(midnightBefore(at).getTime() + days(1));

/** YYYY-MM-DD in UTC; what is before all years is the first of them. */
export const dayOf = (at: Date): string => new Date(Math.max(at.getTime(), EARLIEST)).toISOString().slice(0, 10);

export interface SplitPeriod {
  /** Whole days, from the first to just before the second; either may be open. */
  whole: { from: string | undefined; before: string | undefined } | undefined;
  /** What is left at the ends: parts of days. */
  edges: Period[];
}

/** Whole days are read from counters; only what is left at the ends has to be counted. */
export function splitIntoDays({ start, end }: Partial<Period>): SplitPeriod {
  const first = start && midnightFrom(start);
  const last = end && midnightBefore(end);
  if (start && end && first && last && first > last) return { whole: undefined, edges: nonEmpty([{ start, end }]) };
  const edges = nonEmpty([
    { start, end: first },
    { start: last, end },
  ]);
  return { whole: { from: first && dayOf(first), before: last && dayOf(last) }, edges };
}

const nonEmpty = (parts: { start: Date | undefined; end: Date | undefined }[]): Period[] =>
  parts.filter((part): part is Period => part.start !== undefined && part.end !== undefined && part.start < part.end);

/** The first midnight that is not before. */
export const midnightFrom = (at: Date): Date => (at.getTime() % days(1) === 0 ? at : midnightAfter(at));
