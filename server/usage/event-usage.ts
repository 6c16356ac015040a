import type { Field } from '../conditions/fields.ts';
import { deleteEvents } from '../events/delete-events.ts';
import { countEventUse } from '../events/event-queries.ts';
import { isReservedEvent } from '../events/reserved-names.ts';
import type { Ctx } from '../platform/context.ts';
import { legacyError } from '../platform/errors.ts';
import { segmentsMentioning } from '../segments/segments-mentioning.ts';

/** Workflows join here when their room exists: nothing else can refer to an event name. */
export async function eventUsage(ctx: Ctx, name: string) {
  const [{ totalCount, uniqueContacts }, usedInSegments] = await Promise.all([
    countEventUse(ctx, name),
    segmentsMentioning(ctx, isEvent(name)),
  ]);
  const canDelete = !isReservedEvent(name) && usedInSegments.length === 0;
  return { usedInSegments, usedInWorkflows: [], totalCount, uniqueContacts, canDelete };
}

export async function deleteUnusedEvents(ctx: Ctx, name: string): Promise<{ deletedCount: number }> {
  if (isReservedEvent(name)) throw legacyError(400, `Cannot delete "${name}": it is a system event`);
  const [user] = await segmentsMentioning(ctx, isEvent(name));
  if (user) throw legacyError(400, `Cannot delete "${name}": it is used by the segment "${user.name}"`);
  return deleteEvents(ctx, name);
}

const isEvent = (name: string) => (field: Field) => field.kind === 'event' && field.name === name;
