import type { Condition, Filter } from '../contract/condition.ts';

/** What the plain evaluator knows of a contact. */
export interface PlainContact {
  id: string;
  email: string;
  subscribed: boolean;
  createdAt: Date;
  updatedAt: Date;
  data: Record<string, unknown> | null;
  events: { name: string; at: Date }[];
  emails: Partial<Record<string, Date>>[];
}

export interface PlainWorld {
  now: Date;
  /** By segment id: who is a member. */
  segments: Map<string, (contact: PlainContact) => boolean>;
}

/** Conditions evaluated contact by contact, with nothing of the server's own code: what the SQL must agree with. */
export function matchesPlainly(world: PlainWorld, { logic, groups }: Condition, contact: PlainContact): boolean {
  const results = groups.map(
    ({ filters, conditions }) =>
      filters.every((filter) => filterMatches(world, filter, contact)) &&
      (!conditions || matchesPlainly(world, conditions, contact)),
  );
  return logic === 'AND' ? results.every(Boolean) : results.some(Boolean);
}

function filterMatches(world: PlainWorld, filter: Filter, contact: PlainContact): boolean {
  const { field } = filter;
  if (field === 'email') return emailMatches(filter, contact.email);
  if (field === 'subscribed')
    return (contact.subscribed === (filter.value === true)) === (filter.operator === 'equals');
  if (field === 'createdAt') return timeMatches(world, filter, contact.createdAt);
  if (field === 'updatedAt') return timeMatches(world, filter, contact.updatedAt);
  if (field.startsWith('data.')) return dataMatches(world, filter, lookUp(contact.data, field.slice(5)));
  if (field.startsWith('segment.')) {
    const isMember = world.segments.get(field.slice(8))?.(contact) ?? false;
    return isMember === (filter.operator === 'memberOfSegment');
  }
  return occurred(world, filter, timesOf(contact, field));
}

function emailMatches({ operator, value }: Filter, email: string): boolean {
  const wanted = String(value).toLowerCase();
  const hit = operator === 'equals' || operator === 'notEquals' ? email === wanted : email.includes(wanted);
  return hit === (operator === 'equals' || operator === 'contains');
}

function timeMatches(world: PlainWorld, filter: Filter, at: Date): boolean {
  if (filter.operator === 'within') return at.getTime() >= startOf(world, filter);
  if (filter.operator === 'olderThan') return at.getTime() < startOf(world, filter);
  const wanted = dateIn(filter.value) ?? Number.NaN;
  if (filter.operator === 'equals') return utcDay(at.getTime()) === utcDay(wanted);
  if (filter.operator === 'notEquals') return utcDay(at.getTime()) !== utcDay(wanted);
  return isOrdered(filter, at.getTime() - wanted);
}

function dataMatches(world: PlainWorld, filter: Filter, stored: unknown): boolean {
  const isPresent = stored !== undefined && stored !== null;
  const date = dateIn(stored);
  switch (filter.operator) {
    case 'exists':
      return isPresent;
    case 'notExists':
      return !isPresent;
    case 'equals':
      return isPresent && sameValue(stored, filter.value);
    case 'notEquals':
      return isPresent && !sameValue(stored, filter.value);
    case 'contains':
      return isPresent && hasText(stored, filter.value);
    case 'notContains':
      return isPresent && !hasText(stored, filter.value);
    case 'within':
      return date !== undefined && date >= startOf(world, filter);
    case 'olderThan':
      return date !== undefined && date < startOf(world, filter);
    default:
      return isPresent && inOrder(filter, stored);
  }
}

function sameValue(stored: unknown, value: unknown): boolean {
  const wanted = dateIn(value);
  if (wanted === undefined) return canonical(stored) === canonical(value);
  const date = dateIn(stored);
  return date !== undefined && utcDay(date) === utcDay(wanted);
}

const hasText = (stored: unknown, value: unknown): boolean =>
  typeof stored === 'string' && stored.toLowerCase().includes(String(value).toLowerCase());

function inOrder(filter: Filter, stored: unknown): boolean {
  const { value } = filter;
  if (typeof value === 'number') return typeof stored === 'number' && isOrdered(filter, stored - value);
  const wanted = dateIn(value);
  const date = dateIn(stored);
  if (wanted !== undefined) return date !== undefined && isOrdered(filter, date - wanted);
  return (
    typeof stored === 'string' && isOrdered(filter, Buffer.compare(Buffer.from(stored), Buffer.from(String(value))))
  );
}

function isOrdered({ operator }: Filter, difference: number): boolean {
  if (operator === 'greaterThan') return difference > 0;
  if (operator === 'lessThan') return difference < 0;
  if (operator === 'greaterThanOrEqual') return difference >= 0;
  return difference <= 0;
}

/** The flat key first, then the walk; null is no value. */
function lookUp(data: Record<string, unknown> | null, path: string): unknown {
  const flat = data?.[path] ?? undefined;
  if (flat !== undefined) return flat;
  return path.split('.').reduce<unknown>((value, step) => (isPlainObject(value) ? value[step] : undefined), data);
}

const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const ACTIVITIES: Record<string, string> = {
  delivery: 'delivered',
  open: 'opened',
  click: 'clicked',
  bounce: 'bounced',
};

function timesOf(contact: PlainContact, field: string): number[] {
  if (field.startsWith('email.')) {
    const activity = field.slice(6);
    return contact.emails.flatMap((email) => email[ACTIVITIES[activity] ?? activity]?.getTime() ?? []);
  }
  const name = field.startsWith('event.') ? field.slice(6) : field;
  return contact.events.filter((event) => event.name === name).map(({ at }) => at.getTime());
}

function occurred(world: PlainWorld, filter: Filter, times: number[]): boolean {
  const recent = () => times.some((time) => time >= startOf(world, filter));
  switch (filter.operator) {
    case 'triggered':
      return times.length > 0;
    case 'notTriggered':
      return times.length === 0;
    case 'triggeredWithin':
      return recent();
    case 'notTriggeredWithin':
      return !recent();
    default:
      return times.length > 0 && !recent();
  }
}

const UNIT_MS = { days: 86_400_000, hours: 3_600_000, minutes: 60_000 };

const startOf = ({ now }: PlainWorld, { value, unit }: Filter): number =>
  now.getTime() - Number(value) * UNIT_MS[unit ?? 'days'];

/** ISO 8601 only, UTC unless it says otherwise; a day that the month does not have is no date. */
function dateIn(value: unknown): number | undefined {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d(T\d\d:\d\d|$)/.test(value)) return undefined;
  const day = value.slice(0, 10);
  const midnight = Date.parse(`${day}T00:00:00Z`);
  if (Number.isNaN(midnight) || new Date(midnight).toISOString().slice(0, 10) !== day) return undefined;
  const hasZone = value.length === 10 || /(Z|[+-]\d\d:\d\d)$/.test(value);
  const time = Date.parse(hasZone ? value : `${value}Z`);
  return Number.isNaN(time) ? undefined : time;
}

const utcDay = (ms: number): number => Math.floor(ms / UNIT_MS.days);

/** One text for one JSON value, whatever the order of its keys. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (!isPlainObject(value)) return JSON.stringify(value);
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, inner]) => `${JSON.stringify(key)}:${canonical(inner)}`).join(',')}}`;
}
