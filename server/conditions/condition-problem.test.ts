import { describe, expect, it } from 'vitest';
import { condition as conditionSchema } from '../../contract/condition.ts';
import { problemIn } from './condition-problem.ts';

/** The first complaint about a tree, of its shape or of its meaning. */
function complaint(given: unknown): string | undefined {
  const parsed = conditionSchema.safeParse(given);
  if (parsed.success) return problemIn(parsed.data)?.message;
  return parsed.error.issues[0]?.message;
}

const withFilter = (filter: unknown) => ({ logic: 'AND', groups: [{ filters: [filter] }] });
const ok = { field: 'email', operator: 'equals', value: 'a@b.co' };

describe('the shape of a condition', () => {
  it.each([
    ['a list', [], 'Condition must be an object'],
    ['no logic', { groups: [{ filters: [ok] }] }, 'logic must be AND or OR'],
    ['a lower-case logic', { logic: 'and', groups: [{ filters: [ok] }] }, 'logic must be AND or OR'],
    ['no groups', { logic: 'AND' }, 'groups must be an array'],
    ['an empty list of groups', { logic: 'AND', groups: [] }, 'A condition needs at least one group'],
    ['a group that is text', { logic: 'AND', groups: ['x'] }, 'A group must be an object'],
    ['a group without filters', { logic: 'AND', groups: [{}] }, 'filters must be an array'],
    ['an empty group', { logic: 'AND', groups: [{ filters: [] }] }, 'A group needs a filter or nested conditions'],
    [
      'a nested empty tree',
      { logic: 'AND', groups: [{ filters: [ok], conditions: { logic: 'OR', groups: [] } }] },
      'A condition needs at least one group',
    ],
    ['a filter that is null', withFilter(null), 'A filter must be an object'],
    ['no field', withFilter({ operator: 'equals', value: 1 }), 'A filter needs a field'],
    ['an empty field', withFilter({ ...ok, field: '' }), 'A filter needs a field'],
    ['no operator', withFilter({ field: 'email' }), 'A filter needs an operator'],
    ['an unknown operator', withFilter({ ...ok, operator: 'like' }), 'Invalid operator "like"'],
    ['an unknown unit', withFilter({ ...ok, unit: 'weeks' }), 'unit must be days, hours or minutes'],
  ])('%s is refused', (_, given, message) => {
    expect(complaint(given)).toBe(message);
  });

  it('a group may have nested conditions only', () => {
    expect(complaint({ logic: 'OR', groups: [{ filters: [], conditions: withFilter(ok) }] })).toBeUndefined();
  });

  it('has at most 10 levels', () => {
    const levels = (n: number): unknown =>
      n === 1 ? withFilter(ok) : { logic: 'AND', groups: [{ filters: [], conditions: levels(n - 1) }] };
    expect(complaint(levels(10))).toBeUndefined();
    expect(complaint(levels(11))).toBe('A condition may have at most 10 levels, this one has 11');
  });

  it('has at most 200 filters, wherever they stand', () => {
    const filters = (n: number) => Array.from({ length: n }, () => ok);
    const tree = (n: number) => ({
      logic: 'AND',
      groups: [{ filters: filters(n), conditions: { logic: 'OR', groups: [{ filters: filters(100) }] } }],
    });
    expect(complaint(tree(100))).toBeUndefined();
    expect(complaint(tree(101))).toBe('A condition may have at most 200 filters, this one has 201');
  });
});

describe('the meaning of a filter', () => {
  it.each([
    ['name', 'equals', 'x', 'Unsupported field "name"'],
    ['data.', 'exists', undefined, 'Unsupported field "data."'],
    ['event.', 'triggered', undefined, 'Unsupported field "event."'],
    ['email.sniffed', 'triggered', undefined, 'Unsupported field "email.sniffed"'],
    ['email.toString', 'triggered', undefined, 'Unsupported field "email.toString"'],
    ['purchase', 'equals', 'x', 'Unsupported field "purchase"'],
    ['email', 'greaterThan', 'x', 'Operator "greaterThan" is not supported for "email"'],
    ['email', 'triggered', undefined, 'Operator "triggered" is not supported for "email"'],
    ['email', 'exists', undefined, 'Operator "exists" is not supported for "email"'],
    ['subscribed', 'contains', 'x', 'Operator "contains" is not supported for "subscribed"'],
    ['createdAt', 'contains', 'x', 'Operator "contains" is not supported for "createdAt"'],
    ['createdAt', 'exists', undefined, 'Operator "exists" is not supported for "createdAt"'],
    ['data.plan', 'triggered', undefined, 'Operator "triggered" is not supported for "data.plan"'],
    ['event.paid', 'equals', 'x', 'Operator "equals" is not supported for "event.paid"'],
    ['vip', 'memberOfSegment', undefined, 'Operator "memberOfSegment" requires a field segment.<id>'],
    ['segment.vip', 'memberOfSegment', undefined, 'Segment "vip" does not exist'],
    [
      'segment.018f0000-0000-7000-8000-000000000000',
      'triggered',
      undefined,
      'Operator "triggered" is not supported for "segment.018f0000-0000-7000-8000-000000000000"',
    ],
    ['data.plan', 'equals', undefined, 'Operator "equals" requires a value'],
    ['data.plan', 'notEquals', null, 'Operator "notEquals" requires a value'],
    ['data.plan', 'contains', ['x'], '"data.plan" contains requires a text'],
    ['email', 'equals', {}, '"email" equals requires a text'],
    ['data.plan', 'greaterThan', true, '"data.plan" greaterThan requires a number, a text or a date'],
    ['data.plan', 'lessThan', [1], '"data.plan" lessThan requires a number, a text or a date'],
    ['createdAt', 'equals', '2026-02-31', '"createdAt" equals requires an ISO 8601 date'],
    ['createdAt', 'greaterThan', '300000-01-01', '"createdAt" greaterThan requires an ISO 8601 date'],
    ['createdAt', 'lessThan', 'yesterday', '"createdAt" lessThan requires an ISO 8601 date'],
    ['createdAt', 'lessThan', 5, '"createdAt" lessThan requires an ISO 8601 date'],
    ['data.seen', 'within', 'NaN', 'Operator "within" requires a number of 0 or more'],
    ['data.seen', 'within', -1, 'Operator "within" requires a number of 0 or more'],
    ['data.seen', 'within', {}, 'Operator "within" requires a number of 0 or more'],
    ['event.paid', 'triggeredWithin', 7, 'Operator "triggeredWithin" requires a unit'],
    ['createdAt', 'olderThan', 7, 'Operator "olderThan" requires a unit'],
  ] as const)('%s %s %j is refused', (field, operator, value, message) => {
    expect(complaint(withFilter({ field, operator, value }))).toBe(message);
  });

  it('is told with the path of the filter', () => {
    const nested = withFilter({ field: 'event.paid', operator: 'triggeredWithin', value: 1 });
    const tree = { logic: 'AND', groups: [{ filters: [ok] }, { filters: [], conditions: nested }] } as const;
    expect(problemIn(tree as never)?.field).toBe('groups.1.conditions.groups.0.filters.0.unit');
  });

  it('repeats no more than the beginning of a long name', () => {
    expect(complaint(withFilter({ field: 'x'.repeat(1e6), operator: 'equals', value: 1 }))?.length).toBeLessThan(200);
  });
});
