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

/** The only insert into `events`: any number of them in one statement. Answers in the order given. */
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
    insert into events (project_id, id, name, data, contact_id, email_id, created_at)
    select ${ctx.projectId}, id, name, data, contact_id, email_id, ${createdAt}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as row (id uuid, name text, data jsonb, contact_id uuid, email_id uuid)
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
  const { numAffectedRows = 0n } = await sql`
    with meant as (${contacts})
    insert into events (project_id, id, name, data, contact_id, created_at)
    select ${ctx.projectId}, posthorn_uuid_at(${createdAt}::timestamptz), ${name}, ${JSON.stringify(data)}::jsonb,
           contact_id, ${createdAt}
    from meant
  `.execute(ctx.db);
  return Number(numAffectedRows);
}
