import { recipientsOf } from '../delivery/campaign-recipients.ts';
import type { Ctx } from '../platform/context.ts';
import { csvLine } from '../platform/csv.ts';
import { Download } from '../platform/http/download.ts';
import { getCampaignRow } from './campaign.ts';

const PAGE = 1000;

/** Everyone in the ledger of the campaign, as CSV. */
export async function exportRecipients(ctx: Ctx, campaignId: string, status: string | undefined): Promise<Download> {
  await getCampaignRow(ctx, campaignId);
  return new Download({
    filename: `recipients-${campaignId}.csv`,
    contentType: 'text/csv; charset=utf-8',
    chunks: lines(ctx, campaignId, status),
  });
}

async function* lines(ctx: Ctx, campaignId: string, status: string | undefined): AsyncGenerator<string> {
  yield csvLine([
    'email',
    'status',
    'reason',
    'attempts',
    'sentAt',
    'deliveredAt',
    'openedAt',
    'clickedAt',
    'bouncedAt',
  ]);
  for (let after: string | undefined, more = true; more; ) {
    const page = await recipientsOf(ctx, campaignId, { after, status, limit: PAGE });
    yield page
      .map((row) =>
        csvLine([
          row.email,
          row.status,
          row.reason,
          row.attempts,
          row.sentAt,
          row.deliveredAt,
          row.openedAt,
          row.clickedAt,
          row.bouncedAt,
        ]),
      )
      .join('');
    after = page.at(-1)?.emailId;
    more = page.length === PAGE;
  }
}
