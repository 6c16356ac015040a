import { sql } from 'kysely';
import type { Ctx } from '../platform/context.ts';
import { EMAIL_COLUMNS, EMAIL_JOINS, type EmailColumns, emailMetadata } from './email-metadata.ts';
import { contactOf, idBounds, type Placed, type Slice } from './feed-sources.ts';
import { msOf } from './position.ts';

interface SuppressedRow extends EmailColumns {
  id: string;
  created_at: Date;
  contact_id: string;
  contact_email: string;
}

/** Mail that we chose not to send has no event. Told at the time it was queued: the index of such rows has that order. */
export async function suppressedItems(ctx: Ctx, slice: Slice): Promise<Placed[]> {
  if (!slice.types.includes('email.suppressed')) return [];
  const { from, before } = idBounds(slice);
  const { rows } = await sql<SuppressedRow>`
    select emails.id, emails.created_at, emails.contact_id, contacts.email as contact_email, ${EMAIL_COLUMNS}
    from (
      select * from emails
      where project_id = ${ctx.projectId} and status = 'SUPPRESSED' and id >= ${from} and id < ${before}
        and ${slice.contactId === undefined ? sql`true` : sql`contact_id = ${slice.contactId}`}
      order by id desc limit ${slice.limit}
    ) as emails
    join contacts on contacts.project_id = emails.project_id and contacts.id = emails.contact_id
    ${EMAIL_JOINS}
  `.execute(ctx.db);
  return rows.map((row) => ({
    position: { ms: msOf(row.id), id: row.id, source: 'suppressed' },
    item: {
      id: `${row.id}_suppressed`,
      type: 'email.suppressed',
      timestamp: row.created_at.toISOString(),
      ...contactOf(row),
      metadata: { ...emailMetadata(row, null), error: row.error },
    },
  }));
}
