import { sql } from 'kysely';
import { recordEvents } from '../events/record-events.ts';
import { type Ctx, transaction } from '../platform/context.ts';
import { type ContactRow, mergedData } from './contact.ts';
import type { DataChange } from './contact-data.ts';
import { subscriptionEvents } from './subscription.ts';

interface ContactChange extends DataChange {
  id: string;
  /** Left out: the state stays. */
  subscribed?: boolean | undefined;
}

/** Changes any number of known contacts, each at most once, in one statement. Answers them as they are now, by id. */
export function changeContacts(ctx: Ctx, changes: ContactChange[]): Promise<Map<string, ContactRow>> {
  return transaction(ctx, async (ctx) => {
    const input = changes.map(({ subscribed = null, ...change }) => ({ ...change, subscribed }));
    // Locked in the order of their ids, so that two batches cannot deadlock.
    const { rows } = await sql<ContactRow & { was_subscribed: boolean }>`/* prepared */
      with input as materialized (
        select * from jsonb_to_recordset(${JSON.stringify(input)}::jsonb)
          as row (id uuid, subscribed boolean, set jsonb, remove text[])
      ), before as materialized (
        select contacts.id, contacts.subscribed as was_subscribed,
               input.subscribed, input.set, input.remove
        from contacts join input on input.id = contacts.id
        where contacts.project_id = ${ctx.projectId}
        order by contacts.id
        for no key update of contacts
      )
      update contacts
      set subscribed = coalesce(before.subscribed, contacts.subscribed),
          data = ${mergedData('contacts.data', 'before.set', 'before.remove')},
          updated_at = ${ctx.clock.now()}
      from before
      where contacts.project_id = ${ctx.projectId} and contacts.id = before.id
      returning contacts.*, before.was_subscribed
    `.execute(ctx.db);
    await recordEvents(ctx, subscriptionEvents(rows));
    return new Map(rows.map(({ was_subscribed, ...contact }) => [contact.id, contact]));
  });
}
