import { sql } from 'kysely';
import type { Email } from '../../contract/emails.ts';
import type { Ctx } from '../platform/context.ts';
import { databaseNow } from '../platform/db/database-now.ts';
import { announceQueued } from './queue-emails.ts';

export interface RecipientFilter {
  after?: string | undefined;
  status?: string | undefined;
  limit: number;
}

/** The ledger of one campaign in the order of its contacts: the order in which it was queued, and that of an index. */
export async function recipientsOf(ctx: Ctx, campaignId: string, { after, status, limit }: RecipientFilter) {
  const rows = await ctx.db
    .selectFrom('emails')
    .select(['id', 'contact_id', 'to_email', 'status', 'error', 'attempts'])
    .select(['sent_at', 'delivered_at', 'opened_at', 'clicked_at', 'bounced_at'])
    .where('project_id', '=', ctx.projectId)
    .where('campaign_id', '=', campaignId)
    .$if(status !== undefined, (query) => query.where('status', '=', status as string))
    .$if(after !== undefined, (query) =>
      query.where('contact_id', '>', (eb) =>
        eb
          .selectFrom('emails as last')
          .select('last.contact_id')
          .where('last.project_id', '=', ctx.projectId)
          .where('last.id', '=', after as string),
      ),
    )
    .orderBy('contact_id')
    .limit(limit)
    .execute();
  const time = (at: Date | null): string | null => at?.toISOString() ?? null;
  return rows.map((row) => ({
    emailId: row.id,
    contactId: row.contact_id,
    email: row.to_email,
    status: row.status as Email['status'],
    reason: row.error,
    attempts: row.attempts,
    sentAt: time(row.sent_at),
    deliveredAt: time(row.delivered_at),
    openedAt: time(row.opened_at),
    clickedAt: time(row.clicked_at),
    bouncedAt: time(row.bounced_at),
  }));
}

export async function countOf(ctx: Ctx, campaignId: string, status: string | undefined): Promise<number> {
  const { count } = await ctx.db
    .selectFrom('emails')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('project_id', '=', ctx.projectId)
    .where('campaign_id', '=', campaignId)
    .$if(status !== undefined, (query) => query.where('status', '=', status as string))
    .executeTakeFirstOrThrow();
  return count;
}

/** A new life for rows that ended without arriving: the patience of a retried email starts again. */
export async function retryEmails(ctx: Ctx, campaignId: string, statuses: string[]): Promise<number> {
  const now = ctx.clock.now();
  const { numAffectedRows } = await sql`
    update emails set status = 'QUEUED', due_at = ${databaseNow(ctx.clock)}, retried_at = ${now}, error = null, updated_at = ${now}
    where project_id = ${ctx.projectId} and campaign_id = ${campaignId} and status = any(${statuses}::text[])
  `.execute(ctx.db);
  await announceQueued(ctx);
  return Number(numAffectedRows ?? 0);
}
