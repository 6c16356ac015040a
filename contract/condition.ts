import { z } from 'zod';

/** Those that compare one value with another. */
export const VALUE_OPERATORS = [
  'equals',
  'notEquals',
  'contains',
  'notContains',
  'greaterThan',
  'lessThan',
  'greaterThanOrEqual',
  'lessThanOrEqual',
  'exists',
  'notExists',
] as const;

export const OPERATORS = [
  ...VALUE_OPERATORS,
  'within',
  'olderThan',
  'triggered',
  'triggeredWithin',
  'triggeredOlderThan',
  'notTriggered',
  'notTriggeredWithin',
  'memberOfSegment',
  'notMemberOfSegment',
] as const;
export type Operator = (typeof OPERATORS)[number];

const TRIGGERED: readonly Operator[] = [
  'triggered',
  'triggeredWithin',
  'triggeredOlderThan',
  'notTriggered',
  'notTriggeredWithin',
];
const EQUALITY: readonly Operator[] = ['equals', 'notEquals'];
const TEXT: readonly Operator[] = ['contains', 'notContains'];
const ORDER: readonly Operator[] = ['greaterThan', 'lessThan', 'greaterThanOrEqual', 'lessThanOrEqual'];
const AGE: readonly Operator[] = ['within', 'olderThan'];

/** What a filter can look at: columns of the contact, its data, its events, its emails, segments it is in. */
export type FieldKind = 'email' | 'subscribed' | 'time' | 'data' | 'event' | 'activity' | 'segment';

export const OPERATORS_OF: Record<FieldKind, readonly Operator[]> = {
  email: [...EQUALITY, ...TEXT],
  subscribed: EQUALITY,
  time: [...EQUALITY, ...ORDER, ...AGE],
  data: [...EQUALITY, ...TEXT, ...ORDER, 'exists', 'notExists', ...AGE],
  event: TRIGGERED,
  activity: TRIGGERED,
  segment: ['memberOfSegment', 'notMemberOfSegment'],
};

/** These need a number and a unit. */
export const WINDOW_OPERATORS: readonly Operator[] = [
  'within',
  'olderThan',
  'triggeredWithin',
  'triggeredOlderThan',
  'notTriggeredWithin',
];

export const OPERATORS_WITHOUT_VALUE: readonly Operator[] = [
  'exists',
  'notExists',
  'triggered',
  'notTriggered',
  'memberOfSegment',
  'notMemberOfSegment',
];

export const isTriggerOperator = (operator: Operator): boolean => TRIGGERED.includes(operator);

export const UNITS = ['days', 'hours', 'minutes'] as const;
export type Unit = (typeof UNITS)[number];

/** Far beyond what a person builds, and small enough that no tree costs more than a query is worth. */
const MAX_CONDITION_LEVELS = 10;
const MAX_CONDITION_FILTERS = 200;

const FIELD_REQUIRED = 'A filter needs a field';

const filter = z.object(
  {
    field: z
      .string(FIELD_REQUIRED)
      .min(1, FIELD_REQUIRED)
      .describe('email, subscribed, createdAt, updatedAt, data.<key>, event.<name>, email.<activity>, segment.<id>'),
    operator: z.enum(OPERATORS, { error: ({ input }) => operatorMessage(input) }),
    value: z.unknown().optional(),
    unit: z.enum(UNITS, 'unit must be days, hours or minutes').nullish(),
  },
  'A filter must be an object',
);
export type Filter = z.infer<typeof filter>;

function operatorMessage(input: unknown): string {
  return typeof input === 'string' && input !== ''
    ? `Invalid operator "${input.slice(0, 50)}"`
    : 'A filter needs an operator';
}

/** Inside a group everything must hold: its filters and its nested tree. */
export interface Group {
  filters: Filter[];
  conditions?: Condition | null | undefined;
}

/** `logic` joins the groups of its own level. */
export interface Condition {
  logic: 'AND' | 'OR';
  groups: Group[];
}

const group: z.ZodType<Group> = z
  .object(
    { filters: z.array(filter, 'filters must be an array'), conditions: z.lazy(() => tree).nullish() },
    'A group must be an object',
  )
  // An empty group would mean everyone.
  .refine(({ filters, conditions }) => filters.length > 0 || conditions, 'A group needs a filter or nested conditions');

const tree: z.ZodType<Condition> = z.object(
  {
    logic: z.enum(['AND', 'OR'], 'logic must be AND or OR'),
    groups: z.array(group, 'groups must be an array').min(1, 'A condition needs at least one group'),
  },
  'Condition must be an object',
);

/** The shape of a condition tree; what its fields and values mean is checked by the server. */
export const condition = tree.superRefine((root, { addIssue }) => {
  const { levels, filters } = sizeOf(root);
  if (levels > MAX_CONDITION_LEVELS) {
    addIssue(`A condition may have at most ${MAX_CONDITION_LEVELS} levels, this one has ${levels}`);
  }
  if (filters > MAX_CONDITION_FILTERS) {
    addIssue(`A condition may have at most ${MAX_CONDITION_FILTERS} filters, this one has ${filters}`);
  }
});

function sizeOf({ groups }: Condition): { levels: number; filters: number } {
  const nested = groups.flatMap(({ conditions }) => (conditions ? [sizeOf(conditions)] : []));
  const own = groups.reduce((sum, { filters }) => sum + filters.length, 0);
  return {
    levels: 1 + Math.max(0, ...nested.map(({ levels }) => levels)),
    filters: nested.reduce((sum, { filters }) => sum + filters, own),
  };
}
