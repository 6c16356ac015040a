import { sql } from 'kysely';
import type { BaseCtx } from '../context.ts';

/** Inside a transaction: what the work did is undone when it throws, and the transaction can go on. */
export async function savepoint<T>(ctx: BaseCtx, work: () => Promise<T>): Promise<T> {
  await sql`savepoint part`.execute(ctx.db);
  try {
    const result = await work();
    await sql`release savepoint part`.execute(ctx.db);
    return result;
  } catch (error) {
    await sql`rollback to savepoint part`.execute(ctx.db);
    throw error;
  }
}
