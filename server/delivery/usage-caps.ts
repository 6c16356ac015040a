import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '../platform/context.ts';
import { AppError } from '../platform/errors.ts';
import { enqueue } from '../platform/jobs/job.ts';
import type { SourceType } from './email-content.ts';
import { foldCountsOfProject, monthStart } from './email-counts.ts';
import { capNear } from './jobs.ts';

export type Category = 'workflows' | 'campaigns' | 'transactional' | 'inbound';

/** What a project may send a month when billing is on and it has no subscription. */
const FREE_TIER = 1000;
/** Of a cap, in per cent. */
export const WARNING_AT = 80;
/** More differences than this are folded by the sender that had to add them up. */
const MANY_DIFFERENCES = 500;
/** Namespace of our advisory locks: those who count against the caps of one project go one after the other. */
const CAPS_LOCK = 7301;

const CATEGORY: Record<SourceType, Exclude<Category, 'inbound'>> = {
  TRANSACTIONAL: 'transactional',
  CAMPAIGN: 'campaigns',
  WORKFLOW: 'workflows',
};

export interface Use {
  /** Null: unlimited. */
  limit: number | null;
  usage: number;
}

export interface Usage {
  categories: Record<Category, Use>;
  /** All categories together; its limit is the free tier, null for those who pay or need not. */
  total: Use;
}

/** Over `projects`: does anything limit this kind of mail? Asked inside the statement that queues it, for no trip more. */
export function isCapped(ctx: Ctx, sourceType: SourceType): RawBuilder<boolean> {
  const column = sql.ref(`projects.billing_limit_${CATEGORY[sourceType]}`);
  return sql<boolean>`(${column} is not null or ${isOnFreeTier(ctx)})`;
}

const isOnFreeTier = (ctx: Ctx): RawBuilder<boolean> =>
  sql`(${ctx.config.stripe !== undefined}::boolean and projects.subscription is null and not projects.is_system)`;

interface UsageRow extends Record<`${Category}_limit`, number | null>, Record<Category, number> {
  is_on_free_tier: boolean;
  differences: number;
}

/** What was queued in this calendar month (UTC), and what may be. */
export async function readUsage(ctx: Ctx): Promise<Usage> {
  return usageOf(await selectUsage(ctx));
}

async function selectUsage(ctx: Ctx): Promise<UsageRow> {
  const of = (sourceType: string) => sql`coalesce(sum(queued) filter (where source_type = ${sourceType}), 0)::bigint`;
  const { rows } = await sql<UsageRow>`
    select projects.billing_limit_workflows as workflows_limit, projects.billing_limit_campaigns as campaigns_limit,
           projects.billing_limit_transactional as transactional_limit, projects.billing_limit_inbound as inbound_limit,
           ${isOnFreeTier(ctx)} as is_on_free_tier, count(*) as differences,
           ${of('WORKFLOW')} as workflows, ${of('CAMPAIGN')} as campaigns, ${of('TRANSACTIONAL')} as transactional,
           ${of('INBOUND')} as inbound
    from projects
    left join email_counts on email_counts.project_id = projects.id
      and email_counts.day >= ${monthStart(ctx.clock.now())}::date
    where projects.id = ${ctx.projectId}
    group by projects.id
  `.execute(ctx.db);
  return rows[0] as UsageRow;
}

function usageOf(row: UsageRow): Usage {
  const { workflows, campaigns, transactional, inbound } = row;
  return {
    categories: {
      workflows: { limit: row.workflows_limit, usage: workflows },
      campaigns: { limit: row.campaigns_limit, usage: campaigns },
      transactional: { limit: row.transactional_limit, usage: transactional },
      inbound: { limit: row.inbound_limit, usage: inbound },
    },
    total: {
      limit: row.is_on_free_tier ? FREE_TIER : null,
      usage: workflows + campaigns + transactional + inbound,
    },
  };
}

/**
 * To be called after queueing, in the same transaction: refuses by taking all of it back. One after the other, each with
 * a view that is newer than its turn, so that two who would both fit alone are not both let in.
 */
export async function assertWithinCaps(ctx: Ctx, sourceType: SourceType): Promise<void> {
  await sql`select pg_advisory_xact_lock(${CAPS_LOCK}, hashtext(${ctx.projectId}))`.execute(ctx.db);
  const row = await selectUsage(ctx);
  const usage = usageOf(row);
  assertRoom(usage, sourceType, 0);
  await warnOnce(ctx, CATEGORY[sourceType], usage.categories[CATEGORY[sourceType]]);
  await warnOnce(ctx, 'total', usage.total);
  if (row.differences > MANY_DIFFERENCES) await foldCountsOfProject(ctx);
}

/** Refuses what is known to be too much before any of it is queued. */
export async function assertRoomFor(ctx: Ctx, sourceType: SourceType, emails: number): Promise<void> {
  assertRoom(await readUsage(ctx), sourceType, emails);
}

function assertRoom(usage: Usage, sourceType: SourceType, more: number): void {
  const category = CATEGORY[sourceType];
  const full = (use: Use): boolean => use.limit !== null && use.usage + more > use.limit;
  const { total } = usage;
  if (full(total)) {
    throw limitExceeded(`The free tier of ${total.limit} emails a month is used up`, 'total', total, {
      suggestion: 'Subscribe under Billing in the dashboard to send more.',
    });
  }
  const own = usage.categories[category];
  if (full(own)) {
    throw limitExceeded(`The monthly cap of ${own.limit} emails for ${category} is reached`, category, own, {
      suggestion: 'Raise the cap under Billing in the dashboard, or wait for the next month.',
    });
  }
}

const limitExceeded = (message: string, category: string, { limit }: Use, extras: { suggestion: string }): AppError =>
  new AppError('BILLING_LIMIT_EXCEEDED', message, { ...extras, details: { category, limit } });

async function warnOnce(ctx: Ctx, category: Exclude<Category, 'inbound'> | 'total', { limit, usage }: Use) {
  if (limit === null || usage * 100 < limit * WARNING_AT) return;
  const now = ctx.clock.now();
  const isFirst = await ctx.db
    .insertInto('usage_warnings')
    .values({ project_id: ctx.projectId, month: sql<Date>`${monthStart(now)}::date`, category, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('category')
    .executeTakeFirst();
  if (isFirst) await enqueue(ctx, capNear, { category, limit, usage });
}
