import { sql } from 'kysely';
import { recordEvents } from '../events/record-events.ts';
import { type Ctx, transaction } from '../platform/context.ts';

export interface SubscriptionWish {
  contactId: string;
  /** The email that led to it, to which the change is credited. */
  emailId?: string | null | undefined;
}

interface Options {
  /** Why, when nobody asked for it. */
  reason?: 'bounce' | 'complaint';
}

/** Subscribes or unsubscribes any number of contacts. Answers those whose state really changed: each has its event. */
export function setSubscription(
  ctx: Ctx,
  wishes: SubscriptionWish[],
  subscribed: boolean,
  { reason }: Options = {},
): Promise<string[]> {
  const emailOf = new Map(wishes.map(({ contactId, emailId }) => [contactId, emailId ?? null]));
  if (emailOf.size === 0) return Promise.resolve([]);
  return transaction(ctx, async (ctx) => {
    // Locked in the order of their ids, so that two batches cannot deadlock.
    const { rows } = await sql<{ id: string }>`
      with locked as materialized (
        select id from contacts
        where project_id = ${ctx.projectId} and id = any(${[...emailOf.keys()]}::uuid[]) and subscribed <> ${subscribed}
        order by id
        for update
      )
      update contacts set subscribed = ${subscribed}, updated_at = ${ctx.clock.now()}
      from locked
      where contacts.project_id = ${ctx.projectId} and contacts.id = locked.id
      returning contacts.id
    `.execute(ctx.db);
    await recordEvents(
      ctx,
      rows.map(({ id }) => ({
        name: subscribed ? 'contact.subscribed' : 'contact.unsubscribed',
        contactId: id,
        emailId: emailOf.get(id) ?? null,
        data: reason === undefined ? null : { reason },
      })),
    );
    return rows.map(({ id }) => id);
  });
}
