import { type Expression, type SqlBool, sql } from 'kysely';
import { type Ctx, transaction } from '../platform/context.ts';
import { databaseNow } from '../platform/db/database-now.ts';
import { uuidV7 } from '../platform/uuid.ts';
import type { SourceType } from './email-content.ts';
import { utcDay } from './email-counts.ts';
import { assertWithinCaps, isCapped } from './usage-caps.ts';

/** Announces queued mail inside the transaction that queued it, so that an idle worker sends within milliseconds. */
export const QUEUED_CHANNEL = 'posthorn_emails_queued';

const PRIORITY: Record<SourceType, number> = { TRANSACTIONAL: 0, WORKFLOW: 1, CAMPAIGN: 2 };

export interface NewEmail {
  contactId: string;
  toEmail: string;
  toName?: string | undefined;
  /** Captured now; null renders from the contact as it is at hand-over. */
  variables: Record<string, unknown> | null;
  /** The step of a workflow that sends it: no step sends twice. */
  step?: { executionId: string; stepExecutionId: string } | undefined;
}

export interface Queued {
  contentId: string;
  sourceType: SourceType;
  templateId?: string | undefined;
}

/**
 * Puts one or many emails of one content into the ledger, in one statement that also counts them. Answers their ids in
 * the order given. Refuses all of them, by undoing the caller's transaction, when a monthly cap is exceeded.
 */
export async function queueEmails(ctx: Ctx, emails: NewEmail[], queued: Queued): Promise<string[]> {
  if (emails.length === 0) return [];
  const now = ctx.clock.now();
  const rows = emails.map((email) => ({
    id: uuidV7(now),
    contact_id: email.contactId,
    to_email: email.toEmail,
    to_name: email.toName ?? null,
    variables: email.variables,
    execution_id: email.step?.executionId ?? null,
    step_execution_id: email.step?.stepExecutionId ?? null,
  }));
  await transaction(ctx, async (ctx) => {
    const { rows: found } = await sql<{ is_capped: boolean }>`/* prepared */
      with queued as (
        insert into emails (project_id, id, contact_id, content_id, to_email, to_name, variables, source_type,
                            template_id, workflow_execution_id, step_execution_id, priority, due_at, created_at, updated_at)
        select ${ctx.projectId}, id, contact_id, ${queued.contentId}, to_email, to_name, variables, ${queued.sourceType},
               ${queued.templateId ?? null}::uuid, execution_id, step_execution_id, ${PRIORITY[queued.sourceType]},
               ${databaseNow(ctx.clock)}, ${now}, ${now}
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
          as row (id uuid, contact_id uuid, to_email text, to_name text, variables jsonb, execution_id uuid,
                  step_execution_id uuid)
      ), counted as (
        insert into email_counts (project_id, day, source_type, queued, metered)
        values (${ctx.projectId}, ${utcDay(now)}::date, ${queued.sourceType}, ${rows.length}::int, ${rows.length}::int *
          case when exists (select from email_attachments
            where project_id = ${ctx.projectId} and content_id = ${queued.contentId}) then 2 else 1 end)
      )
      select ${isCapped(ctx, queued.sourceType)} as is_capped from projects where projects.id = ${ctx.projectId}
    `.execute(ctx.db);
    if (found[0]?.is_capped) await assertWithinCaps(ctx, queued.sourceType);
    await announceQueued(ctx);
  });
  return rows.map(({ id }) => id);
}

export interface QueuedAudience extends Queued {
  campaignId: string;
  /** True for the contacts that are to get it, over the table `contacts`. */
  audience: Expression<SqlBool>;
  /** Contacts up to this id have been handled. */
  after: string | undefined;
  limit: number;
}

/**
 * Queues the next slice of an audience, in the order of contact ids: one statement, whatever its size. A slice that is
 * run again inserts nobody twice. Answers the last contact of the slice that was selected, not of the rows inserted, so
 * that a resumed slice moves on; undefined at the end.
 */
export async function queueAudience(ctx: Ctx, queued: QueuedAudience): Promise<string | undefined> {
  const now = ctx.clock.now();
  const { rows } = await sql<{ last: string | null; is_capped: boolean }>`
    with slice as materialized (
      select contacts.id, contacts.email from contacts
      where contacts.project_id = ${ctx.projectId} and ${queued.audience}
        and contacts.id > ${queued.after ?? FIRST_ID}::uuid
      order by contacts.id
      limit ${queued.limit}
    ), queued as (
      insert into emails (project_id, id, contact_id, content_id, to_email, source_type, campaign_id, priority, due_at,
                          created_at, updated_at)
      select ${ctx.projectId}, uuidv7(), id, ${queued.contentId}, email, ${queued.sourceType}, ${queued.campaignId},
             ${PRIORITY.CAMPAIGN}, ${databaseNow(ctx.clock)}, ${now}, ${now}
      from slice
      on conflict (project_id, campaign_id, contact_id) where campaign_id is not null do nothing
      returning 1
    ), counted as (
      insert into email_counts (project_id, day, source_type, queued, metered)
      select ${ctx.projectId}, ${utcDay(now)}::date, ${queued.sourceType}, count(*), count(*) from queued
      having count(*) > 0
    )
    select (select id from slice order by id desc limit 1) as last,
           ${isCapped(ctx, queued.sourceType)} as is_capped
    from projects where projects.id = ${ctx.projectId}
  `.execute(ctx.db);
  if (rows[0]?.is_capped) await assertWithinCaps(ctx, queued.sourceType);
  await announceQueued(ctx);
  return rows[0]?.last ?? undefined;
}

const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** Stops a campaign's emails where they are, at once and however many. */
export async function holdLane(ctx: Ctx, campaignId: string): Promise<void> {
  await ctx.db
    .insertInto('held_lanes')
    .values({ project_id: ctx.projectId, lane: campaignId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function releaseLane(ctx: Ctx, campaignId: string): Promise<void> {
  await ctx.db
    .deleteFrom('held_lanes')
    .where('project_id', '=', ctx.projectId)
    .where('lane', '=', campaignId)
    .execute();
  await announceQueued(ctx);
}

/** Cancels up to `limit` queued emails of a campaign; answers how many. */
export async function dropQueued(ctx: Ctx, campaignId: string, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    update emails set status = 'CANCELLED', error = 'The campaign was cancelled', updated_at = ${ctx.clock.now()}
    where project_id = ${ctx.projectId} and id in (
      select id from emails
      where project_id = ${ctx.projectId} and campaign_id = ${campaignId} and status = 'QUEUED'
      limit ${limit}
      for update
    )
  `.execute(ctx.db);
  return Number(numAffectedRows ?? 0);
}

/** Cancels up to `limit` queued emails of a project that was suspended; answers how many. */
export async function dropAllQueued(ctx: Ctx, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    update emails set status = 'CANCELLED', error = 'The project was suspended', updated_at = ${ctx.clock.now()}
    where project_id = ${ctx.projectId} and id in (
      select id from emails
      where project_id = ${ctx.projectId} and status = 'QUEUED' and priority = any(${Object.values(PRIORITY)}::int[])
      limit ${limit}
      for update
    )
  `.execute(ctx.db);
  return Number(numAffectedRows ?? 0);
}

/** Emails of the project are on their way: they may come back to the queue. */
export async function isSending(ctx: Ctx): Promise<boolean> {
  const held = await ctx.db
    .selectFrom('emails')
    .select('id')
    .where('project_id', '=', ctx.projectId)
    .where('status', '=', 'SENDING')
    .limit(1)
    .executeTakeFirst();
  return held !== undefined;
}

export async function announceQueued(ctx: Pick<Ctx, 'db'>): Promise<void> {
  await sql`select pg_notify(${QUEUED_CHANNEL}, '')`.execute(ctx.db);
}
