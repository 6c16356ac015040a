import { describe, expect, it } from 'vitest';
import type { Condition, Filter } from '../../contract/condition.ts';
import { contactPart, leftOpen } from './condition-tree.ts';

const [yes, no, pro, bought]: Filter[] = [
  { field: 'event.amount', operator: 'greaterThan', value: 10 },
  { field: 'workflow.amount', operator: 'equals', value: 1 },
  { field: 'data.plan', operator: 'equals', value: 'pro' },
  { field: 'event.bought', operator: 'triggered' },
];
const facts = {
  contact: { id: '1', email: 'a@b.co', subscribed: true, data: null, createdAt: '', updatedAt: '' },
  context: { amount: 50 },
};
const tree = (logic: 'AND' | 'OR', ...groups: (Filter | undefined)[][]): Condition => ({
  logic,
  groups: groups.map((filters) => ({ filters: filters.filter((filter) => filter !== undefined) })),
});

describe('what the context leaves open', () => {
  it.each([
    ['nothing, where it answers all', tree('AND', [yes], [yes]), true],
    ['nothing, where it answers all with no', tree('OR', [no], [yes, no]), false],
    ['nothing, where one no decides', tree('AND', [no], [pro]), false],
    ['nothing, where one yes decides', tree('OR', [pro], [yes]), true],
    ['the rest of a group', tree('AND', [yes, pro]), tree('AND', [pro])],
    ['the groups that are not about it', tree('OR', [no], [pro], [yes, bought]), tree('OR', [pro], [bought])],
    ['whether an event was triggered', tree('AND', [bought]), tree('AND', [bought])],
  ])('%s', (_, condition, left) => {
    expect(leftOpen(condition, facts)).toEqual(left);
  });

  it('looks into nested trees', () => {
    const nested = (conditions: Condition, ...filters: (Filter | undefined)[]): Condition => ({
      logic: 'AND',
      groups: [{ filters: filters.filter((filter) => filter !== undefined), conditions }],
    });
    expect(leftOpen(nested(tree('OR', [no], [pro]), yes), facts)).toEqual(nested(tree('OR', [pro])));
    expect(leftOpen(nested(tree('OR', [yes], [pro]), bought), facts)).toEqual(tree('AND', [bought]));
    expect(leftOpen(nested(tree('AND', [no], [pro]), bought), facts)).toBe(false);
    expect(leftOpen(nested(tree('AND', [yes])), facts)).toBe(true);
  });
});

it('the part about the contact is all the rest', () => {
  expect(contactPart(tree('OR', [yes, pro], [no], [bought]))).toEqual(tree('AND', [pro, bought]));
  expect(contactPart(tree('OR', [yes], [no]))).toBeUndefined();
});
