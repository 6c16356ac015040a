import { type RawBuilder, sql } from 'kysely';
import type { Condition, Filter, Group } from '../../contract/condition.ts';
import type { Ctx } from '../platform/context.ts';
import { activityTest } from './activity-sql.ts';
import { emailTest, subscribedTest, timeTest } from './column-sql.ts';
import { dataTest } from './data-sql.ts';
import { fieldOf } from './fields.ts';
import type { References } from './references.ts';
import { isNot, type Test, unchecked } from './sql-pieces.ts';

/**
 * A checked condition as one SQL expression over the row of `contacts` in the query that it is put into: for a count, a
 * list, an `insert … select` or a single contact alike. Every name and value is bound.
 */
export function conditionSql(ctx: Ctx, condition: Condition, references: References): Test {
  const groups = condition.groups.map((group) => groupSql(ctx, group, references));
  return joined(groups, condition.logic === 'AND' ? sql` and ` : sql` or `);
}

function groupSql(ctx: Ctx, { filters, conditions }: Group, references: References): Test {
  const tests = filters.map((filter) => filterSql(ctx, filter, references));
  if (conditions) tests.push(conditionSql(ctx, conditions, references));
  return joined(tests, sql` and `);
}

/** Nothing to join would mean everyone: that is a bug of the caller, never an audience. */
function joined(tests: Test[], separator: RawBuilder<unknown>): Test {
  if (tests.length === 0) throw new Error('An empty condition');
  return sql`(${sql.join(tests, separator)})`;
}

function filterSql(ctx: Ctx, filter: Filter, references: References): Test {
  const field = fieldOf(filter);
  switch (field?.kind) {
    case 'email':
      return emailTest(filter);
    case 'subscribed':
      return subscribedTest(filter);
    case 'time':
      return timeTest(ctx.clock.now(), field.column, filter);
    case 'data':
      return dataTest(ctx.clock.now(), field.path, filter);
    case 'event':
    case 'activity':
      return activityTest(ctx, field, filter);
    case 'segment':
      return filter.operator === 'memberOfSegment'
        ? memberTest(ctx, field.id, references)
        : isNot(memberTest(ctx, field.id, references));
    default:
      throw unchecked(filter);
  }
}

/** Stored membership where there is any, else the condition of that segment in place. */
function memberTest(ctx: Ctx, id: string, references: References): Test {
  const { members, condition } = references.get(id) ?? {};
  if (members) return sql`(${members})`;
  if (condition) return conditionSql(ctx, condition, references);
  throw new Error(`The condition was not checked: segment ${id} is unknown`);
}
