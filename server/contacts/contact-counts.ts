import { sql } from 'kysely';
import type { BaseCtx, Ctx } from '../platform/context.ts';

/** Exact, from the differences that the triggers on `contacts` append (0007-segments.sql). */
export async function countContacts(
  ctx: Ctx,
  { subscribed }: { subscribed?: boolean | undefined } = {},
): Promise<number> {
  const counts = await ctx.db
    .selectFrom('contact_counts')
    .select((eb) => [eb.fn.sum<number>('total').as('total'), eb.fn.sum<number>('subscribed').as('subscribed')])
    .where('project_id', '=', ctx.projectId)
    .executeTakeFirstOrThrow();
  const [total, subscribers] = [Number(counts.total), Number(counts.subscribed)];
  if (subscribed === undefined) return total;
  return subscribed ? subscribers : total - subscribers;
}

/** Many differences of a project become one. A single statement: readers see the many or the one. */
export async function foldContactCounts(ctx: BaseCtx): Promise<void> {
  await sql`
    with folded as (
      delete from contact_counts
      where project_id in (select project_id from contact_counts group by project_id having count(*) > 1)
      returning *
    )
    insert into contact_counts (project_id, total, subscribed)
    select project_id, sum(total), sum(subscribed) from folded
    group by project_id
    -- Changes of subscription alone add up to nobody more, and still count.
    having sum(total) <> 0 or sum(subscribed) <> 0
  `.execute(ctx.db);
}
