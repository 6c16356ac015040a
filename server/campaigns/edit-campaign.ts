import type { Campaign } from '../../contract/campaigns.ts';
import type { Condition } from '../../contract/condition.ts';
import { assertVerifiedSender } from '../domains/verified-sender.ts';
import { type Ctx, transaction } from '../platform/context.ts';
import { badRequest, conflict } from '../platform/errors.ts';
import { holdSegments } from '../segments/edit-segment.ts';
import { getSegment } from '../segments/segment.ts';
import { assertTemplateSyntax } from '../templates/language/compile.ts';
import { assertAudience, countRecipients } from './audience.ts';
import { type CampaignRow, getCampaignRow, withSegment } from './campaign.ts';

export interface CampaignFields {
  name?: string | undefined;
  description?: string | null | undefined;
  subject?: string | undefined;
  body?: string | undefined;
  from?: string | undefined;
  fromName?: string | null | undefined;
  replyTo?: string | null | undefined;
  type?: Campaign['type'] | undefined;
  audienceType?: Campaign['audienceType'] | undefined;
  segmentId?: string | null | undefined;
  audienceCondition?: Condition | null | undefined;
}

export interface NewCampaign extends CampaignFields {
  name: string;
  subject: string;
  body: string;
  from: string;
  audienceType: Campaign['audienceType'];
}

export async function createCampaign(ctx: Ctx, fields: NewCampaign): Promise<Campaign> {
  await assertContent(ctx, fields);
  const now = ctx.clock.now();
  return transaction(ctx, async (ctx) => {
    await assertReferences(ctx, fields);
    const row = await ctx.db
      .insertInto('campaigns')
      .values({
        project_id: ctx.projectId,
        ...columnsOf(fields),
        name: fields.name,
        subject: fields.subject,
        body: fields.body,
        from: fields.from,
        audience_type: fields.audienceType,
        created_at: now,
        updated_at: now,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    return withSegment(ctx, await recount(ctx, row));
  });
}

/** Partial despite the verb PUT: what is left out stays. */
export async function updateCampaign(ctx: Ctx, id: string, fields: CampaignFields): Promise<Campaign> {
  const before = await getCampaignRow(ctx, id);
  assertEditable(before, fields);
  await assertContent(ctx, fields);
  assertAudienceComplete({ ...before, ...columnsOf(fields) });
  return transaction(ctx, async (ctx) => {
    await assertReferences(ctx, fields);
    const row = await ctx.db
      .updateTable('campaigns')
      .set({ ...columnsOf(fields), updated_at: ctx.clock.now() })
      .where('project_id', '=', ctx.projectId)
      .where('id', '=', id)
      .where('status', '=', before.status)
      .returningAll()
      .executeTakeFirst();
    if (!row) throw badRequest('The campaign has changed its status meanwhile');
    return withSegment(ctx, changesAudience(fields) ? await recount(ctx, row) : row);
  });
}

function assertEditable({ status, segment_id }: CampaignRow, { segmentId }: CampaignFields): void {
  if (status !== 'DRAFT' && status !== 'SCHEDULED') {
    throw badRequest(`Only a draft or scheduled campaign can be changed; this one is ${status}`);
  }
  // Whoever replaces the whole campaign sends the segment that it has already.
  if (status === 'SCHEDULED' && segmentId !== undefined && (segmentId?.toLowerCase() ?? null) !== segment_id) {
    throw badRequest('The segment of a scheduled campaign cannot be changed: cancel it first');
  }
}

async function assertContent(ctx: Ctx, { from, subject, body }: CampaignFields): Promise<void> {
  if (from !== undefined) await assertVerifiedSender(ctx, from);
  if (subject !== undefined) assertTemplateSyntax('subject', subject);
  if (body !== undefined) assertTemplateSyntax('body', body);
}

/** What it refers to exists, and stays until the transaction ends. */
async function assertReferences(ctx: Ctx, { segmentId, audienceCondition }: CampaignFields): Promise<void> {
  if (segmentId || audienceCondition) await holdSegments(ctx);
  if (segmentId) await getSegment(ctx, segmentId);
  if (audienceCondition) await assertAudience(ctx, audienceCondition);
}

function assertAudienceComplete({ audience_type, segment_id, audience_condition }: Partial<CampaignRow>): void {
  if (audience_type === 'SEGMENT' && !segment_id)
    throw badRequest('segmentId is required when audienceType is SEGMENT');
  if (audience_type === 'FILTERED' && !audience_condition) {
    throw badRequest('audienceCondition is required when audienceType is FILTERED');
  }
}

const changesAudience = ({ type, audienceType, segmentId, audienceCondition }: CampaignFields): boolean =>
  [type, audienceType, segmentId, audienceCondition].some((field) => field !== undefined);

async function recount(ctx: Ctx, row: CampaignRow): Promise<CampaignRow> {
  return ctx.db
    .updateTable('campaigns')
    .set({ total_recipients: await countRecipients(ctx, row) })
    .where('project_id', '=', ctx.projectId)
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

function columnsOf(fields: CampaignFields) {
  const columns = {
    name: fields.name,
    description: fields.description,
    subject: fields.subject,
    body: fields.body,
    from: fields.from,
    from_name: fields.fromName,
    reply_to: fields.replyTo,
    type: fields.type,
    audience_type: fields.audienceType,
    segment_id: fields.segmentId,
    audience_condition:
      fields.audienceCondition === undefined || fields.audienceCondition === null
        ? fields.audienceCondition
        : JSON.stringify(fields.audienceCondition),
  };
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
}

export async function deleteCampaign(ctx: Ctx, id: string) {
  const deleted = await ctx.db
    .deleteFrom('campaigns')
    .where('project_id', '=', ctx.projectId)
    .where('id', '=', id)
    .where('status', '=', 'DRAFT')
    .returning('id')
    .executeTakeFirst();
  if (deleted) return { success: true as const, message: 'Campaign deleted successfully' };
  const { status } = await getCampaignRow(ctx, id);
  if (status === 'SCHEDULED' || status === 'SENDING') throw conflict(`The campaign is ${status}: cancel it first`);
  throw badRequest(`Only a draft can be deleted; this campaign is ${status}`);
}

export async function duplicateCampaign(ctx: Ctx, id: string) {
  const now = ctx.clock.now();
  const data = await transaction(ctx, async (ctx) => {
    await holdSegments(ctx);
    const source = await getCampaignRow(ctx, id);
    const row = await ctx.db
      .insertInto('campaigns')
      .values({
        project_id: ctx.projectId,
        name: `${source.name} (Copy)`,
        description: source.description,
        subject: source.subject,
        body: source.body,
        from: source.from,
        from_name: source.from_name,
        reply_to: source.reply_to,
        type: source.type,
        audience_type: source.audience_type,
        segment_id: source.segment_id,
        audience_condition: source.audience_condition === null ? null : JSON.stringify(source.audience_condition),
        created_at: now,
        updated_at: now,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    return withSegment(ctx, await recount(ctx, row));
  });
  return { success: true as const, data, message: 'Campaign duplicated successfully' };
}
