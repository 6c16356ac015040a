import { toContact } from '../contacts/contact.ts';
import type { Ctx } from '../platform/context.ts';
import { contactsInSegment, countOf } from './matching-contacts.ts';
import { getSegment, type SegmentRow } from './segment.ts';

export interface MemberQuery {
  page: number;
  pageSize: number;
}

/** Of a dynamic segment those who match now, newest contact first; of a static one those who entered last first. */
export async function listMembers(ctx: Ctx, id: string, { page, pageSize }: MemberQuery) {
  const segment = await getSegment(ctx, id);
  const [rows, total] = await Promise.all([memberPage(ctx, segment, { page, pageSize }), totalOf(ctx, segment)]);
  return { data: rows.map(toContact), total, page, pageSize, totalPages: Math.ceil(total / pageSize) };
}

async function memberPage(ctx: Ctx, segment: SegmentRow, { page, pageSize }: MemberQuery) {
  const offset = (page - 1) * pageSize;
  if (segment.type === 'DYNAMIC') {
    return (await contactsInSegment(ctx, segment))
      .selectAll('contacts')
      .orderBy('contacts.created_at', 'desc')
      .orderBy('contacts.id', 'desc')
      .limit(pageSize)
      .offset(offset)
      .execute();
  }
  return ctx.db
    .selectFrom('segment_memberships as member')
    .innerJoin('contacts', (join) =>
      join.onRef('contacts.project_id', '=', 'member.project_id').onRef('contacts.id', '=', 'member.contact_id'),
    )
    .selectAll('contacts')
    .where('member.project_id', '=', ctx.projectId)
    .where('member.segment_id', '=', segment.id)
    .where('member.exited_at', 'is', null)
    .orderBy('member.entered_at', 'desc')
    .orderBy('member.contact_id', 'desc')
    .limit(pageSize)
    .offset(offset)
    .execute();
}

/**
 * Exact while the segment is small enough to be counted at once. Measured at a million contacts: counting costs up to a
 * second, so a large segment shows the number of its last count, at most 5 minutes old.
 */
const COUNTED_AT_ONCE = 10_000;

async function totalOf(ctx: Ctx, segment: SegmentRow): Promise<number> {
  if (segment.member_count > COUNTED_AT_ONCE) return segment.member_count;
  return countOf(await contactsInSegment(ctx, segment));
}
