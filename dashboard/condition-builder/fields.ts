import type { FieldKind, Operator } from '../../contract/condition.ts';

export type DataType = 'string' | 'number' | 'boolean' | 'date';

const COLUMNS: Record<string, FieldKind> = {
  email: 'email',
  subscribed: 'subscribed',
  createdAt: 'time',
  updatedAt: 'time',
};

const PREFIXES: Record<string, FieldKind> = {
  data: 'data',
  event: 'event',
  email: 'activity',
  segment: 'segment',
};

/** What a field of a filter looks at, by how it is written. */
export const kindOf = (field: string): FieldKind | undefined =>
  COLUMNS[field] ?? PREFIXES[field.split('.', 1)[0] ?? ''];

export const ACTIVITIES = [
  { value: 'email.sent', label: 'was sent an email' },
  { value: 'email.delivered', label: 'received an email' },
  { value: 'email.opened', label: 'opened an email' },
  { value: 'email.clicked', label: 'clicked in an email' },
  { value: 'email.bounced', label: 'bounced' },
  { value: 'email.complained', label: 'complained' },
];

export const OPERATOR_WORDS: Record<Operator, string> = {
  equals: 'is',
  notEquals: 'is not',
  contains: 'contains',
  notContains: 'does not contain',
  greaterThan: 'is more than',
  lessThan: 'is less than',
  greaterThanOrEqual: 'is at least',
  lessThanOrEqual: 'is at most',
  exists: 'has a value',
  notExists: 'has no value',
  within: 'is within the last',
  olderThan: 'is longer ago than',
  triggered: 'ever',
  triggeredWithin: 'within the last',
  triggeredOlderThan: 'last longer ago than',
  notTriggered: 'never',
  notTriggeredWithin: 'not within the last',
  memberOfSegment: 'is a member',
  notMemberOfSegment: 'is not a member',
};

const AFTER: Partial<Record<Operator, string>> = {
  greaterThan: 'is after',
  lessThan: 'is before',
  greaterThanOrEqual: 'is on or after',
  lessThanOrEqual: 'is on or before',
};

const HAPPENED: Partial<Record<Operator, string>> = {
  triggered: 'ever happened',
  triggeredWithin: 'happened within the last',
  triggeredOlderThan: 'last happened longer ago than',
  notTriggered: 'never happened',
  notTriggeredWithin: 'did not happen within the last',
};

/** Times are before and after, numbers more and less, events happen. */
export function wordsOf(operator: Operator, { kind, isTime }: { kind: FieldKind; isTime: boolean }): string {
  const special = isTime ? AFTER : kind === 'event' ? HAPPENED : {};
  return special[operator] ?? OPERATOR_WORDS[operator];
}

const NUMBERS_ONLY: readonly Operator[] = ['greaterThan', 'lessThan', 'greaterThanOrEqual', 'lessThanOrEqual'];
const TEXT_ONLY: readonly Operator[] = ['contains', 'notContains'];
const DATES_ONLY: readonly Operator[] = ['within', 'olderThan'];

/** Of what the API allows on data, what means something for values of that type. */
export function fitting(operators: readonly Operator[], type: DataType | undefined): readonly Operator[] {
  if (type === undefined) return operators;
  const unfit: Record<DataType, readonly Operator[]> = {
    string: [...DATES_ONLY],
    number: [...TEXT_ONLY, ...DATES_ONLY],
    boolean: [...TEXT_ONLY, ...NUMBERS_ONLY, ...DATES_ONLY],
    date: TEXT_ONLY,
  };
  return operators.filter((operator) => !unfit[type].includes(operator));
}
