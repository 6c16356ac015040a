import { sql } from 'kysely';
import type { Ctx } from '../platform/context.ts';

export interface CampaignCounts {
  campaignId: string;
  total: number;
  sentCount: number;
  deliveredCount: number;
  openedCount: number;
  clickedCount: number;
  bouncedCount: number;
  complainedCount: number;
  failedCount: number;
  suppressedCount: number;
  unknownCount: number;
  queuedCount: number;
}

/** Every counter comes from the ledger; an email counts once, however often it is opened. */
export async function countCampaignEmails(ctx: Ctx, campaignId: string): Promise<CampaignCounts | undefined> {
  const { rows } = await sql<CampaignCounts>`
    select campaign_id as "campaignId",
           count(*) as total,
           count(sent_at) as "sentCount",
           count(delivered_at) as "deliveredCount",
           count(opened_at) as "openedCount",
           count(clicked_at) as "clickedCount",
           count(bounced_at) as "bouncedCount",
           count(complained_at) as "complainedCount",
           count(*) filter (where status = 'FAILED') as "failedCount",
           count(*) filter (where status = 'SUPPRESSED') as "suppressedCount",
           count(*) filter (where status = 'UNKNOWN') as "unknownCount",
           count(*) filter (where status in ('QUEUED', 'SENDING')) as "queuedCount"
    from emails
    where project_id = ${ctx.projectId} and campaign_id = ${campaignId}
    group by campaign_id
  `.execute(ctx.db);
  return rows[0];
}
