import type { Filter, Unit } from '../../contract/condition.ts';
import { days, hours, minutes } from '../platform/clock.ts';

const ISO =
  /^([1-9]\d{3})-(\d\d)-(\d\d)(T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-](0\d|1[0-4]):?[0-5]\d)?)?$/;

/**
 * A value of a filter that is a date: ISO 8601, in UTC unless it names a zone. Answers text that Postgres reads as that
 * instant; undefined when it is no date, 31 February included.
 */
export function instantOf(value: unknown): string | undefined {
  const parts = typeof value === 'string' ? ISO.exec(value) : null;
  if (!parts) return undefined;
  const [text, year, month, day, time, , , , zone] = parts;
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  if (date.getUTCMonth() !== Number(month) - 1 || date.getUTCDate() !== Number(day)) return undefined;
  if (time === undefined) return `${text} 00:00Z`;
  return zone === undefined ? `${text}Z` : text;
}

const UNIT_MS: Record<Unit, number> = { days: days(1), hours: hours(1), minutes: minutes(1) };

/** How many units a window has: a number, or the text of one. */
export function amountOf(value: unknown): number | undefined {
  const amount = typeof value === 'string' && /^\d+(\.\d+)?$/.test(value) ? Number(value) : value;
  return typeof amount === 'number' && Number.isFinite(amount) && amount >= 0 ? amount : undefined;
}

const EARLIEST_MS = Date.parse('0001-01-01T00:00:00Z');

/** Where the window of a filter begins; one that reaches beyond all time has no beginning. */
export function windowStart(now: Date, { value, unit }: Filter): Date | '-infinity' {
  const amount = amountOf(value);
  if (amount === undefined || !unit) throw new Error('A window without a size: the condition was not checked');
  const start = now.getTime() - amount * UNIT_MS[unit];
  return start < EARLIEST_MS ? '-infinity' : new Date(start);
}
