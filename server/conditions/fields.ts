import { type Condition, type Filter, isTriggerOperator } from '../../contract/condition.ts';
import { isUuid } from '../platform/uuid.ts';

/** What a filter looks at. */
export type Field =
  | { kind: 'email' }
  | { kind: 'subscribed' }
  | { kind: 'time'; column: 'created_at' | 'updated_at' }
  | { kind: 'data'; path: string }
  | { kind: 'event'; name: string }
  | { kind: 'activity'; column: ActivityColumn }
  | { kind: 'segment'; id: string };

type Column = Extract<Field, { kind: 'email' | 'subscribed' | 'time' }>;

const COLUMNS = new Map<string, Column>([
  ['email', { kind: 'email' }],
  ['subscribed', { kind: 'subscribed' }],
  ['createdAt', { kind: 'time', column: 'created_at' }],
  ['updatedAt', { kind: 'time', column: 'updated_at' }],
]);

// The spellings of segment filters, and those of the events of the same meaning.
const ACTIVITIES = {
  sent: 'sent_at',
  delivered: 'delivered_at',
  delivery: 'delivered_at',
  opened: 'opened_at',
  open: 'opened_at',
  clicked: 'clicked_at',
  click: 'clicked_at',
  bounced: 'bounced_at',
  bounce: 'bounced_at',
  complained: 'complained_at',
  complaint: 'complained_at',
} as const;
export type ActivityColumn = (typeof ACTIVITIES)[keyof typeof ACTIVITIES];

const isActivity = (name: string): name is keyof typeof ACTIVITIES => Object.hasOwn(ACTIVITIES, name);

const PREFIXED = new Map<string, (rest: string) => Field | undefined>([
  ['data', (path) => (path ? { kind: 'data', path } : undefined)],
  ['event', (name) => (name ? { kind: 'event', name } : undefined)],
  ['email', (name) => (isActivity(name) ? { kind: 'activity', column: ACTIVITIES[name] } : undefined)],
  ['segment', (id) => (isUuid(id) ? { kind: 'segment', id: id.toLowerCase() } : undefined)],
]);

/** undefined: there is no such field. A name of no other kind is an event when it is asked whether it was triggered. */
export function fieldOf({ field, operator }: Pick<Filter, 'field' | 'operator'>): Field | undefined {
  const column = COLUMNS.get(field);
  if (column) return column;
  const [prefix = ''] = field.split('.', 1);
  const ofPrefix = prefix === field ? undefined : PREFIXED.get(prefix);
  if (ofPrefix) return ofPrefix(field.slice(prefix.length + 1));
  return isTriggerOperator(operator) ? { kind: 'event', name: field } : undefined;
}

/** Every filter of a tree with its path, in reading order. */
export function* filtersOf({ groups }: Condition, path = ''): Generator<{ filter: Filter; path: string }> {
  for (const [g, { filters, conditions }] of groups.entries()) {
    for (const [f, filter] of filters.entries()) yield { filter, path: `${path}groups.${g}.filters.${f}` };
    if (conditions) yield* filtersOf(conditions, `${path}groups.${g}.conditions.`);
  }
}

/** What a tree refers to: whoever deletes such a thing asks first. */
export function mentionsOf(condition: Condition | null): Field[] {
  return condition ? [...filtersOf(condition)].flatMap(({ filter }) => fieldOf(filter) ?? []) : [];
}
