import { type Expression, type SqlBool, sql } from 'kysely';
import type { Condition } from '../../contract/condition.ts';
import { problemIn } from '../conditions/condition-problem.ts';
import { loadReferences } from '../conditions/references.ts';
import { type EmailKind, needsSubscription } from '../delivery/email-content.ts';
import type { Ctx } from '../platform/context.ts';
import { invalid } from '../platform/errors.ts';
import { compiled, segmentsOf } from '../segments/matching-contacts.ts';
import { conditionOf, getSegment, isStoredMember } from '../segments/segment.ts';
import { type CampaignRow, getCampaignRow } from './campaign.ts';

type Audience = Pick<CampaignRow, 'audience_type' | 'segment_id' | 'audience_condition' | 'type' | 'sent_at'>;

/**
 * Who gets the campaign, as one expression over `contacts`: the same for the preview, the count and the send. Once
 * sending has begun, its start is the time that counts, and whoever came later is not in the audience.
 */
export async function audienceExpression(ctx: Ctx, campaign: Audience): Promise<Expression<SqlBool>> {
  const matched = await matchedExpression(ctx, campaign);
  return mustBeSubscribed(campaign) ? sql<SqlBool>`(${matched} and contacts.subscribed)` : matched;
}

async function matchedExpression(ctx: Ctx, campaign: Audience): Promise<Expression<SqlBool>> {
  const { sent_at: start } = campaign;
  const wanted = await wantedExpression(start ? { ...ctx, clock: { now: () => start } } : ctx, campaign);
  return start ? sql<SqlBool>`(${wanted} and contacts.created_at <= ${start})` : wanted;
}

async function wantedExpression(ctx: Ctx, campaign: Audience): Promise<Expression<SqlBool>> {
  if (campaign.audience_type === 'FILTERED') return compiled(ctx, campaign.audience_condition as unknown as Condition);
  if (campaign.audience_type === 'ALL') return sql<SqlBool>`true`;
  // A segment that was deleted leaves nobody, never everybody.
  if (!campaign.segment_id) return sql<SqlBool>`false`;
  const segment = await getSegment(ctx, campaign.segment_id);
  const condition = conditionOf(segment);
  return condition ? compiled(ctx, condition) : isStoredMember(ctx, segment.id);
}

const mustBeSubscribed = ({ type }: Audience): boolean => needsSubscription(type as EmailKind, 'CAMPAIGN');

export async function countRecipients(ctx: Ctx, campaign: Audience): Promise<number> {
  const { count } = await ctx.db
    .selectFrom('contacts')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('contacts.project_id', '=', ctx.projectId)
    .where(await audienceExpression(ctx, campaign))
    .executeTakeFirstOrThrow();
  return count;
}

const SAMPLE = 10;

/** Exact and itemised: matched = unsubscribed + suppressed + will receive. */
export async function previewAudience(ctx: Ctx, id: string) {
  const campaign = await getCampaignRow(ctx, id);
  const matched = await matchedExpression(ctx, campaign);
  const excluded = mustBeSubscribed(campaign) ? sql<boolean>`not contacts.subscribed` : sql<boolean>`false`;
  const audience = sql`from contacts
    left join suppressions on suppressions.project_id = contacts.project_id and suppressions.email = contacts.email
    where contacts.project_id = ${ctx.projectId} and ${matched}`;
  const { rows: counts } = await sql<{ matched: number; unsubscribed: number; suppressed: number }>`
    select count(*) as matched,
           count(*) filter (where ${excluded}) as unsubscribed,
           count(*) filter (where not (${excluded}) and suppressions.email is not null) as suppressed
    ${audience}
  `.execute(ctx.db);
  const { rows: sample } = await sql<{ id: string; email: string }>`
    select contacts.id, contacts.email ${audience}
      and not (${excluded}) and suppressions.email is null
    order by contacts.id limit ${SAMPLE}
  `.execute(ctx.db);
  const { matched: total, unsubscribed, suppressed } = counts[0] ?? { matched: 0, unsubscribed: 0, suppressed: 0 };
  return {
    success: true as const,
    data: { matched: total, unsubscribed, suppressed, willReceive: total - unsubscribed - suppressed, sample },
  };
}

/** What the schema cannot tell: fields, operators and segments that make no sense together. */
export async function assertAudience(ctx: Ctx, condition: Condition): Promise<void> {
  const loaded = problemIn(condition) ?? (await loadReferences(condition, segmentsOf(ctx)));
  const problem = 'message' in loaded ? loaded : 'problem' in loaded ? loaded.problem : undefined;
  if (!problem) return;
  const field = ['audienceCondition', problem.field].filter(Boolean).join('.');
  throw invalid('Request validation failed', [{ field, message: problem.message, code: 'custom' }]);
}
