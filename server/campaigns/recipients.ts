import { countOf, recipientsOf, retryEmails } from '../delivery/campaign-recipients.ts';
import { type Ctx, transaction } from '../platform/context.ts';
import { cutPage } from '../platform/db/page.ts';
import { badRequest } from '../platform/errors.ts';
import { isUuid } from '../platform/uuid.ts';
import { getCampaignRow } from './campaign.ts';

interface RecipientQuery {
  limit: number;
  cursor?: string | undefined;
  status?: string | undefined;
}

export async function listRecipients(ctx: Ctx, campaignId: string, { limit, cursor, status }: RecipientQuery) {
  await getCampaignRow(ctx, campaignId);
  if (cursor !== undefined && !isUuid(cursor)) return { data: [], hasMore: false, total: 0 };
  const rows = await recipientsOf(ctx, campaignId, { after: cursor, status, limit: limit + 1 });
  const { page, ...rest } = cutPage(rows, limit, ({ emailId }) => emailId);
  return { data: page, ...rest, total: cursor === undefined ? await countOf(ctx, campaignId, status) : 0 };
}

type Retryable = 'FAILED' | 'UNKNOWN';

/** By a person's choice: the same rows go out again, so nobody gets a second row. */
export function retryCampaign(ctx: Ctx, campaignId: string, statuses: Retryable[] = ['FAILED', 'UNKNOWN']) {
  return transaction(ctx, async (ctx) => {
    const { status } = await getCampaignRow(ctx, campaignId);
    if (status !== 'SENDING' && status !== 'SENT') {
      throw badRequest(`Only a sending or sent campaign can be retried; this one is ${status}`);
    }
    const requeued = await retryEmails(ctx, campaignId, statuses);
    if (requeued > 0) {
      await ctx.db
        .updateTable('campaigns')
        .set({ status: 'SENDING', updated_at: ctx.clock.now() })
        .where('project_id', '=', ctx.projectId)
        .where('id', '=', campaignId)
        .where('status', '=', 'SENT')
        .execute();
    }
    return { success: true as const, data: { requeued }, message: `${requeued} emails are queued again` };
  });
}
