import { sql } from 'kysely';
import type { Ctx } from '../platform/context.ts';
import { countAllEmails, countDeliveredEmails, countLaneEmails } from './email-day-counts.ts';

export interface EmailFilter {
  status?: string | undefined;
  campaignId?: string | undefined;
  contactId?: string | undefined;
}

/** Exact. What would mean to count most of a ledger comes from its counters. */
export function countMatchingEmails(ctx: Ctx, filter: EmailFilter): Promise<number> {
  const { status, campaignId, contactId } = filter;
  if (contactId !== undefined) return countRows(ctx, filter);
  if (campaignId !== undefined) return status === undefined ? countLaneEmails(ctx, campaignId) : countRows(ctx, filter);
  if (status === undefined) return countAllEmails(ctx);
  return status === 'SENT' || status === 'DELIVERED' ? countUsual(ctx, status) : countRows(ctx, filter);
}

/** By an index: of a contact, of one state of a campaign, of a state that is rare. */
async function countRows(ctx: Ctx, { status, campaignId, contactId }: EmailFilter): Promise<number> {
  let rows = ctx.db.selectFrom('emails').where('project_id', '=', ctx.projectId);
  if (status !== undefined) rows = rows.where('status', '=', status);
  if (campaignId !== undefined) rows = rows.where('campaign_id', '=', campaignId);
  if (contactId !== undefined) rows = rows.where('contact_id', '=', contactId);
  const { count } = await rows.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  return count;
}

/** The states that most emails have are what the counters know, less the rare states, which an index has. */
async function countUsual(ctx: Ctx, status: 'SENT' | 'DELIVERED'): Promise<number> {
  const { rows } = await sql<{ delivered: number; others: number }>`
    select ${countDeliveredEmails(ctx)} - (
        select count(*) from emails
        where project_id = ${ctx.projectId} and status in ('BOUNCED', 'COMPLAINED') and delivered_at is not null
      ) as delivered, (
        select count(*) from emails
        where project_id = ${ctx.projectId} and status not in ('QUEUED', 'SENDING', 'SENT', 'DELIVERED')
      ) + (
        select count(*) from emails where project_id = ${ctx.projectId} and status = 'QUEUED'
      ) + (
        select count(*) from emails where project_id = ${ctx.projectId} and status = 'SENDING'
      ) as others
  `.execute(ctx.db);
  const { delivered, others } = rows[0] as { delivered: number; others: number };
  return status === 'DELIVERED' ? delivered : (await countAllEmails(ctx)) - others - delivered;
}
