import type { Selectable } from 'kysely';
import type { BaseCtx, Ctx } from '../platform/context.ts';
import type { Projects } from '../platform/db/tables.ts';
import { type KeyPair, keyColumns, newKeyPair } from './api-keys.ts';

export interface NewProject extends Partial<KeyPair> {
  name: string;
}

export async function createProject(ctx: BaseCtx, { name, ...given }: NewProject): Promise<KeyPair & { id: string }> {
  const keys = { ...newKeyPair(), ...given };
  const { id } = await ctx.db
    .insertInto('projects')
    .values({ name, ...keyColumns(ctx, keys) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, ...keys };
}

export type ProjectRow = Selectable<Projects>;

export function getProject(ctx: Ctx): Promise<ProjectRow> {
  return ctx.db.selectFrom('projects').selectAll().where('id', '=', ctx.projectId).executeTakeFirstOrThrow();
}

/** The project that sends the deployment's own mail; made when it is first needed. */
export async function systemProject(ctx: BaseCtx): Promise<string> {
  const existing = await ctx.db.selectFrom('projects').select('id').where('is_system', '=', true).executeTakeFirst();
  if (existing) return existing.id;
  const { id } = await ctx.db
    .insertInto('projects')
    .values({ name: 'Posthorn', is_system: true, tracking: 'DISABLED', ...keyColumns(ctx, newKeyPair()) })
    // Two processes may need it at once: the second takes what the first has made.
    .onConflict((conflict) =>
      conflict.column('is_system').where('is_system', '=', true).doUpdateSet({ is_system: true }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Opens and clicks of such mail are tracked in this project. */
export function isTracked({ tracking }: Pick<ProjectRow, 'tracking'>, sourceType: string): boolean {
  return tracking === 'ENABLED' || (tracking === 'MARKETING_ONLY' && sourceType !== 'TRANSACTIONAL');
}
