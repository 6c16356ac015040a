import type { Ctx } from '../platform/context.ts';
import { deleteSegment } from '../segments/edit-segment.ts';

/** Campaigns join here when their room exists: one in DRAFT, SCHEDULED or SENDING that refers to it is a conflict. */
export function deleteUnusedSegment(ctx: Ctx, id: string): Promise<void> {
  return deleteSegment(ctx, id);
}
