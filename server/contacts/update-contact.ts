import { sql } from 'kysely';
import { recordEvents } from '../events/record-events.ts';
import { type Ctx, transaction } from '../platform/context.ts';
import { isUniqueViolation } from '../platform/db/violations.ts';
import { conflict, notFound } from '../platform/errors.ts';
import { isUuid } from '../platform/uuid.ts';
import { type ContactRow, mergedData } from './contact.ts';
import { type ContactData, planDataChange } from './contact-data.ts';
import { subscriptionEvents } from './subscription.ts';

export interface ContactPatch {
  email?: string | undefined;
  subscribed?: boolean | undefined;
  /** Merged by the write rules; null clears everything. */
  data?: ContactData | null | undefined;
}

export async function updateContact(ctx: Ctx, id: string, patch: ContactPatch): Promise<ContactRow> {
  if (!isUuid(id)) throw notFound('Contact', id);
  return transaction(ctx, async (ctx) => {
    const { was_subscribed, ...contact } = await applyPatch(ctx, id, patch);
    await recordEvents(ctx, subscriptionEvents([{ ...contact, was_subscribed }]));
    return contact;
  }).catch((error: unknown) => {
    if (isUniqueViolation(error)) throw conflict('A contact with this email already exists in this project');
    throw error;
  });
}

async function applyPatch(ctx: Ctx, id: string, { email, subscribed, data }: ContactPatch) {
  const { set, remove } = planDataChange(data);
  const { rows } = await sql<ContactRow & { was_subscribed: boolean }>`
    with before as (
      select id, subscribed as was_subscribed, ${JSON.stringify(set)}::jsonb as set, ${remove}::text[] as remove
      from contacts
      where project_id = ${ctx.projectId} and id = ${id}
      for update
    )
    update contacts
    set email = coalesce(${email ?? null}, email),
        subscribed = coalesce(${subscribed ?? null}, subscribed),
        data = ${data === null ? sql`null` : mergedData('contacts.data', 'before.set', 'before.remove')},
        updated_at = ${ctx.clock.now()}
    from before
    where contacts.project_id = ${ctx.projectId} and contacts.id = before.id
    returning contacts.*, before.was_subscribed
  `.execute(ctx.db);
  if (!rows[0]) throw notFound('Contact', id);
  return rows[0];
}
