import { type Selectable, sql } from 'kysely';
import type { AuditEntry } from '../../contract/members.ts';
import type { Ctx } from '../platform/context.ts';
import { cutPage, decodeCursor, encodeCursor } from '../platform/db/page.ts';
import type { AuditLog } from '../platform/db/tables.ts';
import { isUuid } from '../platform/uuid.ts';

/** In the order of ids, which is that of time. */
export async function listAuditLog(ctx: Ctx, { limit, cursor }: { limit: number; cursor?: string | undefined }) {
  const position = cursor ? decodeCursor(cursor) : undefined;
  // A cursor that we did not make points nowhere.
  if (cursor && !(position && isUuid(position.id))) return { data: [], hasMore: false, total: 0 };
  let entries = ctx.db
    .selectFrom('audit_log')
    .selectAll()
    .where('project_id', '=', ctx.projectId)
    .orderBy('id', 'desc')
    .limit(limit + 1);
  if (position) entries = entries.where('id', '<', position.id);
  const [rows, total] = await Promise.all([entries.execute(), position ? 0 : countEntries(ctx)]);
  const { page, ...rest } = cutPage(rows, limit, ({ id }) => encodeCursor({ value: '', id }));
  return { data: page.map(toAuditEntry), ...rest, total };
}

async function countEntries(ctx: Ctx): Promise<number> {
  const { count } = await ctx.db
    .selectFrom('audit_log')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('project_id', '=', ctx.projectId)
    .executeTakeFirstOrThrow();
  return count;
}

function toAuditEntry(row: Selectable<AuditLog>): AuditEntry {
  return {
    id: row.id,
    actor: { kind: row.actor_kind as AuditEntry['actor']['kind'], userId: row.actor_user_id, email: row.actor_email },
    action: row.action,
    target: row.target,
    details: row.details,
    ip: row.ip,
    createdAt: row.created_at.toISOString(),
  };
}
