import type { Selectable } from 'kysely';
import type { Campaign } from '../../contract/campaigns.ts';
import type { Ctx } from '../platform/context.ts';
import type { Campaigns } from '../platform/db/tables.ts';
import { notFound } from '../platform/errors.ts';
import { findSegments, toSegment } from '../segments/segment.ts';

export type CampaignRow = Selectable<Campaigns>;

export async function getCampaignRow(ctx: Ctx, id: string): Promise<CampaignRow> {
  const row = await ctx.db
    .selectFrom('campaigns')
    .selectAll()
    .where('project_id', '=', ctx.projectId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw notFound('Campaign', id);
  return row;
}

export async function getCampaign(ctx: Ctx, id: string): Promise<Campaign> {
  return withSegment(ctx, await getCampaignRow(ctx, id));
}

export async function withSegment(ctx: Ctx, row: CampaignRow): Promise<Campaign> {
  const [campaign] = await withSegments(ctx, [row]);
  return campaign as Campaign;
}

/** Campaigns as the API shows them: with the segment they go to. */
export async function withSegments(ctx: Ctx, rows: CampaignRow[]): Promise<Campaign[]> {
  const ids = [...new Set(rows.flatMap(({ segment_id }) => segment_id ?? []))];
  const segments = new Map((await findSegments(ctx, ids)).map((segment) => [segment.id, toSegment(segment)]));
  return rows.map((row) => ({ ...toCampaign(row), segment: segments.get(row.segment_id ?? '') ?? null }));
}

function toCampaign(row: CampaignRow): Omit<Campaign, 'segment'> {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    subject: row.subject,
    body: row.body,
    from: row.from,
    fromName: row.from_name,
    replyTo: row.reply_to,
    type: row.type as Campaign['type'],
    status: row.status as Campaign['status'],
    paused: row.paused,
    pauseReason: row.pause_reason,
    audienceType: row.audience_type as Campaign['audienceType'],
    segmentId: row.segment_id,
    audienceCondition: row.audience_condition,
    scheduledFor: row.scheduled_for?.toISOString() ?? null,
    totalRecipients: row.total_recipients,
    sentCount: row.sent_count,
    deliveredCount: row.delivered_count,
    openedCount: row.opened_count,
    clickedCount: row.clicked_count,
    bouncedCount: row.bounced_count,
    complainedCount: row.complained_count,
    projectId: row.project_id,
    sentAt: row.sent_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}
