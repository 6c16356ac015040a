import { sql } from 'kysely';
import type { Ctx } from '../platform/context.ts';
import { notFound } from '../platform/errors.ts';
import { isUuid } from '../platform/uuid.ts';

export async function deleteContact(ctx: Ctx, id: string): Promise<void> {
  const [deleted] = isUuid(id) ? await deleteContacts(ctx, [id]) : [];
  if (!deleted) throw notFound('Contact', id);
}

/** Everything recorded about them goes with them (foreign keys cascade). Answers those that were there. */
export async function deleteContacts(ctx: Ctx, ids: string[]): Promise<string[]> {
  // Locked in the order of their ids, so that two batches cannot deadlock.
  const { rows } = await sql<{ id: string }>`
    with locked as materialized (
      select id from contacts
      where project_id = ${ctx.projectId} and id = any(${ids}::uuid[])
      order by id
      for update
    )
    delete from contacts using locked
    where contacts.project_id = ${ctx.projectId} and contacts.id = locked.id
    returning contacts.id
  `.execute(ctx.db);
  return rows.map(({ id }) => id);
}
