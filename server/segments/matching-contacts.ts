import { type Expression, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { Condition } from '../../contract/condition.ts';
import { conditionSql } from '../conditions/condition-sql.ts';
import { loadReferences, type SegmentsOf } from '../conditions/references.ts';
import type { Ctx } from '../platform/context.ts';
import type { DB } from '../platform/db/tables.ts';
import { badRequest } from '../platform/errors.ts';
import { conditionOf, isStoredMember, type SegmentRow } from './segment.ts';

export type ContactsQuery = SelectQueryBuilder<DB, 'contacts', object>;

/**
 * The contacts of the project that a checked condition describes: a query to select from, to count, to narrow (`id > …`,
 * one contact) or to put into `insert … select`. Times in the condition count from now.
 */
export async function matchingContacts(ctx: Ctx, condition: Condition): Promise<ContactsQuery> {
  return contactsWhere(ctx, await compiled(ctx, condition));
}

/** The members of a segment: stored ones of a static segment, those who match now of a dynamic one. */
export async function contactsInSegment(ctx: Ctx, segment: SegmentRow): Promise<ContactsQuery> {
  const condition = conditionOf(segment);
  return condition ? matchingContacts(ctx, condition) : contactsWhere(ctx, isStoredMember(ctx, segment.id));
}

export async function countMatching(ctx: Ctx, condition: Condition): Promise<number> {
  return countOf(await matchingContacts(ctx, condition));
}

export async function countOf(contacts: ContactsQuery): Promise<number> {
  const { count } = await contacts.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  return count;
}

const contactsWhere = (ctx: Ctx, test: Expression<SqlBool>): ContactsQuery =>
  ctx.db.selectFrom('contacts').where('contacts.project_id', '=', ctx.projectId).where(test);

/** The condition as an expression over `contacts`, for queries of another shape. */
export async function compiled(ctx: Ctx, condition: Condition): Promise<Expression<SqlBool>> {
  const loaded = await loadReferences(condition, segmentsOf(ctx));
  // Checked when it was written: only what happened to other segments since then can be wrong now.
  if ('problem' in loaded) throw badRequest(loaded.problem.message);
  return conditionSql(ctx, condition, loaded.references);
}

/** Segments of the project for the conditions that refer to them. */
export function segmentsOf(ctx: Ctx): SegmentsOf {
  return async (ids) => {
    const rows = await ctx.db
      .selectFrom('segments')
      .selectAll()
      .where('project_id', '=', ctx.projectId)
      .where(sql<boolean>`(id = any(${ids}::uuid[]))`)
      .execute();
    return new Map(rows.map((row) => [row.id, referenced(ctx, row)]));
  };
}

function referenced(ctx: Ctx, row: SegmentRow) {
  // Rows that were not computed since tracking began or the condition changed do not say who is a member.
  const isStored = row.type === 'STATIC' || (row.track_membership && row.computed_at !== null);
  return { condition: conditionOf(row), ...(isStored ? { members: isStoredMember(ctx, row.id) } : {}) };
}
