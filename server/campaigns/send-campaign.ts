import type { Campaign } from '../../contract/campaigns.ts';
import { assertRoomFor } from '../delivery/usage-caps.ts';
import { assertVerifiedSender } from '../domains/verified-sender.ts';
import { type Ctx, transaction } from '../platform/context.ts';
import { badRequest } from '../platform/errors.ts';
import { enqueue } from '../platform/jobs/job.ts';
import { recordAudit } from '../projects/audit-log.ts';
import { countRecipients } from './audience.ts';
import { type CampaignRow, getCampaignRow, withSegment } from './campaign.ts';
import { sourceTypeOf } from './fan-out-campaign.ts';
import { campaignDue } from './jobs.ts';

/** Now, or at a time; a time that has passed is due at once. The job that does it commits with the state. */
export function sendCampaign(ctx: Ctx, id: string, { scheduledFor }: { scheduledFor?: string | null | undefined }) {
  const at = scheduledFor === null || scheduledFor === undefined ? undefined : instantOf(scheduledFor);
  return transaction(ctx, async (ctx) => {
    const before = await getCampaignRow(ctx, id);
    await assertVerifiedSender(ctx, before.from);
    const recipients = await countRecipients(ctx, before);
    // A scheduled audience is looked up when its time comes: it may be empty today.
    if (!at && recipients === 0) throw badRequest('Campaign has no recipients');
    if (!at) await assertRoomFor(ctx, sourceTypeOf(before), recipients);
    const row = at ? await schedule(ctx, id, at, recipients) : await startSending(ctx, id, recipients);
    await enqueue(ctx, campaignDue, { campaignId: id }, at ? { at } : {});
    await recordSending(ctx, row);
    return answer(await withSegment(ctx, row));
  });
}

// The years that both JavaScript and Postgres can tell.
const EARLIEST = Date.parse('0001-01-01T00:00:00Z');
const LATEST = Date.parse('9999-12-31T23:59:59Z');

function instantOf(given: string): Date {
  const at = new Date(given);
  if (!(at.getTime() >= EARLIEST && at.getTime() <= LATEST)) throw badRequest('Invalid scheduledFor date format');
  return at;
}

const recordSending = (ctx: Ctx, { id, name, status, scheduled_for, total_recipients }: CampaignRow): Promise<void> =>
  recordAudit(ctx, {
    action: status === 'SCHEDULED' ? 'campaign.scheduled' : 'campaign.sent',
    target: name,
    details: { campaignId: id, recipients: total_recipients, scheduledFor: scheduled_for },
  });

function answer(campaign: Campaign) {
  const message =
    campaign.status === 'SCHEDULED' ? `Campaign is scheduled for ${campaign.scheduledFor}` : 'Campaign is being sent';
  return { success: true as const, data: campaign, message };
}

const schedule = (ctx: Ctx, id: string, at: Date, recipients: number): Promise<CampaignRow> =>
  leaveDraft(ctx, id, { status: 'SCHEDULED', scheduled_for: at, total_recipients: recipients });

const startSending = (ctx: Ctx, id: string, recipients: number): Promise<CampaignRow> =>
  leaveDraft(ctx, id, { status: 'SENDING', sent_at: ctx.clock.now(), total_recipients: recipients });

async function leaveDraft(ctx: Ctx, id: string, change: Partial<CampaignRow>): Promise<CampaignRow> {
  const row = await ctx.db
    .updateTable('campaigns')
    .set({ ...change, updated_at: ctx.clock.now() })
    .where('project_id', '=', ctx.projectId)
    .where('id', '=', id)
    .where('status', 'in', ['DRAFT', 'SCHEDULED'])
    .returningAll()
    .executeTakeFirst();
  if (!row) throw badRequest('Only a draft or scheduled campaign can be sent');
  return row;
}
