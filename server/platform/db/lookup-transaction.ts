import { sql } from 'kysely';
import { type BaseCtx, transaction } from '../context.ts';

/**
 * A transaction of a hot loop that only ever looks rows up by an index. Its statements are kept planned, and a plan that
 * was made while a table was small would read it whole from then on: measured, 20 times slower after 5,000 rows, until
 * the next analyze. Foreign keys are checked by plans of the same kind.
 */
export function lookupTransaction<C extends BaseCtx, T>(ctx: C, work: (ctx: C) => Promise<T>): Promise<T> {
  return transaction(ctx, async (ctx) => {
    await sql`set local enable_seqscan = off`.execute(ctx.db);
    return work(ctx);
  });
}
