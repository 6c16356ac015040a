import { type Selectable, type SelectQueryBuilder, sql } from 'kysely';
import type { Suppression } from '../../contract/suppressions.ts';
import type { Ctx } from '../platform/context.ts';
import { cutPage, decodeCursor, encodeCursor, type Position } from '../platform/db/page.ts';
import type { DB, Suppressions } from '../platform/db/tables.ts';
import { notFound } from '../platform/errors.ts';

type Reason = Suppression['reason'];

export interface NewSuppression {
  email: string;
  reason: Reason;
  detail?: string | null;
}

/** Stops all mail to these addresses. One that is on the list stays as it was; answers those that are new. */
export async function suppress(ctx: Ctx, addresses: NewSuppression[]): Promise<Suppression[]> {
  if (addresses.length === 0) return [];
  const { rows } = await sql<Selectable<Suppressions>>`
    insert into suppressions (project_id, email, reason, detail, created_at)
    select ${ctx.projectId}, lower(email), reason, detail, ${ctx.clock.now()}
    from jsonb_to_recordset(${JSON.stringify(addresses)}::jsonb) as row (email text, reason text, detail text)
    order by lower(email)
    on conflict (project_id, email) do nothing
    returning *
  `.execute(ctx.db);
  return rows.map(toSuppression);
}

export async function addSuppression(ctx: Ctx, email: string): Promise<{ suppression: Suppression; isNew: boolean }> {
  const [added] = await suppress(ctx, [{ email, reason: 'MANUAL' }]);
  if (added) return { suppression: added, isNew: true };
  const row = await ctx.db
    .selectFrom('suppressions')
    .selectAll()
    .where('project_id', '=', ctx.projectId)
    .where('email', '=', email)
    .executeTakeFirst();
  // Removed by another between the two statements: then ours is the later wish.
  return row ? { suppression: toSuppression(row), isNew: false } : addSuppression(ctx, email);
}

export async function removeSuppression(ctx: Ctx, email: string): Promise<void> {
  const removed = await ctx.db
    .deleteFrom('suppressions')
    .where('project_id', '=', ctx.projectId)
    .where('email', '=', email.trim().toLowerCase())
    .returning('email')
    .executeTakeFirst();
  if (!removed) throw notFound('Suppression', email);
}

export interface SuppressionQuery {
  limit: number;
  cursor?: string | undefined;
  search?: string | undefined;
}

export async function listSuppressions(ctx: Ctx, { limit, cursor, search }: SuppressionQuery) {
  const position = cursor ? positionOf(cursor) : undefined;
  // A cursor that we did not make points nowhere.
  if (cursor && !position) return { data: [], hasMore: false, total: 0 };
  let matching: Matching = ctx.db.selectFrom('suppressions').where('project_id', '=', ctx.projectId);
  if (search) matching = matching.where(sql<boolean>`(strpos(email, ${search.trim().toLowerCase()}) > 0)`);
  const [rows, total] = await Promise.all([pageAfter(matching, limit, position), position ? 0 : countAll(matching)]);
  const { page, ...rest } = cutPage(rows, limit, ({ micros, email }) => encodeCursor({ value: micros, id: email }));
  return { data: page.map(toSuppression), ...rest, total };
}

type Matching = SelectQueryBuilder<DB, 'suppressions', unknown>;

function pageAfter(matching: Matching, limit: number, position: Position | undefined) {
  const page = matching
    .selectAll()
    .select(sql<string>`(extract(epoch from created_at) * 1000000)::bigint::text`.as('micros'))
    .orderBy('created_at', 'desc')
    .orderBy('email', 'desc')
    .limit(limit + 1);
  if (!position) return page.execute();
  const time = sql`timestamptz 'epoch' + ${position.value}::bigint * interval '1 microsecond'`;
  return page.where(sql<boolean>`((created_at, email) < (${time}, ${position.id}))`).execute();
}

const MICROSECONDS = /^\d{1,17}$/;

function positionOf(cursor: string): Position | undefined {
  const position = decodeCursor(cursor);
  const isOurs = position && MICROSECONDS.test(position.value) && !position.id.includes('\0');
  return isOurs ? position : undefined;
}

async function countAll(matching: Matching): Promise<number> {
  const { count } = await matching.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  return count;
}

const toSuppression = (
  row: Pick<Selectable<Suppressions>, 'email' | 'reason' | 'detail' | 'created_at'>,
): Suppression => ({
  email: row.email,
  reason: row.reason as Reason,
  detail: row.detail,
  createdAt: row.created_at.toISOString(),
});
