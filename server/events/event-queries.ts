import { sql } from 'kysely';
import type { Ctx } from '../platform/context.ts';
import { type AskedPeriod, readOpenPeriod } from '../platform/period.ts';
import { isUuid } from '../platform/uuid.ts';
import { toEvent } from './event.ts';
import { countEventsByName, type NameCount } from './event-day-counts.ts';

export async function listEvents(ctx: Ctx, { eventName, limit }: { eventName?: string | undefined; limit: number }) {
  const rows = await ctx.db
    .selectFrom('events')
    .leftJoin('contacts', (join) =>
      join.onRef('contacts.project_id', '=', 'events.project_id').onRef('contacts.id', '=', 'events.contact_id'),
    )
    .selectAll('events')
    .select('contacts.email as contact_email')
    .where('events.project_id', '=', ctx.projectId)
    .$if(eventName !== undefined, (query) => query.where('events.name', '=', eventName as string))
    .orderBy('events.id', 'desc')
    .limit(limit)
    .execute();
  return {
    events: rows.map((row) => ({
      ...toEvent(row),
      contact: row.contact_email === null ? null : { email: row.contact_email },
    })),
  };
}

/** Of an unknown contact, or another project's: none. */
export async function listContactEvents(ctx: Ctx, contactId: string, { limit }: { limit: number }) {
  if (!isUuid(contactId)) return { events: [] };
  const rows = await ctx.db
    .selectFrom('events')
    .selectAll()
    .where('project_id', '=', ctx.projectId)
    .where('contact_id', '=', contactId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return { events: rows.map(toEvent) };
}

export const eventStats = (ctx: Ctx, asked: AskedPeriod): Promise<NameCount[]> =>
  countEventsByName(ctx, readOpenPeriod(ctx.clock.now(), asked));

export async function listEventNames(ctx: Ctx) {
  const counts = await countEventsByName(ctx);
  return { eventNames: counts.map(({ name }) => name) };
}

export async function countEventUse(ctx: Ctx, name: string) {
  const counts = await countEventsByName(ctx);
  // Distinct first, then counted: Postgres hashes, and in parallel, where count(distinct) would sort.
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select distinct contact_id from events
      where project_id = ${ctx.projectId} and name = ${name} and contact_id is not null
    ) as contacts
  `.execute(ctx.db);
  return {
    totalCount: counts.find((each) => each.name === name)?.count ?? 0,
    uniqueContacts: rows[0]?.count ?? 0,
  };
}
