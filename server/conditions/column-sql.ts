import { sql } from 'kysely';
import type { Filter } from '../../contract/condition.ts';
import { instantOf, windowStart } from './instants.ts';
import { compare, containing, isNot, type Test, unchecked } from './sql-pieces.ts';

/** Addresses are stored in lower case. */
export function emailTest(filter: Filter): Test {
  const value = String(filter.value).toLowerCase();
  switch (filter.operator) {
    case 'equals':
      return sql`(contacts.email = ${value})`;
    case 'notEquals':
      return sql`(contacts.email <> ${value})`;
    case 'contains':
      return sql`(contacts.email like ${containing(value)})`;
    case 'notContains':
      return sql`(contacts.email not like ${containing(value)})`;
    default:
      throw unchecked(filter);
  }
}

/** Spec: anything but the boolean true asks for the unsubscribed. */
export function subscribedTest({ operator, value }: Filter): Test {
  const wanted = (value === true) === (operator === 'equals');
  return sql`(contacts.subscribed = ${wanted})`;
}

export function timeTest(now: Date, column: 'created_at' | 'updated_at', filter: Filter): Test {
  const stored = sql.ref(`contacts.${column}`);
  const { operator } = filter;
  if (operator === 'within') return sql`(${stored} >= ${windowStart(now, filter)}::timestamptz)`;
  if (operator === 'olderThan') return sql`(${stored} < ${windowStart(now, filter)}::timestamptz)`;
  const instant = instantOf(filter.value);
  if (instant === undefined) throw unchecked(filter);
  if (operator !== 'equals' && operator !== 'notEquals')
    return compare(sql`${stored}`, filter, sql`${instant}::timestamptz`);
  // A range, so that an index serves it; in hours, since the length of a day depends on the zone of the session.
  const day = sql`date_trunc('day', ${instant}::timestamptz, 'UTC')`;
  const isThatDay: Test = sql`(${stored} >= ${day} and ${stored} < ${day} + interval '24 hours')`;
  return operator === 'equals' ? isThatDay : isNot(isThatDay);
}
