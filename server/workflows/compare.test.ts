import { describe, expect, it } from 'vitest';
import { type Facts, factAt, holds } from './compare.ts';

const facts: Facts = {
  contact: {
    id: '1',
    email: 'ada@example.com',
    subscribed: false,
    data: { plan: 'pro', 'a.b': 1, a: { b: 2, c: 3 }, zero: 0 },
    createdAt: '2026-07-01T09:00:00.5+02:00',
    updatedAt: '2026-07-02T09:00:00+00:00',
  },
  context: { amount: 50, cart: { items: ['x'] }, nothing: null },
};

describe('a field', () => {
  it.each([
    ['contact.email', 'ada@example.com'],
    ['contact.subscribed', false],
    ['email', 'ada@example.com'],
    ['subscribed', false],
    ['contact.createdAt', '2026-07-01T07:00:00.500Z'],
    ['updatedAt', '2026-07-02T09:00:00.000Z'],
    ['contact.constructor', undefined],
    ['contact.data.a', { b: 2, c: 3 }],
    ['data.plan', 'pro'],
    ['contact.data.plan', 'pro'],
    ['data.a.b', 1],
    ['data.a.c', 3],
    ['data.zero', 0],
    ['event.amount', 50],
    ['workflow.amount', 50],
    ['event.cart.items', ['x']],
    ['event.nothing', null],
    ['event.missing', undefined],
    ['event.amount.deeper', undefined],
    ['data.constructor', undefined],
    ['data.__proto__', undefined],
    ['plan', undefined],
    ['', undefined],
  ])('%s is %j', (field, value) => {
    expect(factAt(facts, field)).toEqual(value);
  });

  it('is missing where there is no context at all', () => {
    expect(factAt({ ...facts, context: null }, 'event.amount')).toBeUndefined();
  });
});

describe('a test', () => {
  it.each([
    ['pro', 'equals', 'pro', true],
    ['pro', 'equals', 'Pro', false],
    [5, 'equals', '5', false],
    [undefined, 'equals', undefined, true],
    [undefined, 'equals', null, false],
    [null, 'equals', null, true],
    [{ a: [1] }, 'equals', { a: [1] }, true],
    ['pro', 'notEquals', 'free', true],
    ['pro', 'notEquals', 'pro', false],
    [undefined, 'notEquals', 'pro', false],
    [null, 'notEquals', 'pro', false],
    ['Hello World', 'contains', 'WORLD', true],
    ['Hello', 'contains', 'x', false],
    [12345, 'contains', 234, true],
    [['A', 'b'], 'contains', 'a', true],
    [['abc'], 'contains', 'a', false],
    [{ a: 1 }, 'contains', 'a', false],
    [undefined, 'contains', 'a', false],
    ['Hello', 'notContains', 'HELL', false],
    ['Hello', 'notContains', 'x', true],
    [undefined, 'notContains', 'x', false],
    [50, 'greaterThan', 49, true],
    [50, 'greaterThan', 50, false],
    [50, 'greaterThanOrEqual', 50, true],
    [1, 'lessThan', 2, true],
    [2, 'lessThanOrEqual', 2, true],
    ['50', 'greaterThan', 49, false],
    [50, 'greaterThan', '49', false],
    ['b', 'greaterThan', 'a', true],
    ['B', 'greaterThan', 'a', false],
    ['2026-02-01', 'greaterThan', '2026-01-31T23:00:00-05:00', false],
    ['2026-02-01T05:00:00Z', 'greaterThan', '2026-01-31T23:00:00-05:00', true],
    ['soon', 'greaterThan', '2026-01-31', false],
    [true, 'greaterThan', false, false],
    [undefined, 'lessThan', 5, false],
    [null, 'lessThan', 5, false],
    [0, 'exists', undefined, true],
    ['', 'exists', undefined, true],
    [null, 'exists', undefined, false],
    [undefined, 'notExists', undefined, true],
    [false, 'notExists', undefined, false],
  ] as const)('%j %s %j: %s', (actual, operator, expected, result) => {
    expect(holds(actual, operator, expected)).toBe(result);
  });
});
