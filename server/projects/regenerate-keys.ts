import type { Project } from '../../contract/projects.ts';
import { type Ctx, transaction } from '../platform/context.ts';
import { keyColumns, newKeyPair } from './api-keys.ts';
import { recordAudit } from './audit-log.ts';
import { toProject } from './project.ts';

/** Both keys in one update: no moment has one old and one new, and lookups are never cached. */
export function regenerateKeys(ctx: Ctx): Promise<Project> {
  return transaction(ctx, async (ctx) => {
    const row = await ctx.db
      .updateTable('projects')
      .set({ ...keyColumns(ctx, newKeyPair()), public_key_used_at: null, secret_key_used_at: null })
      .set({ updated_at: ctx.clock.now() })
      .where('id', '=', ctx.projectId)
      .returningAll()
      .executeTakeFirstOrThrow();
    await recordAudit(ctx, { action: 'keys.rotated' });
    return toProject(ctx, row);
  });
}
