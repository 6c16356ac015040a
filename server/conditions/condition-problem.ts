import {
  type Condition,
  type Filter,
  OPERATORS_OF,
  OPERATORS_WITHOUT_VALUE,
  type Operator,
  WINDOW_OPERATORS,
} from '../../contract/condition.ts';
import { type Field, fieldOf, filtersOf } from './fields.ts';
import { amountOf, instantOf } from './instants.ts';

/** Why a tree of the right shape means nothing, and where; `field` is a path inside the tree. */
export interface Problem {
  field: string;
  message: string;
}

/** The first one, in reading order. What segments it refers to is checked by references.ts. */
export function problemIn(condition: Condition): Problem | undefined {
  for (const { filter, path } of filtersOf(condition)) {
    const problem = filterProblem(filter);
    if (problem) return { field: `${path}.${problem.field}`, message: problem.message };
  }
  return undefined;
}

function filterProblem(filter: Filter): Problem | undefined {
  const { operator, value, unit } = filter;
  const field = fieldOf(filter);
  if (!field) return { field: 'field', message: unsupportedField(filter) };
  if (!OPERATORS_OF[field.kind].includes(operator)) {
    return { field: 'operator', message: `Operator "${operator}" is not supported for "${shown(filter.field)}"` };
  }
  if (OPERATORS_WITHOUT_VALUE.includes(operator)) return undefined;
  if (value === undefined || value === null) {
    return { field: 'value', message: `Operator "${operator}" requires a value` };
  }
  if (WINDOW_OPERATORS.includes(operator)) {
    if (amountOf(value) === undefined) {
      return { field: 'value', message: `Operator "${operator}" requires a number of 0 or more` };
    }
    return unit ? undefined : { field: 'unit', message: `Operator "${operator}" requires a unit` };
  }
  const wanted = unfitValue(field, operator, value);
  return wanted ? { field: 'value', message: `"${shown(filter.field)}" ${operator} requires ${wanted}` } : undefined;
}

function unsupportedField({ field, operator }: Filter): string {
  if (field.startsWith('segment.')) return `Segment "${shown(field.slice('segment.'.length))}" does not exist`;
  if (OPERATORS_OF.segment.includes(operator)) return `Operator "${operator}" requires a field segment.<id>`;
  return `Unsupported field "${shown(field)}"`;
}

/** What the value would have to be; undefined: it fits. */
function unfitValue(field: Field, operator: Operator, value: unknown): string | undefined {
  const isText = operator === 'contains' || operator === 'notContains' || field.kind === 'email';
  if (isText) return isScalar(value) ? undefined : 'a text';
  if (field.kind === 'time') return instantOf(value) ? undefined : 'an ISO 8601 date';
  const isOrdered = field.kind === 'data' && operator !== 'equals' && operator !== 'notEquals';
  if (isOrdered)
    return typeof value === 'number' || typeof value === 'string' ? undefined : 'a number, a text or a date';
  return undefined;
}

const isScalar = (value: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof value);

/** Messages repeat what they are about, not a megabyte of it. */
const shown = (text: string): string => (text.length > 100 ? `${text.slice(0, 100)}…` : text);
