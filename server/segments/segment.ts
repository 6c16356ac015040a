import { type Selectable, sql } from 'kysely';
import type { Condition } from '../../contract/condition.ts';
import type { Segment } from '../../contract/segments.ts';
import type { Ctx } from '../platform/context.ts';
import type { Segments } from '../platform/db/tables.ts';
import { notFound } from '../platform/errors.ts';
import { isUuid } from '../platform/uuid.ts';

export type SegmentRow = Selectable<Segments>;

export function toSegment(row: SegmentRow): Segment {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    type: row.type as Segment['type'],
    condition: row.condition as Segment['condition'],
    trackMembership: row.track_membership,
    memberCount: row.member_count,
    projectId: row.project_id,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

/** Only checked conditions are stored; null: a static segment. */
export const conditionOf = ({ condition }: Pick<SegmentRow, 'condition'>): Condition | null =>
  condition as Condition | null;

export async function getSegment(ctx: Ctx, id: string): Promise<SegmentRow> {
  const row = isUuid(id) ? await segmentWithId(ctx, id).executeTakeFirst() : undefined;
  if (!row) throw notFound('Segment', id);
  return row;
}

/** For whoever is about to write its members: it stays until the transaction ends. */
export async function holdSegment(ctx: Ctx, id: string): Promise<SegmentRow> {
  const row = isUuid(id) ? await segmentWithId(ctx, id).forKeyShare().executeTakeFirst() : undefined;
  if (!row) throw notFound('Segment', id);
  return row;
}

const segmentWithId = (ctx: Ctx, id: string) =>
  ctx.db.selectFrom('segments').selectAll().where('project_id', '=', ctx.projectId).where('id', '=', id);

/** Those of the given ids that exist in the project. */
export async function findSegments(ctx: Ctx, ids: string[]): Promise<SegmentRow[]> {
  if (ids.length === 0) return [];
  return ctx.db
    .selectFrom('segments')
    .selectAll()
    .where('project_id', '=', ctx.projectId)
    .where('id', 'in', ids)
    .execute();
}

export async function listSegments(ctx: Ctx): Promise<Segment[]> {
  const rows = await ctx.db
    .selectFrom('segments')
    .selectAll()
    .where('project_id', '=', ctx.projectId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map(toSegment);
}

/** Whether the row of `contacts` in the query is an active member by the stored rows. */
export const isStoredMember = (ctx: Ctx, segmentId: string) => sql<boolean>`exists (
  select from segment_memberships
  where segment_memberships.project_id = ${ctx.projectId}
    and segment_memberships.contact_id = contacts.id
    and segment_memberships.segment_id = ${segmentId}
    and segment_memberships.exited_at is null
)`;
