import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Filter, Operator } from '../../contract/condition.ts';
import { escapeLike } from '../platform/db/page.ts';

/** A yes-or-no question about the row of `contacts` in the query; null counts as no. Always in parentheses. */
export type Test = RawBuilder<SqlBool>;

const SIGNS: Partial<Record<Operator, string>> = {
  greaterThan: '>',
  lessThan: '<',
  greaterThanOrEqual: '>=',
  lessThanOrEqual: '<=',
};

export function signOf(filter: Filter): string {
  const sign = SIGNS[filter.operator];
  if (!sign) throw unchecked(filter);
  return sign;
}

export const compare = (left: RawBuilder<unknown>, filter: Filter, right: RawBuilder<unknown>): Test =>
  sql`(${left} ${sql.raw(signOf(filter))} ${right})`;

/** The negation of a test that may be null. */
export const isNot = (test: RawBuilder<unknown>): Test => sql`(${test} is not true)`;

/** Any text that has this one somewhere inside. */
export const containing = (text: string): string => `%${escapeLike(text)}%`;

/** Conditions are checked when they are written (condition-problem.ts): what arrives here unfit is a bug. */
export const unchecked = ({ field, operator }: Filter): Error =>
  new Error(`The condition was not checked: ${operator} on ${field}`);
