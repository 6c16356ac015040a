import type { Ctx } from '../platform/context.ts';
import { isUuid } from '../platform/uuid.ts';
import { toEvent } from './event.ts';

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

interface Period {
  startDate?: Date | undefined;
  endDate?: Date | undefined;
}

export function countEventsByName(ctx: Ctx, { startDate, endDate }: Period = {}) {
  return ctx.db
    .selectFrom('events')
    .select((eb) => ['name', eb.fn.countAll<number>().as('count')])
    .where('project_id', '=', ctx.projectId)
    .$if(startDate !== undefined, (query) => query.where('created_at', '>=', startDate as Date))
    .$if(endDate !== undefined, (query) => query.where('created_at', '<=', endDate as Date))
    .groupBy('name')
    .orderBy('count', 'desc')
    .orderBy('name')
    .execute();
}

export async function listEventNames(ctx: Ctx) {
  const counts = await countEventsByName(ctx);
  return { eventNames: counts.map(({ name }) => name) };
}

export function countEventUse(ctx: Ctx, name: string) {
  return ctx.db
    .selectFrom('events')
    .select((eb) => [
      eb.fn.countAll<number>().as('totalCount'),
      eb.fn.count<number>('contact_id').distinct().as('uniqueContacts'),
    ])
    .where('project_id', '=', ctx.projectId)
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
}
