import { type RawBuilder, sql } from 'kysely';
import type { BaseCtx, Ctx } from '../platform/context.ts';

/** The UTC day that a moment belongs to, as Postgres writes it. */
export const utcDay = (at: Date): string => at.toISOString().slice(0, 10);

/** The first day of the calendar month. */
export const monthStart = (at: Date): string => `${at.toISOString().slice(0, 7)}-01`;

type Counted = 'sent' | 'bounced' | 'complained';

/** A part of a statement that changed emails: adds the rows of `changed`, which has their source types, to a count. */
export function countRows(ctx: Ctx, column: Counted, changed: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    insert into email_counts (project_id, day, source_type, ${sql.ref(column)})
    select ${ctx.projectId}::uuid, ${utcDay(ctx.clock.now())}::date, source_type, count(*) from ${changed}
    group by source_type`;
}

/** From now on the day counts as if nothing had been sent and nothing had come back. What is billed stays. */
export async function forgetOutcomesOfDay(ctx: Ctx): Promise<void> {
  await sql`
    insert into email_counts (project_id, day, source_type, sent, bounced, complained)
    select project_id, day, source_type, -sum(sent), -sum(bounced), -sum(complained) from email_counts
    where project_id = ${ctx.projectId} and day = ${utcDay(ctx.clock.now())}::date
    group by project_id, day, source_type
  `.execute(ctx.db);
}

/** Sweep over all projects: many differences of a day become one. One statement: readers see the many or the one. */
export async function foldEmailCounts(ctx: BaseCtx): Promise<void> {
  const many = sql`
    select project_id, day, source_type from email_counts group by 1, 2, 3 having count(*) > 1`;
  await sql`
    with folded as (
      delete from email_counts where (project_id, day, source_type) in (${many}) returning *
    ) ${intoOne}
  `.execute(ctx.db);
}

/** The same for one project, now: for one that counts what it has used at each send. */
export async function foldCountsOfProject(ctx: Ctx): Promise<void> {
  await sql`
    with folded as (
      delete from email_counts where project_id = ${ctx.projectId} returning *
    ) ${intoOne}
  `.execute(ctx.db);
}

const intoOne = sql`
  insert into email_counts (project_id, day, source_type, queued, metered, sent, bounced, complained)
  select project_id, day, source_type, sum(queued), sum(metered), sum(sent), sum(bounced), sum(complained)
  from folded group by project_id, day, source_type`;

/** What was queued on each day, and how it is billed. */
export async function readDailyUse(ctx: Ctx, { from, to }: { from: Date; to: Date }) {
  const { rows } = await sql<{ day: string; emails: number; metered: number }>`
    select day::text as day, sum(queued)::bigint as emails, sum(metered)::bigint as metered
    from email_counts
    where project_id = ${ctx.projectId} and day between ${utcDay(from)}::date and ${utcDay(to)}::date and queued > 0
    group by day order by day
  `.execute(ctx.db);
  return rows;
}
