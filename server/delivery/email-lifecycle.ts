import { sql } from 'kysely';
import { setSubscription } from '../contacts/set-subscription.ts';
import { recordEvents } from '../events/record-events.ts';
import { type BaseCtx, type Ctx, transaction } from '../platform/context.ts';
import { enqueue } from '../platform/jobs/job.ts';
import { countRows } from './email-counts.ts';
import { type EmailFacts, emailEvent, selectFacts } from './email-facts.ts';
import { mailRefused } from './jobs.ts';
import type { EmailIds } from './links.ts';
import { storableText } from './storable-text.ts';
import { suppress } from './suppressions.ts';

export interface Complaint {
  emailId: string;
  at: Date;
  reason: string;
}

export interface Bounce extends Complaint {
  /** Only Permanent says something about the address; the others are recorded and change nothing. */
  type: 'Permanent' | 'Transient' | 'Undetermined';
}

/** The ids come from a provider; the deployment has one such account, so the message id alone finds the project. */
export async function findEmailByMessageId(ctx: BaseCtx, messageId: string): Promise<EmailIds | undefined> {
  const row = await ctx.db
    .selectFrom('emails')
    .select(['project_id', 'id'])
    .where('message_id', '=', storableText(messageId))
    .executeTakeFirst();
  return row && { projectId: row.project_id, emailId: row.id };
}

export function markDelivered(ctx: Ctx, emailIds: string[], at: Date): Promise<void> {
  return transaction(ctx, async (ctx) => {
    const notices = emailIds.map((emailId) => ({ emailId, at, reason: null }));
    const delivered = await learn(ctx, 'DELIVERED', notices);
    const deliveredAt = at.toISOString();
    await recordEvents(
      ctx,
      delivered.map((facts) => emailEvent('email.delivery', facts, { deliveredAt })),
    );
  });
}

export function recordBounces(ctx: Ctx, bounces: Bounce[]): Promise<void> {
  if (bounces.length === 0) return Promise.resolve();
  return transaction(ctx, async (ctx) => {
    const hard = bounces.filter(({ type }) => type === 'Permanent');
    const soft = bounces.filter(({ type }) => type !== 'Permanent');
    const lost = await learn(ctx, 'BOUNCED', hard);
    await recordEvents(
      ctx,
      lost.map((each) =>
        emailEvent('email.bounce', each, { bounceType: 'Permanent', bouncedAt: each.learnt_at.toISOString() }),
      ),
    );
    await recordSoftBounces(ctx, soft);
    await giveUpAddresses(ctx, lost, { reason: 'BOUNCE', because: 'bounce' });
    if (lost.length > 0) await askForReview(ctx);
  });
}

export function recordComplaints(ctx: Ctx, complaints: Complaint[]): Promise<void> {
  return transaction(ctx, async (ctx) => {
    const complained = await learn(ctx, 'COMPLAINED', complaints);
    await recordEvents(
      ctx,
      complained.map((each) => emailEvent('email.complaint', each, { complainedAt: each.learnt_at.toISOString() })),
    );
    await giveUpAddresses(ctx, complained, { reason: 'COMPLAINT', because: 'complaint' });
    if (complained.length > 0) await askForReview(ctx);
  });
}

interface Notice {
  emailId: string;
  at: Date;
  reason: string | null;
}

type Learnt = EmailFacts & { learnt_at: Date; reason: string | null };

/** A burst of refusals is one review: it counts all there are when it runs. Last, since the key is taken until commit. */
async function askForReview(ctx: Ctx): Promise<void> {
  if (ctx.config.autoProjectDisable) await enqueue(ctx, mailRefused, {}, { key: 'review' });
}

const COUNT = { BOUNCED: 'bounced', COMPLAINED: 'complained' } as const;
const STAMP = { DELIVERED: 'delivered_at', BOUNCED: 'bounced_at', COMPLAINED: 'complained_at' } as const;
const RANK = { DELIVERED: 2, BOUNCED: 5, COMPLAINED: 6 };
const rankOfRow = sql`(case emails.status when 'DELIVERED' then 2 when 'BOUNCED' then 5 when 'COMPLAINED' then 6 else 0 end)`;

/**
 * Each fact about an email is learnt once, told by its empty time, in whatever order notices arrive; the status only
 * moves up in rank. A notice proves that the mail was handed over, so it also settles what we had left open or given
 * up; mail that we chose not to send cannot get one.
 */
async function learn(ctx: Ctx, status: keyof typeof RANK, notices: Notice[]): Promise<Learnt[]> {
  if (notices.length === 0) return [];
  // The project comes with each row: see finish-emails.ts.
  const given = notices.map(({ emailId, at, reason }) => ({
    project_id: ctx.projectId,
    email_id: emailId,
    at,
    reason: reason && storableText(reason),
  }));
  const isStepUp = sql`${rankOfRow} < ${RANK[status]}`;
  // A refusal may come before anything was handed over; the other two say that it was.
  const sentAt = status === 'BOUNCED' ? sql`emails.sent_at` : sql`coalesce(emails.sent_at, locked.at)`;
  const { rows } = await sql<Learnt>`
    with given as (
      select distinct on (email_id) * from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
        as row (project_id uuid, email_id uuid, at timestamptz, reason text)
      order by email_id
    ), locked as materialized (
      select emails.project_id, emails.id, given.at, given.reason
      from emails join given on emails.project_id = given.project_id and emails.id = given.email_id
      where ${sql.ref(`emails.${STAMP[status]}`)} is null
        and emails.status not in ('SUPPRESSED', 'CANCELLED', 'RECEIVED')
      order by emails.id
      for update of emails
    ), changed as (
      update emails
      set status = case when ${isStepUp} then ${status} else emails.status end,
          error = case when ${isStepUp} then locked.reason else emails.error end,
          ${sql.ref(STAMP[status])} = locked.at,
          sent_at = ${sentAt},
          updated_at = ${ctx.clock.now()}
      from locked
      where emails.project_id = locked.project_id and emails.id = locked.id
      returning emails.*, locked.at as learnt_at, locked.reason
    )${status === 'DELIVERED' ? sql`` : sql`, counted as (${countRows(ctx, COUNT[status], sql`changed`)})`}
    ${selectFacts(sql`changed`, sql`, learnt_at, reason`)}
  `.execute(ctx.db);
  return rows;
}

async function recordSoftBounces(ctx: Ctx, bounces: Bounce[]): Promise<void> {
  if (bounces.length === 0) return;
  const ids = bounces.map(({ emailId }) => emailId);
  const mine = sql`(select * from emails where project_id = ${ctx.projectId} and id = any(${ids}::uuid[]))`;
  const { rows } = await sql<EmailFacts>`${selectFacts(mine)}`.execute(ctx.db);
  const byId = new Map(rows.map((facts) => [facts.id, facts]));
  await recordEvents(
    ctx,
    bounces.flatMap(({ emailId, type, reason }) => {
      const facts = byId.get(emailId);
      const extra = {
        bounceType: type,
        ...(type === 'Transient' ? { transientBounce: true } : {}),
        reason: storableText(reason),
      };
      return facts ? [emailEvent('email.bounce', facts, extra)] : [];
    }),
  );
}

interface Consequence {
  reason: 'BOUNCE' | 'COMPLAINT';
  because: 'bounce' | 'complaint';
}

/** The address gets no more mail, and its contact no more marketing. */
async function giveUpAddresses(ctx: Ctx, emails: Learnt[], { reason, because }: Consequence): Promise<void> {
  await suppress(
    ctx,
    emails.map(({ to_email, reason: detail }) => ({ email: to_email, reason, detail })),
  );
  await setSubscription(
    ctx,
    emails
      .filter(({ is_address_of_contact }) => is_address_of_contact)
      .map(({ contact_id, id }) => ({ contactId: contact_id, emailId: id })),
    false,
    { reason: because },
  );
}
