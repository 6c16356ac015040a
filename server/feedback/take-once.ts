import { sql } from 'kysely';
import { days } from '../platform/clock.ts';
import { type BaseCtx, type Ctx, transaction } from '../platform/context.ts';

/** Notices are delivered at least once: the first with this key takes effect, a repeated one changes nothing. */
export function takeOnce(ctx: Ctx, key: string, effect: (ctx: Ctx) => Promise<void>): Promise<void> {
  return transaction(ctx, async (ctx) => {
    // From `projects`: a notice for a project that is gone finds nothing and is no error.
    const { rows } = await sql`
      insert into feedback_receipts (project_id, key, received_at)
      select id, ${key}, ${ctx.clock.now()} from projects where id = ${ctx.projectId}
      on conflict do nothing
      returning key
    `.execute(ctx.db);
    if (rows.length > 0) await effect(ctx);
  });
}

/** Longer than anyone repeats a notice. */
const KEPT_MS = days(14);

/** Sweep over all projects. */
export async function deleteOldReceipts(ctx: BaseCtx): Promise<void> {
  await ctx.db
    .deleteFrom('feedback_receipts')
    .where('received_at', '<', new Date(ctx.clock.now().getTime() - KEPT_MS))
    .execute();
}
