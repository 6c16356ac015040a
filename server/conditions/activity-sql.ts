import { type RawBuilder, sql } from 'kysely';
import type { Filter } from '../../contract/condition.ts';
import type { Ctx } from '../platform/context.ts';
import { firstUuidV7 } from '../platform/uuid.ts';
import type { Field } from './fields.ts';
import { windowStart } from './instants.ts';
import { type Test, unchecked } from './sql-pieces.ts';

type Activity = Extract<Field, { kind: 'event' | 'activity' }>;

/** `event.<name>` looks at recorded events, `email.<activity>` at the first time that it happened to each email. */
export function activityTest(ctx: Ctx, activity: Activity, filter: Filter): Test {
  const happened = (since?: Date | '-infinity') => sql`exists (${occurrences(ctx, activity, since)})`;
  const start = () => windowStart(ctx.clock.now(), filter);
  switch (filter.operator) {
    case 'triggered':
      return sql`(${happened()})`;
    case 'notTriggered':
      return sql`(not ${happened()})`;
    case 'triggeredWithin':
      return sql`(${happened(start())})`;
    case 'notTriggeredWithin':
      return sql`(not ${happened(start())})`;
    case 'triggeredOlderThan':
      return sql`(${happened()} and not ${happened(start())})`;
    default:
      throw unchecked(filter);
  }
}

function occurrences(ctx: Ctx, activity: Activity, since: Date | '-infinity' | undefined): RawBuilder<unknown> {
  if (activity.kind === 'event') {
    return sql`select from events
      where events.project_id = ${ctx.projectId} and events.contact_id = contacts.id and events.name = ${activity.name}
      ${since === undefined ? sql`` : sql`and ${isSince(since)}`}`;
  }
  const at = sql.ref(`emails.${activity.column}`);
  return sql`select from emails
    where emails.project_id = ${ctx.projectId} and emails.contact_id = contacts.id
      and ${since === undefined ? sql`${at} is not null` : sql`${at} >= ${since}::timestamptz`}`;
}

/**
 * Ids of events are made of their time, to the millisecond: the index by name then begins at the right place. Asking for
 * created_at as well would change nothing but the planner's guess, which takes the two for independent.
 */
const isSince = (since: Date | '-infinity') =>
  since === '-infinity' ? sql`true` : sql`events.id >= ${firstUuidV7(since)}`;
