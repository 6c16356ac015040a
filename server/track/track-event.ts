import { type ContactData, planDataChange, unwrapTransient } from '../contacts/contact-data.ts';
import { type UpsertedContact, upsertContacts } from '../contacts/upsert-contacts.ts';
import { type EventRow, recordEvents } from '../events/record-events.ts';
import { assertNotReserved } from '../events/reserved-names.ts';
import { coalesceBy } from '../platform/coalesce.ts';
import { type Ctx, transaction } from '../platform/context.ts';
import { perServer } from '../platform/per-server.ts';

export interface TrackedEvent {
  email: string;
  event: string;
  subscribed?: boolean | undefined;
  data?: ContactData | null | undefined;
}

/** Creates or updates the contact and records the event, or neither. */
export async function trackEvent(ctx: Ctx, tracked: TrackedEvent): Promise<EventRow> {
  assertNotReserved(tracked.event);
  const upsert = {
    email: tracked.email,
    subscribed: tracked.subscribed,
    change: planDataChange(tracked.data),
  };
  const call = { ctx, tracked, upsert };
  // Inside a transaction the event belongs to it, and to nobody else's batch.
  if (ctx.db.isTransaction) return (await trackBatch([call]))[0] as EventRow;
  return lineOf(ctx.config)(call);
}

interface Call {
  ctx: Ctx;
  tracked: TrackedEvent;
  upsert: Parameters<typeof upsertContacts>[1][number];
}

/**
 * Concurrent events of a project share one transaction. Measured: the commit, not the statements, bounds the rate;
 * 200 is where larger batches stop paying.
 */
const lineOf = perServer(() => coalesceBy<Call, EventRow>(({ ctx }) => ctx.projectId, trackBatch, { maxBatch: 200 }));

function trackBatch(calls: Call[]): Promise<EventRow[]> {
  const [first] = calls as [Call];
  return transaction(first.ctx, async (ctx) => {
    const upserts = calls.map(({ upsert }) => upsert);
    const contacts = await upsertContacts(ctx, upserts, { subscribedByDefault: true });
    return recordEvents(
      ctx,
      calls.map(({ tracked }, i) => ({
        name: tracked.event,
        contactId: (contacts[i] as UpsertedContact).contact.id,
        data: tracked.data ? unwrapTransient(tracked.data) : null,
      })),
    );
  });
}
