import { sql } from 'kysely';
import { type CampaignCounts, countCampaignEmails } from '../delivery/campaign-counts.ts';
import type { Ctx } from '../platform/context.ts';
import { getCampaignRow } from './campaign.ts';

/** Counted live; the columns of the campaign follow, so that lists show the same. */
export async function campaignStats(ctx: Ctx, id: string) {
  const campaign = await getCampaignRow(ctx, id);
  const counts = await countCampaignEmails(ctx, id);
  if (counts) await storeCounts(ctx, counts);
  const { campaignId, total, ...shown } = counts ?? { campaignId: id, total: 0, ...NOTHING };
  const percent = (part: number): number => (shown.sentCount === 0 ? 0 : (part / shown.sentCount) * 100);
  return {
    success: true as const,
    data: {
      // Before the audience is complete in the ledger, the estimate made at the start says more.
      totalRecipients: campaign.is_fanned_out ? total : Math.max(total, campaign.total_recipients),
      ...shown,
      openRate: percent(shown.openedCount),
      clickRate: percent(shown.clickedCount),
      bounceRate: percent(shown.bouncedCount),
      deliveryRate: percent(shown.deliveredCount),
    },
  };
}

const NOTHING = {
  sentCount: 0,
  deliveredCount: 0,
  openedCount: 0,
  clickedCount: 0,
  bouncedCount: 0,
  complainedCount: 0,
  failedCount: 0,
  suppressedCount: 0,
  unknownCount: 0,
  queuedCount: 0,
};

/** With a rest, the sweeps are not to count again before it is over; somebody who looks does not change that. */
export async function storeCounts(ctx: Ctx, counts: CampaignCounts, restMs?: number): Promise<void> {
  await ctx.db
    .updateTable('campaigns')
    .set({
      sent_count: counts.sentCount,
      delivered_count: counts.deliveredCount,
      opened_count: counts.openedCount,
      clicked_count: counts.clickedCount,
      bounced_count: counts.bouncedCount,
      complained_count: counts.complainedCount,
      ...(restMs === undefined ? {} : { count_after: sql`clock_timestamp() + ${restMs} * interval '1 millisecond'` }),
    })
    .where('project_id', '=', ctx.projectId)
    .where('id', '=', counts.campaignId)
    .execute();
}
