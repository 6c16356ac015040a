import { type RawBuilder, sql } from 'kysely';
import type { Filter } from '../../contract/condition.ts';
import { instantOf, windowStart } from './instants.ts';
import { compare, containing, isNot, type Test, unchecked } from './sql-pieces.ts';

/** `data.<path>`: values are JSON and compare with values of their own type only. */
export function dataTest(now: Date, path: string, filter: Filter): Test {
  const stored = storedAt(path);
  const isPresent: Test = sql`(jsonb_typeof(${stored}) <> 'null')`;
  switch (filter.operator) {
    case 'exists':
      return isPresent;
    case 'notExists':
      return isNot(isPresent);
    case 'equals':
      return equals(path, stored, filter.value);
    case 'notEquals':
      return sql`(${isPresent} and ${isNot(equals(path, stored, filter.value))})`;
    case 'contains':
      return contains(stored, filter.value);
    case 'notContains':
      return sql`(${isPresent} and ${isNot(contains(stored, filter.value))})`;
    case 'within':
      return sql`(${instantIn(stored)} >= ${windowStart(now, filter)}::timestamptz)`;
    case 'olderThan':
      return sql`(${instantIn(stored)} < ${windowStart(now, filter)}::timestamptz)`;
    default:
      return ordered(stored, filter);
  }
}

// Requests nest no deeper (platform/http/plain-json.ts): a longer path can only be a key with dots in it.
const MAX_STEPS = 64;

const stepsOf = (path: string): string[] => {
  const steps = path.split('.');
  return steps.length > MAX_STEPS ? [path] : steps;
};

/** The whole path as one key first, then as a walk through nested objects. */
function storedAt(path: string): RawBuilder<unknown> {
  const steps = stepsOf(path);
  const flat = sql`contacts.data -> ${path}::text`;
  if (steps.length === 1) return sql`(${flat})`;
  const nested = steps.reduce((value, step) => sql`${value} -> ${step}::text`, sql`contacts.data`);
  return sql`coalesce(${flat}, ${nested})`;
}

const textIn = (stored: RawBuilder<unknown>) =>
  sql`(case when jsonb_typeof(${stored}) = 'string' then ${stored} #>> '{}' end)`;

const instantIn = (stored: RawBuilder<unknown>) => sql`posthorn_instant(${textIn(stored)})`;

function equals(path: string, stored: RawBuilder<unknown>, value: unknown): Test {
  const instant = instantOf(value);
  if (instant !== undefined) {
    return sql`(date_trunc('day', ${instantIn(stored)}, 'UTC') = date_trunc('day', ${instant}::timestamptz, 'UTC'))`;
  }
  const isContained = containment(path, value);
  // A list or an object contains more than its equals.
  if (typeof value === 'object') return sql`(${isContained} and ${stored} = ${JSON.stringify(value)}::jsonb)`;
  return isContained;
}

/** Equality in the form that the index on `data` serves. */
function containment(path: string, value: unknown): Test {
  const steps = stepsOf(path);
  const flat: Test = sql`(contacts.data @> ${JSON.stringify({ [path]: value })}::jsonb)`;
  if (steps.length === 1) return flat;
  const nested = steps.reduceRight((inner, step) => ({ [step]: inner }), value);
  const hasNoFlatKey = sql`contacts.data -> ${path}::text is null`;
  return sql`(${flat} or (contacts.data @> ${JSON.stringify(nested)}::jsonb and ${hasNoFlatKey}))`;
}

const contains = (stored: RawBuilder<unknown>, value: unknown): Test =>
  sql`(lower(${textIn(stored)}) like lower(${containing(String(value))}::text))`;

/** Numbers with numbers, dates as instants, other text by its bytes. */
function ordered(stored: RawBuilder<unknown>, filter: Filter): Test {
  const { value } = filter;
  if (typeof value === 'number') {
    const isGreaterOrLess = compare(stored, filter, sql`${JSON.stringify(value)}::jsonb`);
    return sql`(jsonb_typeof(${stored}) = 'number' and ${isGreaterOrLess})`;
  }
  const instant = instantOf(value);
  if (instant !== undefined) return compare(instantIn(stored), filter, sql`${instant}::timestamptz`);
  if (typeof value !== 'string') throw unchecked(filter);
  return compare(textIn(stored), filter, sql`${value}::text collate "C"`);
}
