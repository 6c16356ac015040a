import { type Condition, type Filter, type Group, VALUE_OPERATORS } from '../../contract/condition.ts';
import type { BinaryCondition } from '../../contract/workflow-steps.ts';
import { filtersOf } from '../conditions/fields.ts';
import { type Facts, factAt, holds } from './compare.ts';

type ContextFilter = Filter & Pick<BinaryCondition, 'operator'>;

/** It asks for the data of the event or the start, which no query over contacts knows. */
const isOfContext = (filter: Filter): filter is ContextFilter =>
  /^(event|workflow)\../.test(filter.field) && VALUE_OPERATORS.some((operator) => operator === filter.operator);

/** What the context leaves open of a tree: nothing but the answer, or a tree about the contact alone. */
export function leftOpen({ logic, groups }: Condition, facts: Facts): Condition | boolean {
  const decisive = logic === 'OR';
  const open: Group[] = [];
  for (const group of groups) {
    const left = groupLeftOpen(group, facts);
    if (left === decisive) return decisive;
    if (typeof left !== 'boolean') open.push(left);
  }
  return open.length === 0 ? !decisive : { logic, groups: open };
}

function groupLeftOpen({ filters, conditions }: Group, facts: Facts): Group | boolean {
  const isTrue = ({ field, operator, value }: ContextFilter) => holds(factAt(facts, field), operator, value);
  if (!filters.filter(isOfContext).every(isTrue)) return false;
  const open = filters.filter((filter) => !isOfContext(filter));
  const nested = conditions ? leftOpen(conditions, facts) : true;
  if (nested === true) return open.length === 0 || { filters: open };
  return nested && { filters: open, conditions: nested };
}

/** All that a tree asks about the contact, whatever joins it; undefined: nothing. */
export function contactPart(tree: Condition): Condition | undefined {
  const filters = [...filtersOf(tree)].map(({ filter }) => filter).filter((filter) => !isOfContext(filter));
  return filters.length === 0 ? undefined : { logic: 'AND', groups: [{ filters }] };
}
