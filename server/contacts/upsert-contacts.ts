import { sql } from 'kysely';
import { recordEvents } from '../events/record-events.ts';
import { type Ctx, transaction } from '../platform/context.ts';
import { uuidV7 } from '../platform/uuid.ts';
import { type ContactRow, mergedData } from './contact.ts';
import { type DataChange, NO_CHANGE } from './contact-data.ts';
import { subscriptionEvents } from './subscription.ts';

export interface ContactUpsert {
  /** Normalised: trimmed and lower-case. */
  email: string;
  /** Explicit wish; omitted keeps the state of an existing contact. */
  subscribed?: boolean | undefined;
  change?: DataChange;
}

export interface UpsertedContact {
  contact: ContactRow;
  isNew: boolean;
}

/**
 * The only way a contact is made. Any number of contacts, one statement; an address that stands in the list more than
 * once is handled in the order given. Records subscription events for real changes only.
 */
export function upsertContacts(
  ctx: Ctx,
  upserts: ContactUpsert[],
  { subscribedByDefault }: { subscribedByDefault: boolean },
): Promise<UpsertedContact[]> {
  return transaction(ctx, async (ctx) => {
    const results: UpsertedContact[] = new Array(upserts.length);
    for (const wave of distinctWaves(upserts)) {
      for (const row of await upsertDistinct(ctx, wave, subscribedByDefault)) {
        const { n, is_new, was_subscribed, ...contact } = row;
        results[n] = { contact, isNew: is_new };
      }
    }
    return results;
  });
}

interface Numbered extends ContactUpsert {
  n: number;
}

/** Wave k holds the k-th occurrence of each address. */
function distinctWaves(upserts: ContactUpsert[]): Numbered[][] {
  const seen = new Map<string, number>();
  const waves: Numbered[][] = [];
  for (const [n, upsert] of upserts.entries()) {
    const k = seen.get(upsert.email) ?? 0;
    seen.set(upsert.email, k + 1);
    const wave = waves[k] ?? [];
    waves[k] = wave;
    wave.push({ ...upsert, n });
  }
  return waves;
}

type UpsertRow = ContactRow & { n: number; is_new: boolean; was_subscribed: boolean };

async function upsertDistinct(ctx: Ctx, wave: Numbered[], subscribedByDefault: boolean): Promise<UpsertRow[]> {
  const done: UpsertRow[] = [];
  let open = wave;
  // A row comes back from the statement unless another transaction made, changed or deleted it meanwhile: then it is
  // tried again, and the next attempt sees what that transaction left.
  while (open.length > 0) {
    const rows = await upsertOnce(ctx, open, subscribedByDefault);
    done.push(...rows);
    const finished = new Set(rows.map(({ n }) => n));
    open = open.filter(({ n }) => !finished.has(n));
  }
  await recordEvents(ctx, subscriptionEvents(done.filter((row) => !row.is_new)));
  return done;
}

async function upsertOnce(ctx: Ctx, wave: Numbered[], subscribedByDefault: boolean): Promise<UpsertRow[]> {
  const now = ctx.clock.now();
  const input = wave.map(({ n, email, subscribed, change = NO_CHANGE }) => ({
    n,
    id: uuidV7(now),
    email,
    subscribed: subscribed ?? null,
    ...change,
  }));
  const changed = sql`(input.subscribed <> contacts.subscribed
    or ${mergedData('contacts.data', 'input.set', 'input.remove')} is distinct from contacts.data)`;
  // Contacts that the write would leave as they are cost no write, and are not even locked: most tracked events are of
  // this kind. Those to be changed are locked in the order of their addresses, so that two batches cannot deadlock, and
  // `locked` holds what the row was at that moment, whatever the statement's snapshot says.
  const { rows } = await sql<UpsertRow>`
    with input as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(input)}::jsonb)
        as row (n int, id uuid, email text, subscribed boolean, set jsonb, remove text[])
    ), locked as materialized (
      select contacts.id, contacts.subscribed as was_subscribed, input.n, input.subscribed as wish, input.set, input.remove
      from contacts join input on contacts.email = input.email
      where contacts.project_id = ${ctx.projectId} and ${changed}
      order by contacts.email
      for update of contacts
    ), updated as (
      update contacts
      set subscribed = coalesce(locked.wish, contacts.subscribed),
          data = ${mergedData('contacts.data', 'locked.set', 'locked.remove')},
          updated_at = ${now}
      from locked
      where contacts.project_id = ${ctx.projectId} and contacts.id = locked.id
      returning contacts.*, locked.n, false as is_new, locked.was_subscribed
    ), inserted as (
      insert into contacts (project_id, id, email, subscribed, data, created_at, updated_at)
      select ${ctx.projectId}, id, email, coalesce(subscribed, ${subscribedByDefault}), nullif(set, '{}'), ${now}, ${now}
      from input
      where not exists (
        select from contacts where contacts.project_id = ${ctx.projectId} and contacts.email = input.email
      )
      order by email
      on conflict (project_id, email) do nothing
      returning *
    )
    select contacts.*, input.n, false as is_new, contacts.subscribed as was_subscribed
    from contacts join input on contacts.email = input.email
    where contacts.project_id = ${ctx.projectId} and not coalesce(${changed}, false)
    union all
    select * from updated
    union all
    select inserted.*, input.n, true, inserted.subscribed from inserted join input using (email)
  `.execute(ctx.db);
  return rows;
}
