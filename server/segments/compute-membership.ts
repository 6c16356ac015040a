import { type Expression, type SqlBool, sql } from 'kysely';
import { recordEventsFor } from '../events/record-events.ts';
import { type Ctx, transaction } from '../platform/context.ts';
import { badRequest } from '../platform/errors.ts';
import { compiled } from './matching-contacts.ts';
import { conditionOf, holdSegment, type SegmentRow } from './segment.ts';
import { slugOf } from './slug.ts';

export interface Computed {
  added: number;
  removed: number;
  total: number;
}

/** Brings the stored members of a tracked segment to those who match now; whoever comes or goes gets an event. */
export function computeMembership(ctx: Ctx, segment: SegmentRow): Promise<Computed> {
  if (!segment.track_membership) throw badRequest('The membership of this segment is not tracked');
  return transaction(ctx, async (ctx) => {
    await holdSegment(ctx, segment.id);
    const condition = conditionOf(segment);
    // Nobody enters or leaves a static segment by being computed.
    if (!condition) return { added: 0, removed: 0, total: await keepCount(ctx, segment) };
    const matches = await compiled(ctx, condition);
    const removed = await recordEventsFor(ctx, eventOf(segment, 'exit'), leaving(ctx, segment, matches));
    const added = await recordEventsFor(ctx, eventOf(segment, 'entry'), entering(ctx, segment, matches));
    return { added, removed, total: await keepCount(ctx, segment) };
  });
}

const eventOf = ({ id, name }: SegmentRow, change: 'entry' | 'exit') => ({
  name: `segment.${slugOf({ id, name })}.${change}`,
  data: { segmentId: id, segmentName: name },
});

/**
 * Both changes are guarded by the row itself, so a second computation at the same time finds nothing left to do. Contacts
 * are locked first, in the order of their ids: one that is deleted meanwhile is left out, and nobody waits in a circle.
 * Mostly nobody leaves, so leavers are looked for among the memberships alone: a third of the time.
 */
const leaving = (ctx: Ctx, segment: SegmentRow, matches: Expression<SqlBool>) => sql<{ contact_id: string }>`
  update segment_memberships as member
  set exited_at = ${ctx.clock.now()}
  from (
    select leaver.id
    from contacts as leaver
    where leaver.project_id = ${ctx.projectId} and leaver.id in (
      select present.contact_id
      from segment_memberships as present
      where present.project_id = ${ctx.projectId} and present.segment_id = ${segment.id} and present.exited_at is null
        and not exists (
          select from contacts
          where contacts.project_id = ${ctx.projectId} and contacts.id = present.contact_id and ${matches}
        )
    )
    order by leaver.id
    for key share of leaver
  ) as gone
  where member.project_id = ${ctx.projectId} and member.segment_id = ${segment.id}
    and member.contact_id = gone.id and member.exited_at is null
  returning member.contact_id`;

const entering = (ctx: Ctx, segment: SegmentRow, matches: Expression<SqlBool>) => sql<{ contact_id: string }>`
  insert into segment_memberships as member (project_id, segment_id, contact_id, entered_at)
  select ${ctx.projectId}, ${segment.id}, come.id, ${ctx.clock.now()}
  from (
    select contacts.id
    from contacts
    where contacts.project_id = ${ctx.projectId}
      and ${matches}
      and not exists (
        select from segment_memberships as present
        where present.project_id = contacts.project_id and present.contact_id = contacts.id
          and present.segment_id = ${segment.id} and present.exited_at is null
      )
    order by contacts.id
    for key share of contacts
  ) as come
  on conflict (project_id, contact_id, segment_id) do update
  set entered_at = excluded.entered_at, exited_at = null
  where member.exited_at is not null
  returning member.contact_id`;

/** The rows are vouched for only if the segment is still the one that was computed. */
async function keepCount(ctx: Ctx, segment: SegmentRow): Promise<number> {
  const { rows } = await sql<{ member_count: number }>`
    update segments
    set member_count = present.count,
        computed_at = case when condition = ${JSON.stringify(segment.condition)}::jsonb and track_membership
                      then ${ctx.clock.now()}::timestamptz else computed_at end
    from (
      select count(*)::int from segment_memberships
      where project_id = ${ctx.projectId} and segment_id = ${segment.id} and exited_at is null
    ) as present
    where project_id = ${ctx.projectId} and id = ${segment.id}
    returning member_count
  `.execute(ctx.db);
  return rows[0]?.member_count ?? 0;
}
