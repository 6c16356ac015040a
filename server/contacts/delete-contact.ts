import type { Ctx } from '../platform/context.ts';
import { notFound } from '../platform/errors.ts';
import { isUuid } from '../platform/uuid.ts';

/** Everything recorded about the contact goes with it (foreign keys cascade). */
export async function deleteContact(ctx: Ctx, id: string): Promise<void> {
  const deleted = isUuid(id)
    ? await ctx.db
        .deleteFrom('contacts')
        .where('project_id', '=', ctx.projectId)
        .where('id', '=', id)
        .returning('id')
        .executeTakeFirst()
    : undefined;
  if (!deleted) throw notFound('Contact', id);
}
