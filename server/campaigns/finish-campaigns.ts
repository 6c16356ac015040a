import { sql } from 'kysely';
import { countCampaignEmails } from '../delivery/campaign-counts.ts';
import { days } from '../platform/clock.ts';
import type { BaseCtx, Ctx } from '../platform/context.ts';
import { storeCounts } from './campaign-stats.ts';
import { dropCancelled } from './cancel-campaign.ts';

/** Counting may take a twentieth of the time; what takes less than this is counted whenever it is asked for. */
const CHEAP_MS = 100;
const REST_PER_MS = 19;

/** Sending campaigns: counters follow the ledger, and a campaign with nothing left is SENT. Every few seconds. */
export async function finishCampaigns(ctx: BaseCtx): Promise<void> {
  const { rows } = await sql<{ project_id: string; id: string; is_over: boolean; may_count: boolean }>`
    select project_id, id, count_after <= clock_timestamp() as may_count,
           is_fanned_out and not exists (
             select from emails
             where emails.project_id = campaigns.project_id and emails.campaign_id = campaigns.id
               and emails.status in ('QUEUED', 'SENDING')
           ) as is_over
    from campaigns
    where status = 'SENDING'
  `.execute(ctx.db);
  for (const { project_id, id, is_over, may_count } of rows) {
    const scoped = { ...ctx, projectId: project_id };
    if (is_over) await finish(scoped, id);
    else if (may_count) await recount(scoped, id);
  }
}

/** A row that comes back to the queue between the look and the update keeps its campaign open. */
async function finish(ctx: Ctx, id: string): Promise<void> {
  const counts = await recount(ctx, id);
  if (counts && counts.queuedCount > 0) return;
  await ctx.db
    .updateTable('campaigns')
    .set({ status: 'SENT', paused: false, total_recipients: counts?.total ?? 0, updated_at: ctx.clock.now() })
    .where('project_id', '=', ctx.projectId)
    .where('id', '=', id)
    .where('status', '=', 'SENDING')
    .execute();
}

async function recount(ctx: Ctx, id: string) {
  const start = performance.now();
  const counts = await countCampaignEmails(ctx, id);
  if (!counts) return undefined;
  const took = performance.now() - start;
  await storeCounts(ctx, counts, took < CHEAP_MS ? 0 : took * REST_PER_MS);
  return counts;
}

/**
 * Every minute: opens, clicks and bounces arrive for days after a campaign ends. And emails that were on their way to
 * the wire when their campaign was cancelled have come back to the queue since.
 */
export async function followFinishedCampaigns(ctx: BaseCtx): Promise<void> {
  const recent = await ctx.db
    .selectFrom('campaigns')
    .select(['project_id', 'id', 'status', sql<boolean>`count_after <= clock_timestamp()`.as('may_count')])
    .where('status', 'in', ['SENT', 'CANCELLED'])
    .where('sent_at', '>', new Date(ctx.clock.now().getTime() - days(3)))
    .execute();
  for (const { project_id, id, status, may_count } of recent) {
    const scoped = { ...ctx, projectId: project_id };
    if (status === 'CANCELLED') await dropCancelled(scoped, { campaignId: id });
    if (may_count) await recount(scoped, id);
  }
}
