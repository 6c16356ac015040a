import type { Ctx } from '../platform/context.ts';

export async function deleteEvents(ctx: Ctx, name: string): Promise<{ deletedCount: number }> {
  const { numDeletedRows } = await ctx.db
    .deleteFrom('events')
    .where('project_id', '=', ctx.projectId)
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  return { deletedCount: Number(numDeletedRows) };
}
