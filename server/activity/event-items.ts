import { sql } from 'kysely';
import type { Activity, ActivityType } from '../../contract/activity.ts';
import type { Ctx } from '../platform/context.ts';
import { EMAIL_COLUMNS, EMAIL_JOINS, type EmailColumns, emailMetadata } from './email-metadata.ts';
import { contactOf, idBounds, type Placed, type Slice } from './feed-sources.ts';
import { msOf } from './position.ts';

/** Every state that an email reaches is recorded as an event: the feed reads those, and the ledger needs no index for it. */
const TYPE_BY_NAME: Record<string, ActivityType> = {
  'email.sent': 'email.sent',
  'email.delivery': 'email.delivered',
  'email.received': 'email.received',
  'email.open': 'email.opened',
  'email.click': 'email.clicked',
  'email.bounce': 'email.bounced',
  'email.complaint': 'email.complaint',
  'contact.subscribed': 'contact.subscribed',
  'contact.unsubscribed': 'contact.unsubscribed',
};
const EVENT_TYPES = [...new Set([...Object.values(TYPE_BY_NAME), 'event.triggered' as const])];

/** One item per state: an open after the first is none. A bounce that changed nothing is told as the event that it is. */
const typeOf = sql`(case events.name
  when 'email.sent' then 'email.sent'
  when 'email.delivery' then 'email.delivered'
  when 'email.received' then 'email.received'
  when 'email.open' then case when events.data ->> 'isFirstOpen' = 'true' then 'email.opened' end
  when 'email.click' then case when events.data ->> 'isFirstClick' = 'true' then 'email.clicked' end
  when 'email.bounce' then case when events.data ->> 'bounceType' = 'Permanent' then 'email.bounced' else 'event.triggered' end
  when 'email.complaint' then 'email.complaint'
  when 'contact.subscribed' then 'contact.subscribed'
  when 'contact.unsubscribed' then 'contact.unsubscribed'
  else 'event.triggered' end)`;

interface EventItemRow extends EmailColumns {
  id: string;
  type: ActivityType;
  name: string;
  data: Record<string, unknown> | null;
  created_at: Date;
  contact_id: string | null;
  contact_email: string | null;
  email_id: string | null;
}

export async function eventItems(ctx: Ctx, slice: Slice): Promise<Placed[]> {
  const wanted = slice.types.filter((type) => EVENT_TYPES.includes(type));
  if (wanted.length === 0) return [];
  const isEverything = wanted.length === EVENT_TYPES.length && slice.contactId === undefined;
  const chosen = isEverything ? newestOfAll(ctx, slice) : newestByName(ctx, slice, wanted);
  const { rows } = await sql<EventItemRow>`
    select events.id, events.type, events.name, events.data, events.created_at, events.contact_id, events.email_id,
           contacts.email as contact_email, ${EMAIL_COLUMNS}
    from (${chosen}) as events
    left join contacts on contacts.project_id = events.project_id and contacts.id = events.contact_id
    left join emails on emails.project_id = events.project_id and emails.id = events.email_id
    ${EMAIL_JOINS}
    order by events.id desc
  `.execute(ctx.db);
  return rows.map((row) => ({ position: { ms: msOf(row.id), id: row.id, source: 'event' }, item: toItem(row) }));
}

function newestOfAll(ctx: Ctx, slice: Slice) {
  const { from, before } = idBounds(slice);
  return sql`
    select events.*, ${typeOf} as type from events
    where project_id = ${ctx.projectId} and id >= ${from} and id < ${before} and ${typeOf} is not null
    order by id desc limit ${slice.limit}`;
}

/**
 * A page of so many items comes from at most as many names, those with the newest events: one index entry per name finds
 * them, a bounded scan of each does the rest. So a rare type costs no walk over all the others.
 */
function newestByName(ctx: Ctx, slice: Slice, wanted: ActivityType[]) {
  return sql`
    with recursive ${allNames(ctx, slice)}, names as (
      select candidates.name
      from (${candidates(wanted)}) as candidates (name)
      cross join lateral (${eventsNamed(ctx, slice, wanted, 'candidates')} limit 1) as newest
      order by newest.id desc limit ${slice.limit}
    )
    select events.* from names
    cross join lateral (${eventsNamed(ctx, slice, wanted, 'names')} limit ${slice.limit}) as events
    order by events.id desc limit ${slice.limit}`;
}

const isMine = (ctx: Ctx, { contactId }: Slice) =>
  sql`(events.project_id = ${ctx.projectId} and ${contactId === undefined ? sql`true` : sql`events.contact_id = ${contactId}`})`;

/** A loose index scan: one entry per name, however many events have it. */
const allNames = (ctx: Ctx, slice: Slice) => sql`all_names as (
  (select name from events where ${isMine(ctx, slice)} order by name limit 1)
  union all
  select (select name from events where ${isMine(ctx, slice)} and name > all_names.name order by name limit 1)
  from all_names where all_names.name is not null
)`;

function candidates(wanted: ActivityType[]) {
  const known = Object.entries(TYPE_BY_NAME);
  if (!wanted.includes('event.triggered')) {
    return sql`select unnest(${known.filter(([, type]) => wanted.includes(type)).map(([name]) => name)}::text[])`;
  }
  const useless = known.filter(([name, type]) => !wanted.includes(type) && name !== 'email.bounce');
  return sql`select name from all_names where name is not null and name <> all(${useless.map(([name]) => name)}::text[])`;
}

/** The index by contact is ordered by time, the one by name by id: the same order, since ids are made from the time. */
function eventsNamed(ctx: Ctx, slice: Slice, wanted: ActivityType[], names: string) {
  const { from, before } = idBounds(slice);
  const { position, end, contactId } = slice;
  const latest = Math.min(position ? position.ms + 1 : LAST_MS, end?.getTime() ?? LAST_MS);
  const times = contactId === undefined ? sql`true` : sql`events.created_at < ${new Date(latest)}`;
  const order = contactId === undefined ? sql`events.id desc` : sql`events.created_at desc, events.id desc`;
  return sql`
    select events.*, ${typeOf} as type from events
    where ${isMine(ctx, slice)} and events.name = ${sql.ref(`${names}.name`)} and events.id >= ${from}
      and events.id < ${before} and ${times} and ${typeOf} = any(${wanted})
    order by ${order}`;
}

const LAST_MS = Date.parse('9999-12-31T00:00:00Z');

function toItem(row: EventItemRow): Activity {
  const { type, email_id, data } = row;
  const isOfEmail = type.startsWith('email.') && email_id !== null;
  return {
    id: isOfEmail ? `${email_id}_${type.slice('email.'.length)}` : row.id,
    type,
    timestamp: row.created_at.toISOString(),
    ...contactOf(row),
    metadata: isOfEmail ? { ...emailMetadata(row, data), ...extraOf(row) } : { eventName: row.name, eventData: data },
  };
}

function extraOf({ type, opens, clicks, error }: EventItemRow): Record<string, unknown> {
  if (type === 'email.opened') return { totalOpens: opens };
  if (type === 'email.clicked') return { totalClicks: clicks };
  return type === 'email.bounced' || type === 'email.complaint' ? { error } : {};
}
