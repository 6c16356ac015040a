import { type Expression, type Selectable, sql } from 'kysely';
import type { Ctx } from '../platform/context.ts';
import type { Events } from '../platform/db/tables.ts';
import { uuidV7 } from '../platform/uuid.ts';

export type EventRow = Selectable<Events>;

export interface NewEvent {
  name: string;
  contactId: string | null;
  emailId?: string | null;
  data?: unknown;
}

/** Announces events that a workflow listens to, inside the transaction that records them. */
export const LISTENED_CHANNEL = 'posthorn_events_listened';

/** Over the columns of an event: opens and clicks by prefetchers and link scanners move no workflow. */
export const isOfPerson = sql<boolean>`(name not in ('email.open', 'email.click')
  or (data -> 'machine') is distinct from 'true'::jsonb)`;

/**
 * The only insert into `events`: any number of them in one statement. Those that a workflow listens to are noted for
 * it in the same one; the others cost a look into an index. Answers in the order given.
 */
export async function recordEvents(ctx: Ctx, events: NewEvent[]): Promise<EventRow[]> {
  if (events.length === 0) return [];
  const createdAt = ctx.clock.now();
  const rows = events.map(({ name, contactId, emailId = null, data = null }) => ({
    project_id: ctx.projectId,
    id: uuidV7(createdAt),
    name,
    data,
    contact_id: contactId,
    email_id: emailId,
    created_at: createdAt,
  }));
  await sql`/* prepared */
    with input as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as row (id uuid, name text, data jsonb, contact_id uuid, email_id uuid)
    ), recorded as (
      insert into events (project_id, id, name, data, contact_id, email_id, created_at)
      select ${ctx.projectId}, id, name, data, contact_id, email_id, ${createdAt} from input
    ), noted as (
      insert into event_dispatches (project_id, event_id, name, contact_id, data, created_at)
      select ${ctx.projectId}, id, name, contact_id, data, ${createdAt} from input
      where contact_id is not null and ${isOfPerson}
        and name in (select name from event_listeners where project_id = ${ctx.projectId})
      returning 1
    )
    select pg_notify(${LISTENED_CHANNEL}, '') from noted limit 1
  `.execute(ctx.db);
  return rows as EventRow[];
}

/**
 * The same event for every contact that a query answers, however many: nothing passes through this process. The query
 * may itself be a write that returns whom it changed. Answers how many there were.
 */
export async function recordEventsFor(
  ctx: Ctx,
  { name, data = null }: Pick<NewEvent, 'name' | 'data'>,
  contacts: Expression<{ contact_id: string }>,
): Promise<number> {
  const createdAt = ctx.clock.now();
  const { rows } = await sql<{ count: number }>`
    with meant as (${contacts}), recorded as (
      insert into events (project_id, id, name, data, contact_id, created_at)
      select ${ctx.projectId}, posthorn_uuid_at(${createdAt}::timestamptz), ${name}, ${JSON.stringify(data)}::jsonb,
             contact_id, ${createdAt}
      from meant
      returning id, data, contact_id
    ), noted as (
      insert into event_dispatches (project_id, event_id, name, contact_id, data, created_at)
      select ${ctx.projectId}, id, ${name}, contact_id, data, ${createdAt} from recorded
      where exists (select from event_listeners where project_id = ${ctx.projectId} and name = ${name})
      returning 1
    ), told as (
      select pg_notify(${LISTENED_CHANNEL}, '') from noted limit 1
    )
    select (select count(*) from recorded) as count, (select count(*) from told) as told
  `.execute(ctx.db);
  return rows[0]?.count ?? 0;
}
