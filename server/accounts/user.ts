import type { BaseCtx } from '../platform/context.ts';
import type { SessionCtx } from '../platform/http/router.ts';

export async function getMe(ctx: SessionCtx): Promise<{ id: string; email: string }> {
  return ctx.db.selectFrom('users').select(['id', 'email']).where('id', '=', ctx.userId).executeTakeFirstOrThrow();
}

/** Who has used a link that was mailed to an address has that address. */
export async function confirmAddress(ctx: BaseCtx, userId: string): Promise<void> {
  await ctx.db
    .updateTable('users')
    .set({ email_verified: true, address_proven: true, updated_at: ctx.clock.now() })
    .where('id', '=', userId)
    .execute();
}
