import { type Context, defaultOperators, type Operators } from 'liquidjs';
import { isMissing } from './lookup.ts';
import type { TemplateContext } from './template-context.ts';

const COMPARISONS = ['==', '!=', '>', '<', '>=', '<='];

/** The library compares lists element by element in generators. */
const ELEMENT_COST = 4;

/** Searching for a long text in a long text compares every character with every other in the worst case. */
export const searchCost = (hay: number, needle: number): number => hay * (1 + needle / 64);

/** Liquid's operators, paying for what they compare, and `??` for tags. */
export const operators: Operators = {
  ...defaultOperators,
  ...Object.fromEntries(COMPARISONS.map((sign) => [sign, paid(sign, (left, right) => (left + right) * ELEMENT_COST)])),
  contains: paid('contains', searchCost),
  '??': (left: unknown, right: unknown) => (isMissing(left) ? right : left) as boolean,
};

function paid(sign: string, cost: (left: number, right: number) => number) {
  const compare = defaultOperators[sign] as (left: unknown, right: unknown, ctx: Context) => boolean;
  return (left: unknown, right: unknown, ctx: Context): boolean => {
    const { budget } = ctx as TemplateContext;
    budget.work(cost(budget.measure(left).weight, budget.measure(right).weight));
    return compare(left, right, ctx);
  };
}
