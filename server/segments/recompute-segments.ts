import { type RawBuilder, sql } from 'kysely';
import { minutes } from '../platform/clock.ts';
import type { BaseCtx } from '../platform/context.ts';
import { computeMembership } from './compute-membership.ts';
import { refreshMemberCount } from './count-members.ts';
import type { SegmentRow } from './segment.ts';

// Run every 5 minutes: a little less, so that a sweep that starts a moment early still finds every segment due.
const INTERVAL_MS = minutes(4.5);

/** Membership of tracked dynamic segments, the count of all others, in every project. */
export async function recomputeSegments(ctx: BaseCtx): Promise<void> {
  const startedAt = ctx.clock.now();
  for (let segment = await claimDue(ctx, startedAt); segment; segment = await claimDue(ctx, startedAt)) {
    await recompute(ctx, segment);
  }
}

/**
 * Claiming moves the next time on, so several workers share the work and nothing is locked meanwhile. Only what was due
 * when the sweep began: it ends even where it takes longer than its interval.
 */
async function claimDue(ctx: BaseCtx, startedAt: Date): Promise<SegmentRow | undefined> {
  const next: RawBuilder<SegmentRow> = sql`
    update segments
    set next_refresh_at = ${new Date(ctx.clock.now().getTime() + INTERVAL_MS)}
    where (project_id, id) = (
      select project_id, id from segments
      where next_refresh_at <= ${startedAt}
      order by next_refresh_at
      limit 1
      for update skip locked
    )
    returning *`;
  const { rows } = await next.execute(ctx.db);
  return rows[0];
}

async function recompute(ctx: BaseCtx, segment: SegmentRow): Promise<void> {
  const own = { ...ctx, projectId: segment.project_id };
  try {
    if (segment.type === 'DYNAMIC' && segment.track_membership) await computeMembership(own, segment);
    else await refreshMemberCount(own, segment);
  } catch (error) {
    // It has its next turn in 5 minutes; those of other segments and projects must not wait for it.
    ctx.log.error({ err: error, projectId: segment.project_id, segmentId: segment.id }, 'segment not recomputed');
  }
}
