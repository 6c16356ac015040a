// All text made from dates and numbers, so that it reads alike everywhere.

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const WEEK = 7 * DAY;

const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'long' });
const thisYear = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric' });
const otherYear = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', year: 'numeric' });
const whole = new Intl.NumberFormat('en');

export const exactTime = (iso: string): string => exact.format(new Date(iso));

/** "now", "5 min ago", "3 h ago", "2 d ago", then the date. A clock that is a little behind ours makes no future. */
export function relativeTime(iso: string, now: number): string {
  const date = new Date(iso);
  const age = now - date.getTime();
  if (age < MINUTE) return 'now';
  if (age < HOUR) return `${Math.floor(age / MINUTE)} min ago`;
  if (age < DAY) return `${Math.floor(age / HOUR)} h ago`;
  if (age < WEEK) return `${Math.floor(age / DAY)} d ago`;
  return (date.getFullYear() === new Date(now).getFullYear() ? thisYear : otherYear).format(date);
}

const utcDay = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', timeZone: 'UTC' });

/** "Nov 15": the name of a day on an axis, in UTC as the API counts days; what is no date stays as it is. */
export function dayName(text: string): string {
  const date = new Date(text);
  return /^\d{4}-\d\d-\d\d/.test(text) && !Number.isNaN(date.getTime()) ? utcDay.format(date) : text;
}

const UNITS = ['B', 'kB', 'MB', 'GB'];

export function byteSize(bytes: number): string {
  const power = bytes < 1000 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), UNITS.length - 1);
  const value = bytes / 1000 ** power;
  return `${value.toFixed(power === 0 || value >= 100 ? 0 : 1)} ${UNITS[power]}`;
}

export const number = (value: number): string => whole.format(value);

/** 1299, usd → "$12.99": the API counts in the smallest unit of a currency. */
export function money(amount: number, currency: string): string {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency: currency.toUpperCase() });
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}

/** 0.1234 → "12.3%". */
export const percent = (share: number): string => `${(share * 100).toFixed(share === 0 || share === 1 ? 0 : 1)}%`;

/** "Nov 15, 2026": where the day matters more than how long ago. */
export const shortDate = (iso: string): string => otherYear.format(new Date(iso));

const moment = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' });

/** "Nov 27, 10:00 AM", with the year if it is another: when something is going to happen, in the reader's time zone. */
export const momentName = (iso: string): string =>
  new Date(iso).getFullYear() === new Date().getFullYear()
    ? moment.format(new Date(iso))
    : `${otherYear.format(new Date(iso))}, ${moment.format(new Date(iso)).split(', ').at(-1)}`;

export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${number(count)} ${count === 1 ? one : many}`;

export interface Mailbox {
  name: string | undefined;
  address: string;
}

/** Ada <ada@example.com> → its two parts. */
export function mailbox(text: string): Mailbox {
  const [, name, address] = /^\s*"?(.*?)"?\s*<([^<>]+)>\s*$/.exec(text) ?? [];
  return address ? { name: name || undefined, address } : { name: undefined, address: text };
}
