import { countCampaignEmails } from '../delivery/campaign-counts.ts';
import { days } from '../platform/clock.ts';
import type { BaseCtx, Ctx } from '../platform/context.ts';
import { storeCounts } from './campaign-stats.ts';
import { dropCancelled } from './cancel-campaign.ts';

/** Sending campaigns: counters follow the ledger, and a campaign with nothing left is SENT. Every few seconds. */
export async function finishCampaigns(ctx: BaseCtx): Promise<void> {
  const sending = await ctx.db
    .selectFrom('campaigns')
    .select(['project_id', 'id', 'is_fanned_out'])
    .where('status', '=', 'SENDING')
    .execute();
  for (const [projectId, campaigns] of Map.groupBy(sending, ({ project_id }) => project_id)) {
    await finishOf({ ...ctx, projectId }, campaigns);
  }
}

async function finishOf(ctx: Ctx, campaigns: { id: string; is_fanned_out: boolean }[]): Promise<void> {
  const counts = await countCampaignEmails(
    ctx,
    campaigns.map(({ id }) => id),
  );
  await storeCounts(ctx, counts);
  const byId = new Map(counts.map((each) => [each.campaignId, each]));
  for (const { id, is_fanned_out } of campaigns) {
    const { queuedCount = 0, total = 0 } = byId.get(id) ?? {};
    if (!is_fanned_out || queuedCount > 0) continue;
    await ctx.db
      .updateTable('campaigns')
      .set({ status: 'SENT', paused: false, total_recipients: total, updated_at: ctx.clock.now() })
      .where('project_id', '=', ctx.projectId)
      .where('id', '=', id)
      .where('status', '=', 'SENDING')
      .execute();
  }
}

/**
 * Every minute: opens, clicks and bounces arrive for days after a campaign ends. And emails that were on their way to
 * the wire when their campaign was cancelled have come back to the queue since.
 */
export async function followFinishedCampaigns(ctx: BaseCtx): Promise<void> {
  const recent = await ctx.db
    .selectFrom('campaigns')
    .select(['project_id', 'id', 'status'])
    .where('status', 'in', ['SENT', 'CANCELLED'])
    .where('sent_at', '>', new Date(ctx.clock.now().getTime() - days(3)))
    .execute();
  for (const [projectId, campaigns] of Map.groupBy(recent, ({ project_id }) => project_id)) {
    const scoped = { ...ctx, projectId };
    for (const { id } of campaigns.filter(({ status }) => status === 'CANCELLED')) {
      await dropCancelled(scoped, { campaignId: id });
    }
    await storeCounts(
      scoped,
      await countCampaignEmails(
        scoped,
        campaigns.map(({ id }) => id),
      ),
    );
  }
}
