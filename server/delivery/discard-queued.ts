import { sql } from 'kysely';
import type { BaseCtx } from '../platform/context.ts';

const SLICE = 10_000;

/** Nothing that waits in any project leaves any more; what may have left stays open. Answers how many mails that were. */
export async function discardQueued(ctx: BaseCtx, reason: string): Promise<number> {
  for (let discarded = 0; ; ) {
    const { numAffectedRows = 0n } = await sql`
      update emails
      set status = case when on_wire then 'UNKNOWN' else 'CANCELLED' end, error = ${reason},
          lease_owner = null, leased_until = null, on_wire = false, updated_at = ${ctx.clock.now()}
      from (
        select project_id, id from emails where status in ('QUEUED', 'SENDING') limit ${SLICE} for update skip locked
      ) as waiting
      where emails.project_id = waiting.project_id and emails.id = waiting.id
    `.execute(ctx.db);
    discarded += Number(numAffectedRows);
    if (numAffectedRows === 0n) return discarded;
  }
}
