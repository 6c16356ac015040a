import { sql } from 'kysely';
import type { Ctx } from '../platform/context.ts';
import { isInside, type Placed, type Slice } from './feed-sources.ts';

interface CampaignItemRow {
  id: string;
  name: string;
  subject: string;
  status: string;
  total_recipients: number;
  sent_at: Date;
}

/** Campaigns at the time when their sending began. None belongs to one contact. */
export async function campaignItems(ctx: Ctx, slice: Slice): Promise<Placed[]> {
  if (!slice.types.includes('campaign.sent') || slice.contactId !== undefined) return [];
  const { rows } = await sql<CampaignItemRow>`
    select id, name, subject, status, total_recipients, sent_at from campaigns
    where project_id = ${ctx.projectId} and ${isInside(slice, 'campaign', [sql`sent_at`, sql`id`])}
    order by sent_at desc, id desc limit ${slice.limit}
  `.execute(ctx.db);
  return rows.map(({ id, name, subject, status, total_recipients, sent_at }) => ({
    position: { ms: sent_at.getTime(), id, source: 'campaign' },
    item: {
      id: `campaign_${id}_sent`,
      type: 'campaign.sent',
      timestamp: sent_at.toISOString(),
      metadata: { campaignName: name, subject, status, totalRecipients: total_recipients },
    },
  }));
}
