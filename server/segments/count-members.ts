import type { Ctx } from '../platform/context.ts';
import { contactsInSegment, countOf } from './matching-contacts.ts';
import type { SegmentRow } from './segment.ts';

/** Counts who is a member now and keeps the number; records no events and no membership. */
export async function refreshMemberCount(ctx: Ctx, segment: SegmentRow): Promise<number> {
  const count = await countOf(await contactsInSegment(ctx, segment));
  await keepMemberCount(ctx, segment.id, count);
  return count;
}

async function keepMemberCount(ctx: Ctx, segmentId: string, count: number): Promise<void> {
  await ctx.db
    .updateTable('segments')
    .set({ member_count: count })
    .where('project_id', '=', ctx.projectId)
    .where('id', '=', segmentId)
    .execute();
}
