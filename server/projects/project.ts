import type { BaseCtx } from '../platform/context.ts';
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
