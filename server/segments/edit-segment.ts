import { sql } from 'kysely';
import type { Condition } from '../../contract/condition.ts';
import type { Segment } from '../../contract/segments.ts';
import { type Ctx, transaction } from '../platform/context.ts';
import { conflict } from '../platform/errors.ts';
import { uuidV7 } from '../platform/uuid.ts';
import { checkedCondition } from './checked-condition.ts';
import { refreshMemberCount } from './count-members.ts';
import { getSegment, type SegmentRow } from './segment.ts';
import { segmentsMentioning } from './segments-mentioning.ts';

export interface NewSegment {
  name: string;
  description?: string | null | undefined;
  type: Segment['type'];
  /** Ignored for STATIC. */
  condition?: unknown;
  trackMembership: boolean;
}

export function createSegment(ctx: Ctx, { name, description, type, condition, trackMembership }: NewSegment) {
  return transaction(ctx, async (ctx) => {
    await lockSegments(ctx);
    const checked = type === 'STATIC' ? null : await checkedCondition(ctx, condition);
    const now = ctx.clock.now();
    const segment = await ctx.db
      .insertInto('segments')
      .values({
        project_id: ctx.projectId,
        id: uuidV7(now),
        name,
        description: description ?? null,
        type,
        condition: stored(checked),
        track_membership: trackMembership,
        next_refresh_at: now,
        created_at: now,
        updated_at: now,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    return counted(ctx, segment);
  });
}

export interface SegmentPatch {
  name?: string | undefined;
  description?: string | null | undefined;
  /** Ignored for STATIC. */
  condition?: unknown;
  trackMembership?: boolean | undefined;
}

export function updateSegment(ctx: Ctx, id: string, patch: SegmentPatch): Promise<SegmentRow> {
  return transaction(ctx, async (ctx) => {
    await lockSegments(ctx);
    const before = await getSegment(ctx, id);
    const condition = await newConditionOf(ctx, before, patch);
    const isNewlyTracked = before.type === 'DYNAMIC' && !before.track_membership && patch.trackMembership === true;
    // Whoever is a member when tracking begins enters: what an earlier tracking left behind must not hide it.
    if (isNewlyTracked) await forgetMembers(ctx, before.id);
    const segment = await ctx.db
      .updateTable('segments')
      .set({
        name: patch.name,
        description: patch.description,
        track_membership: patch.trackMembership,
        condition: condition && stored(condition),
        computed_at: condition || isNewlyTracked ? null : undefined,
        updated_at: ctx.clock.now(),
      })
      .where('project_id', '=', ctx.projectId)
      .where('id', '=', before.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    return condition ? counted(ctx, segment) : segment;
  });
}

async function newConditionOf(ctx: Ctx, { id, type }: SegmentRow, { condition }: SegmentPatch) {
  const isGiven = type === 'DYNAMIC' && condition !== undefined;
  return isGiven ? checkedCondition(ctx, condition, { self: id }) : undefined;
}

/** Campaigns that refer to it are the caller's question: see usage/segment-usage.ts. */
export function deleteSegment(ctx: Ctx, id: string): Promise<void> {
  return transaction(ctx, async (ctx) => {
    await lockSegments(ctx);
    const segment = await getSegment(ctx, id);
    const [user] = await segmentsMentioning(ctx, (field) => field.kind === 'segment' && field.id === segment.id);
    if (user) throw conflict(`The segment is used by the segment "${user.name}": change or delete that first`);
    await ctx.db.deleteFrom('segments').where('project_id', '=', ctx.projectId).where('id', '=', segment.id).execute();
  });
}

/** One edit at a time in a project: two that refer to each other's segments could close a circle or lose their end. */
export async function lockSegments(ctx: Ctx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${keyOf(ctx)})`.execute(ctx.db);
}

/** For whoever is about to refer to some: they stay as they are until the transaction ends. */
export async function holdSegments(ctx: Ctx): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${keyOf(ctx)})`.execute(ctx.db);
}

const keyOf = (ctx: Ctx) => sql`hashtextextended(${`segments of ${ctx.projectId}`}, 0)`;

const stored = (condition: Condition | null): string | null => (condition ? JSON.stringify(condition) : null);

async function counted(ctx: Ctx, segment: SegmentRow): Promise<SegmentRow> {
  return { ...segment, member_count: await refreshMemberCount(ctx, segment) };
}

async function forgetMembers(ctx: Ctx, segmentId: string): Promise<void> {
  await ctx.db
    .deleteFrom('segment_memberships')
    .where('project_id', '=', ctx.projectId)
    .where('segment_id', '=', segmentId)
    .execute();
}
