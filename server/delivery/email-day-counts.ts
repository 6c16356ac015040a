import { type RawBuilder, sql } from 'kysely';
import type { BaseCtx, Ctx } from '../platform/context.ts';
import { type Period, splitIntoDays } from '../platform/period.ts';
import { firstUuidV7 } from '../platform/uuid.ts';

export interface EmailCounts {
  emails: number;
  delivered: number;
  opened: number;
  clicked: number;
  bounced: number;
}

const COLUMNS = ['emails', 'received', 'delivered', 'opened', 'clicked', 'bounced'] as const;
const list = sql.join(COLUMNS.map((column) => sql.ref(column)));
const sums = sql.join(COLUMNS.map((column) => sql`coalesce(sum(${sql.ref(column)}), 0)::bigint as ${sql.ref(column)}`));

/** Folded counts and the differences since (0014-insight-indexes.sql): together they are what the ledger holds. */
const allCounts = (ctx: Ctx): RawBuilder<unknown> => sql`(
  select day, lane, ${list} from email_day_counts where project_id = ${ctx.projectId}
  union all
  select day, lane, ${list} from email_day_changes where project_id = ${ctx.projectId}
) as counts`;

interface Days {
  /** YYYY-MM-DD */
  from: string;
  before: string;
}

/** Of emails queued on each day (UTC), what became of them since. Days without mail are left out. */
export async function countEmailsByDay(ctx: Ctx, { from, before }: Days): Promise<(EmailCounts & { day: string })[]> {
  const { rows } = await sql<EmailCounts & { day: string }>`
    select day::text, ${sums} from ${allCounts(ctx)}
    where day >= ${from}::date and day < ${before}::date
    group by day
  `.execute(ctx.db);
  return rows;
}

/** Of the emails queued in a period; inbound mail is not among them. */
export async function countEmails(ctx: Ctx, period: Period): Promise<EmailCounts> {
  const { whole, edges } = splitIntoDays(period);
  const parts = [
    sql`select ${list} from ${allCounts(ctx)}
        where ${whole ? sql`day >= ${whole.from}::date and day < ${whole.before}::date` : sql`false`}`,
    ...edges.map((edge) => countedIn(ctx, edge)),
  ];
  const { rows } = await sql<EmailCounts>`
    select ${sums} from (${sql.join(parts, sql` union all `)}) as counted
  `.execute(ctx.db);
  return rows[0] as EmailCounts;
}

// Ids are made when a row is, by the clock of the process or of the database: they find the rows, created_at decides.
const CLOCK_TOLERANCE_MS = 60_000;

const countedIn = (ctx: Ctx, { start, end }: Period) => sql`
  select count(*), 0, count(delivered_at), count(opened_at), count(clicked_at), count(bounced_at) from emails
  where project_id = ${ctx.projectId} and source_type <> 'INBOUND' and created_at >= ${start} and created_at < ${end}
    and id >= ${firstUuidV7(new Date(start.getTime() - CLOCK_TOLERANCE_MS))}
    and id < ${firstUuidV7(new Date(end.getTime() + CLOCK_TOLERANCE_MS))}`;

/** Rows of the ledger, inbound ones included. */
export async function countAllEmails(ctx: Ctx): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select coalesce(sum(emails + received), 0)::bigint as count from ${allCounts(ctx)}
  `.execute(ctx.db);
  return rows[0]?.count ?? 0;
}

/** Rows of one lane: a campaign's. */
export async function countLaneEmails(ctx: Ctx, lane: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select coalesce(sum(emails), 0)::bigint as count from ${allCounts(ctx)} where lane = ${lane}
  `.execute(ctx.db);
  return rows[0]?.count ?? 0;
}

/** An expression: how many emails were ever delivered. */
export const countDeliveredEmails = (ctx: Ctx): RawBuilder<unknown> =>
  sql`(select coalesce(sum(delivered), 0)::bigint from ${allCounts(ctx)})`;

/** Opened and clicked emails of each campaign, as of now; those without mail are left out. */
export async function countCampaignReaders(ctx: Ctx, campaignIds: string[]) {
  const { rows } = await sql<{ campaignId: string; opened: number; clicked: number }>`
    select lane as "campaignId", sum(opened)::bigint as opened, sum(clicked)::bigint as clicked from ${allCounts(ctx)}
    where lane = any(${campaignIds}::uuid[])
    group by lane
  `.execute(ctx.db);
  return new Map(rows.map((row) => [row.campaignId, row]));
}

/** Differences become counts. One statement: readers see the ones or the others, never both. */
export async function foldEmailDayCounts(ctx: BaseCtx): Promise<void> {
  const added = sql.join(
    COLUMNS.map(
      (column) => sql`${sql.ref(column)} = email_day_counts.${sql.ref(column)} + excluded.${sql.ref(column)}`,
    ),
  );
  const { rows: gone } = await sql<{ project_id: string; day: string; lane: string }>`
    with taken as (
      delete from email_day_changes returning *
    ), folded as (
      insert into email_day_counts (project_id, day, lane, ${list})
      select project_id, day, lane, ${sums} from taken
      group by project_id, day, lane
      order by project_id, day, lane
      on conflict (project_id, day, lane) do update set ${added}
      returning project_id, day, lane, emails + received as rows
    )
    select project_id, day::text, lane from folded where rows = 0
  `.execute(ctx.db);
  if (gone.length === 0) return;
  await sql`
    delete from email_day_counts as counts
    using jsonb_to_recordset(${JSON.stringify(gone)}::jsonb) as gone (project_id uuid, day date, lane uuid)
    where counts.project_id = gone.project_id and counts.day = gone.day and counts.lane = gone.lane
      and counts.emails + counts.received = 0
  `.execute(ctx.db);
}
