import { isDeepStrictEqual } from 'node:util';
import type { BinaryCondition } from '../../contract/workflow-steps.ts';
import { instantOf } from '../conditions/instants.ts';

type StepOperator = BinaryCondition['operator'];

/** What the conditions of a workflow look at. */
export interface Facts {
  contact: {
    id: string;
    email: string;
    subscribed: boolean;
    data: Record<string, unknown> | null;
    createdAt: string;
    updatedAt: string;
  };
  /** Of the event or the start: `event.*` and `workflow.*` both mean it. */
  context: Record<string, unknown> | null;
}

/** The value of a field; undefined where there is none. */
export function factAt({ contact, context }: Facts, field: string): unknown {
  const [root = ''] = field.split('.', 1);
  const rest = field.slice(root.length + 1);
  if (rest === '') return ofContact(contact, root);
  switch (root) {
    case 'contact':
      return rest.startsWith('data.') ? valueAt(contact.data, rest.slice('data.'.length)) : ofContact(contact, rest);
    case 'data':
      return valueAt(contact.data, rest);
    case 'event':
    case 'workflow':
      return valueAt(context, rest);
    default:
      return undefined;
  }
}

function ofContact(contact: Facts['contact'], name: string): unknown {
  if (name === 'createdAt' || name === 'updatedAt') return new Date(contact[name]).toISOString();
  return name === 'id' || name === 'email' || name === 'subscribed' || name === 'data' ? contact[name] : undefined;
}

/** The whole path as one key first, then as a walk through nested objects: as in segments. */
function valueAt(object: unknown, path: string): unknown {
  if (ownValue(object, path) !== undefined) return ownValue(object, path);
  return path.split('.').reduce(ownValue, object);
}

const ownValue = (object: unknown, key: string): unknown =>
  typeof object === 'object' && object !== null && Object.hasOwn(object, key)
    ? (object as Record<string, unknown>)[key]
    : undefined;

/** Whether a value passes a test. Nothing but `equals` and `notExists` holds for a value that is missing. */
export function holds(actual: unknown, operator: StepOperator, expected: unknown): boolean {
  const isMissing = actual === undefined || actual === null;
  switch (operator) {
    case 'exists':
      return !isMissing;
    case 'notExists':
      return isMissing;
    case 'equals':
      return isDeepStrictEqual(actual, expected);
    case 'notEquals':
      return !isMissing && !isDeepStrictEqual(actual, expected);
    case 'contains':
      return contains(actual, expected);
    case 'notContains':
      return !isMissing && !contains(actual, expected);
    default:
      return compares(actual, operator, expected);
  }
}

/** Ignores case; a list contains its elements. */
function contains(actual: unknown, expected: unknown): boolean {
  if (Array.isArray(actual)) return actual.some((element) => folded(element) === folded(expected));
  const text = folded(actual);
  const part = folded(expected);
  return text !== undefined && part !== undefined && text.includes(part);
}

const folded = (value: unknown): string | undefined =>
  ['string', 'number', 'boolean'].includes(typeof value) ? String(value).toLowerCase() : undefined;

type Order = Extract<StepOperator, `${string}Than${string}`>;

const ORDERS: Record<Order, (sign: number) => boolean> = {
  greaterThan: (sign) => sign > 0,
  lessThan: (sign) => sign < 0,
  greaterThanOrEqual: (sign) => sign >= 0,
  lessThanOrEqual: (sign) => sign <= 0,
};

/** Numbers with numbers, dates as instants, other text by its code points; values of different types do not compare. */
function compares(actual: unknown, operator: Order, expected: unknown): boolean {
  const sign = comparison(actual, expected);
  return sign !== undefined && ORDERS[operator](sign);
}

function comparison(actual: unknown, expected: unknown): number | undefined {
  if (typeof actual === 'number' && typeof expected === 'number') return actual - expected;
  if (typeof actual !== 'string' || typeof expected !== 'string') return undefined;
  const [at, than] = [instantOf(actual), instantOf(expected)];
  if (than !== undefined) return at === undefined ? undefined : Date.parse(at) - Date.parse(than);
  return Buffer.compare(Buffer.from(actual), Buffer.from(expected));
}
