import { dropQueued, holdLane, releaseLane } from '../delivery/queue-emails.ts';
import { type Ctx, transaction } from '../platform/context.ts';
import { badRequest } from '../platform/errors.ts';
import { enqueue } from '../platform/jobs/job.ts';
import { recordAudit } from '../projects/audit-log.ts';
import { getCampaignRow, withSegment } from './campaign.ts';
import { campaignCancelled, campaignDue } from './jobs.ts';

const SLICE = 20_000;

/** Stops at once: the lane is held in the same transaction, whatever is queued is dropped by the job that follows. */
export function cancelCampaign(ctx: Ctx, id: string) {
  return transaction(ctx, async (ctx) => {
    const row = await ctx.db
      .updateTable('campaigns')
      .set({ status: 'CANCELLED', paused: false, pause_reason: null, updated_at: ctx.clock.now() })
      .where('project_id', '=', ctx.projectId)
      .where('id', '=', id)
      .where('status', 'in', ['SCHEDULED', 'SENDING'])
      .returningAll()
      .executeTakeFirst();
    if (!row) {
      const { status } = await getCampaignRow(ctx, id);
      throw badRequest(`Only a scheduled or sending campaign can be cancelled; this one is ${status}`);
    }
    await holdLane(ctx, id);
    await enqueue(ctx, campaignCancelled, { campaignId: id });
    await recordAudit(ctx, { action: 'campaign.cancelled', target: row.name, details: { campaignId: id } });
    return { success: true as const, data: await withSegment(ctx, row), message: 'Campaign cancelled successfully' };
  });
}

/** Rows that were on their way when the lane was held come back to the queue within moments: the hold stays for them. */
export async function dropCancelled(ctx: Ctx, { campaignId }: { campaignId: string }): Promise<void> {
  while ((await dropQueued(ctx, campaignId, SLICE)) > 0);
}

/** Of a project that is suspended: every campaign that is under way or planned ends here. */
export async function cancelAllCampaigns(ctx: Ctx): Promise<void> {
  const cancelled = await ctx.db
    .updateTable('campaigns')
    .set({ status: 'CANCELLED', paused: false, pause_reason: null, updated_at: ctx.clock.now() })
    .where('project_id', '=', ctx.projectId)
    .where('status', 'in', ['SCHEDULED', 'SENDING'])
    .returning('id')
    .execute();
  for (const { id } of cancelled) await holdLane(ctx, id);
}

async function setPaused(ctx: Ctx, id: string, paused: boolean) {
  return transaction(ctx, async (ctx) => {
    const row = await ctx.db
      .updateTable('campaigns')
      .set({ paused, pause_reason: null, updated_at: ctx.clock.now() })
      .where('project_id', '=', ctx.projectId)
      .where('id', '=', id)
      .where('status', '=', 'SENDING')
      .returningAll()
      .executeTakeFirst();
    if (!row) {
      const { status } = await getCampaignRow(ctx, id);
      throw badRequest(`Only a sending campaign can be ${paused ? 'paused' : 'resumed'}; this one is ${status}`);
    }
    await (paused ? holdLane(ctx, id) : releaseLane(ctx, id));
    // Its audience may have stopped at a cap: whoever is left is queued now, if there is room.
    if (!paused && !row.is_fanned_out) await enqueue(ctx, campaignDue, { campaignId: id });
    const message = paused ? 'Campaign paused' : 'Campaign resumed';
    return { success: true as const, data: await withSegment(ctx, row), message };
  });
}

export const pauseCampaign = (ctx: Ctx, id: string) => setPaused(ctx, id, true);
export const resumeCampaign = (ctx: Ctx, id: string) => setPaused(ctx, id, false);
