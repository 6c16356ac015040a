import { sql } from 'kysely';
import type { Filter } from '../../contract/condition.ts';
import { dateTest, dayTest } from './data-dates-sql.ts';
import { instantOf, windowStart } from './instants.ts';
import { compare, containing, isNot, signOf, type Test, unchecked } from './sql-pieces.ts';
import { type Stored, storedAt } from './stored-data.ts';

/** `data.<path>`: values are JSON and compare with values of their own type only. */
export function dataTest(now: Date, path: string, filter: Filter): Test {
  const stored = storedAt(path);
  const isPresent: Test = sql`(jsonb_typeof(${stored.json}) <> 'null')`;
  switch (filter.operator) {
    case 'exists':
      return isPresent;
    case 'notExists':
      return isNot(isPresent);
    case 'equals':
      return equals(stored, filter.value);
    case 'notEquals':
      return sql`(${isPresent} and ${isNot(equals(stored, filter.value))})`;
    case 'contains':
      return contains(stored, filter.value);
    case 'notContains':
      return sql`(${isPresent} and ${isNot(contains(stored, filter.value))})`;
    case 'within':
      return dateTest(stored.text, '>=', windowStart(now, filter));
    case 'olderThan':
      return dateTest(stored.text, '<', windowStart(now, filter));
    default:
      return ordered(stored, filter);
  }
}

function equals(stored: Stored, value: unknown): Test {
  const instant = instantOf(value);
  if (instant !== undefined) return dayTest(stored.text, instant);
  if (typeof value !== 'object') return stored.containing(value);
  return sql`(${stored.containing(value)} and ${stored.json} = ${JSON.stringify(value)}::jsonb)`;
}

const isText = ({ json }: Stored): Test => sql`(jsonb_typeof(${json}) = 'string')`;

const contains = (stored: Stored, value: unknown): Test =>
  sql`(${isText(stored)} and lower(${stored.text}) like lower(${containing(String(value))}::text))`;

/** Numbers with numbers, dates as instants, other text by its bytes. */
function ordered(stored: Stored, filter: Filter): Test {
  const { value } = filter;
  if (typeof value === 'number') {
    const comparison = compare(stored.json, filter, sql`${JSON.stringify(value)}::jsonb`);
    return sql`(jsonb_typeof(${stored.json}) = 'number' and ${comparison})`;
  }
  const instant = instantOf(value);
  if (instant !== undefined) return dateTest(stored.text, signOf(filter), instant);
  if (typeof value !== 'string') throw unchecked(filter);
  return sql`(${isText(stored)} and ${compare(stored.text, filter, sql`${value}::text collate "C"`)})`;
}
