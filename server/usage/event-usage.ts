import { deleteEvents } from '../events/delete-events.ts';
import { countEventUse } from '../events/event-queries.ts';
import { isReservedEvent } from '../events/reserved-names.ts';
import type { Ctx } from '../platform/context.ts';
import { legacyError } from '../platform/errors.ts';

/** Segments and workflows join here when their rooms exist: nothing else can refer to an event name. */
export async function eventUsage(ctx: Ctx, name: string) {
  const { totalCount, uniqueContacts } = await countEventUse(ctx, name);
  return { usedInSegments: [], usedInWorkflows: [], totalCount, uniqueContacts, canDelete: !isReservedEvent(name) };
}

export async function deleteUnusedEvents(ctx: Ctx, name: string): Promise<{ deletedCount: number }> {
  if (isReservedEvent(name)) throw legacyError(400, `Cannot delete "${name}": it is a system event`);
  return deleteEvents(ctx, name);
}
