import type { Ctx } from '../platform/context.ts';
import { keyColumns, newKeyPair } from './api-keys.ts';

/** Of a project that is being deleted: nobody has its keys or belongs to it any more, and nobody pays for it. */
export async function retireProject(ctx: Ctx): Promise<void> {
  await ctx.db
    .updateTable('projects')
    .set({ ...keyColumns(ctx, newKeyPair()), customer: null, subscription: null })
    .where('id', '=', ctx.projectId)
    .execute();
  await ctx.db.deleteFrom('memberships').where('project_id', '=', ctx.projectId).execute();
}
