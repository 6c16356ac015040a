import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { recordEvents } from '../events/record-events.ts';
import { seconds } from '../platform/clock.ts';
import { coalesceBy } from '../platform/coalesce.ts';
import { type BaseCtx, type Ctx, transaction } from '../platform/context.ts';
import { databaseNow } from '../platform/db/database-now.ts';
import { isPassingTrouble } from '../platform/db/violations.ts';
import type { ClaimedEmail } from './claim-emails.ts';
import type { Verdict } from './decide-outcome.ts';
import { countRows } from './email-counts.ts';
import { recordBounces } from './email-lifecycle.ts';
import { giveUp } from './leases.ts';
import type { PreparedContent } from './prepared-content.ts';
import { countOutcomes } from './queue-metrics.ts';

interface Finished {
  email: ClaimedEmail;
  content: PreparedContent;
  verdict: Verdict;
  at: Date;
  subject: string;
  messageId: string;
}

/** Records outcomes as they come in, those of a project that come together in one transaction. */
export function outcomeRecorder(ctx: BaseCtx, owner: string): (finished: Finished) => Promise<void> {
  return coalesceBy<Finished, void>(
    ({ email }) => email.project_id,
    async (batch) => {
      await untilRecorded(ctx, owner, batch);
      return batch.map(() => undefined);
    },
    { maxBatch: 500 },
  );
}

/**
 * What a relay has answered must not be forgotten because the database is restarting: it is written when it is back.
 * What cannot be written at all, alone in its batch, becomes UNKNOWN instead of being sent again.
 */
async function untilRecorded(ctx: BaseCtx, owner: string, batch: Finished[]): Promise<void> {
  for (;;) {
    try {
      return await finishEmails(ctx, owner, batch);
    } catch (error) {
      if (isPassingTrouble(error)) {
        ctx.log.warn({ err: error }, 'outcomes wait for the database');
        await delay(seconds(1));
      } else if (batch.length > 1) throw error;
      else {
        const [only] = batch as [Finished];
        ctx.log.error({ err: error, emailId: only.email.id }, 'an outcome could not be recorded');
        return giveUp(ctx, owner, only);
      }
    }
  }
}

/** Writes the outcome of many tries of one project: one update, and the events that follow from it, or nothing. */
async function finishEmails(ctx: BaseCtx, owner: string, batch: Finished[]): Promise<void> {
  const projectId = (batch[0] as Finished).email.project_id;
  const settled = await transaction({ ...ctx, projectId }, async (ctx: Ctx) => {
    const held = await settle(ctx, owner, batch);
    const mine = batch.filter(({ email }) => held.has(email.id));
    if (mine.length < batch.length) {
      // Our lease had lapsed and another worker decided about these rows: what it wrote stands.
      ctx.log.warn({ count: batch.length - mine.length }, 'emails were no longer ours when their try ended');
    }
    await rememberFailedTries(ctx, mine);
    await recordEvents(ctx, mine.filter(({ verdict }) => verdict.status === 'SENT').map(sentEvent));
    await recordBounces(
      ctx,
      mine
        .filter(({ verdict }) => verdict.status === 'BOUNCED')
        .map(({ email, verdict, at }) => ({ emailId: email.id, at, type: 'Permanent', reason: verdict.error ?? '' })),
    );
    return mine;
  });
  countOutcomes(settled.map(({ verdict }) => verdict.status));
}

/** BOUNCED is left to recordBounces, which owns that transition: here such a row counts as handed over. */
async function settle(ctx: Ctx, owner: string, batch: Finished[]): Promise<Set<string>> {
  const rows = batch.map(({ email, verdict, at, messageId }) => ({
    project_id: ctx.projectId,
    id: email.id,
    status: verdict.status === 'BOUNCED' ? 'SENT' : verdict.status,
    error: verdict.error,
    response: verdict.response,
    // As a wait: when it is over is for the database's clock to say.
    wait_ms: verdict.dueAt === null ? null : verdict.dueAt.getTime() - at.getTime(),
    attempt: verdict.isAttempt ? 1 : 0,
    message_id: verdict.status === 'SENT' ? (verdict.providerMessageId ?? messageId) : null,
    sent_at: verdict.status === 'SENT' ? at : null,
  }));
  // A provider's notice may be faster than its answer: a state beyond SENDING is kept. And what we know to be sent is
  // SENT, even if our lease lapsed meanwhile (a long database outage) and the row was given up, but not taken again.
  // The project comes with each row: given as a constant, a planner without fresh statistics reads the whole project.
  const { rows: settled } = await sql<{ id: string }>`/* prepared */
    with settled as (
      update emails
      set status = case when emails.status in ('SENDING', 'QUEUED', 'UNKNOWN') then done.status else emails.status end,
          error = case when emails.status in ('SENDING', 'QUEUED', 'UNKNOWN') then done.error else emails.error end,
          response = coalesce(done.response, emails.response),
          due_at = coalesce(${databaseNow(ctx.clock)} + done.wait_ms * interval '1 millisecond', emails.due_at),
          attempts = emails.attempts + done.attempt,
          message_id = coalesce(done.message_id, emails.message_id),
          sent_at = coalesce(emails.sent_at, done.sent_at),
          lease_owner = null, leased_until = null, on_wire = false, updated_at = ${ctx.clock.now()}
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as done
        (project_id uuid, id uuid, status text, error text, response text, wait_ms float8, attempt int, message_id text,
         sent_at timestamptz)
      where emails.project_id = done.project_id and emails.id = done.id
        and (emails.lease_owner = ${owner}
          or (done.status = 'SENT' and emails.lease_owner is null and emails.status in ('QUEUED', 'UNKNOWN')))
      returning emails.id, emails.source_type, done.status as verdict
    ), counted as (${countRows(ctx, 'sent', sql`(select source_type from settled where verdict = 'SENT') sent`)})
    select id from settled
  `.execute(ctx.db);
  return new Set(settled.map(({ id }) => id));
}

async function rememberFailedTries(ctx: Ctx, batch: Finished[]): Promise<void> {
  const tries = batch
    .filter(({ verdict }) => verdict.isAttempt && verdict.status !== 'SENT')
    .map(({ email, verdict, at }) => ({
      project_id: ctx.projectId,
      email_id: email.id,
      attempt: email.attempts + 1,
      at,
      outcome: TRY_OUTCOME[verdict.status] ?? 'rejected',
      response: verdict.error,
    }));
  if (tries.length === 0) return;
  await ctx.db
    .insertInto('email_attempts')
    .values(tries)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

const TRY_OUTCOME: Partial<Record<Verdict['status'], 'retryLater' | 'rejected' | 'unknown'>> = {
  QUEUED: 'retryLater',
  UNKNOWN: 'unknown',
};

function sentEvent({ email, content, verdict, at, subject, messageId }: Finished) {
  return {
    name: 'email.sent',
    contactId: email.contact.id,
    emailId: email.id,
    data: {
      subject,
      from: content.fromEmail,
      fromName: content.fromName,
      messageId: verdict.providerMessageId ?? messageId,
      emailId: email.id,
      templateId: email.template_id,
      campaignId: email.campaign_id,
      sourceType: email.source_type,
      sentAt: at.toISOString(),
    },
  };
}
