import { type Selectable, sql } from 'kysely';
import type { Contact } from '../../contract/contacts.ts';
import type { Ctx } from '../platform/context.ts';
import type { Contacts } from '../platform/db/tables.ts';
import { notFound } from '../platform/errors.ts';
import { isUuid } from '../platform/uuid.ts';
import type { ContactData } from './contact-data.ts';

export type ContactRow = Selectable<Contacts>;

export function toContact(row: ContactRow): Contact {
  return {
    id: row.id,
    email: row.email,
    subscribed: row.subscribed,
    data: row.data as ContactData | null,
    projectId: row.project_id,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

export async function getContact(ctx: Ctx, id: string): Promise<ContactRow> {
  const row = isUuid(id)
    ? await ctx.db
        .selectFrom('contacts')
        .selectAll()
        .where('project_id', '=', ctx.projectId)
        .where('id', '=', id)
        .executeTakeFirst()
    : undefined;
  if (!row) throw notFound('Contact', id);
  return row;
}

/** `data` after a change: shallow merge, removals, and null again when nothing is left. */
export const mergedData = (stored: string, set: string, remove: string) =>
  sql`nullif((coalesce(${sql.ref(stored)}, '{}') || ${sql.ref(set)}) - ${sql.ref(remove)}, '{}')`;
