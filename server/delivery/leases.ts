import { sql } from 'kysely';
import type { BaseCtx } from '../platform/context.ts';
import type { ClaimedEmail } from './claim-emails.ts';
import { announceQueued } from './queue-emails.ts';

// Leases are measured by the database's clock alone: the clocks of several workers need not agree.

/**
 * Rows that are being marked or settled this moment are left for the next time, of which there are two before a lease
 * ends: waiting for them would be a deadlock whenever they are locked in another order.
 */
export async function renewLeases(ctx: BaseCtx, owner: string, leaseMs: number): Promise<void> {
  await sql`
    update emails set leased_until = clock_timestamp() + ${leaseMs} * interval '1 millisecond'
    from (
      select project_id, id from emails
      where status = 'SENDING' and lease_owner = ${owner}
      for no key update skip locked
    ) as idle
    where emails.project_id = idle.project_id and emails.id = idle.id
  `.execute(ctx.db);
}

/**
 * Last step before the wire: from here on a crash leaves the fate of these rows open. Answers those that may go; rows of
 * a lane that is held meanwhile, or of a project that was disabled, go back to the queue: both stop at once.
 */
export async function markOnWire(ctx: BaseCtx, owner: string, emails: ClaimedEmail[]): Promise<Set<string>> {
  const keys = emails.map(({ project_id, id, lane }) => ({ project_id, id, lane }));
  // "case": with a plain condition a planner that expects few rows to be SENDING reads that index, dead entries and all.
  const { rows } = await sql<{ id: string; on_wire: boolean }>`/* prepared */
    update emails
    set on_wire = not held.back,
        status = case when held.back then 'QUEUED' else emails.status end,
        lease_owner = case when held.back then null else emails.lease_owner end,
        leased_until = case when held.back then null else emails.leased_until end
    from (
      select wanted.project_id, wanted.id, held_lanes.lane is not null or projects.disabled as back
      from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as wanted (project_id uuid, id uuid, lane uuid)
      join projects on projects.id = wanted.project_id
      left join held_lanes on held_lanes.project_id = wanted.project_id and held_lanes.lane = wanted.lane
    ) as held
    where emails.project_id = held.project_id and emails.id = held.id
      and case when emails.status = 'SENDING' then emails.lease_owner = ${owner} end
    returning emails.id, emails.on_wire
  `.execute(ctx.db);
  return new Set(rows.filter((row) => row.on_wire).map(({ id }) => id));
}

/**
 * Gives back everything this process holds and has not handed over. What it has, and could not record, is left to
 * recoverLapsedLeases, as if its holder had died.
 */
export async function releaseEmails(ctx: BaseCtx, owner: string, handedOver: string[]): Promise<void> {
  const { numAffectedRows = 0n } = await sql`
    update emails
    set status = case when gone.yes then emails.status else 'QUEUED' end,
        leased_until = case when gone.yes then '-infinity'::timestamptz end,
        lease_owner = null, on_wire = gone.yes
    from (
      select project_id, id, id = any(${handedOver}::uuid[]) as yes from emails
      where status = 'SENDING' and lease_owner = ${owner}
    ) as gone
    where emails.project_id = gone.project_id and emails.id = gone.id
      and emails.status = 'SENDING' and emails.lease_owner = ${owner}
  `.execute(ctx.db);
  // Every round ends here. To announce nothing would wake ourselves, and never let an idle worker rest.
  if (numAffectedRows > 0n) await announceQueued(ctx);
}

/** The fate of this row cannot be told: it must neither be repeated nor stay leased. */
export async function giveUp(ctx: BaseCtx, owner: string, { email }: { email: ClaimedEmail }): Promise<void> {
  await sql`
    update emails
    set status = 'UNKNOWN', error = 'The outcome could not be recorded', lease_owner = null, leased_until = null,
        on_wire = false
    where project_id = ${email.project_id} and id = ${email.id} and lease_owner = ${owner}
  `.execute(ctx.db);
}

const LOST = 'The sending process stopped after this message was handed over and before the answer came';

/**
 * Rows whose holder died. What cannot have been handed over goes back to the queue. What may have been: transactional
 * mail is sent again under the same Message-ID unless the project says otherwise, the rest becomes UNKNOWN.
 */
export async function recoverLapsedLeases(
  ctx: BaseCtx,
  { everyLease = false }: { everyLease?: boolean } = {},
): Promise<{ requeued: number; unknown: number }> {
  const { rows } = await sql<{ status: string }>`
    update emails
    set status = case when not emails.on_wire or may_repeat.yes then 'QUEUED' else 'UNKNOWN' end,
        attempts = emails.attempts + emails.on_wire::int,
        error = case when emails.on_wire then ${LOST} else emails.error end,
        lease_owner = null, leased_until = null, on_wire = false, updated_at = ${ctx.clock.now()}
    from (
      select emails.project_id, emails.id, projects.resend_unknown and (email_contents.kind = 'TRANSACTIONAL'
        or (email_contents.kind = 'HEADLESS' and emails.source_type = 'TRANSACTIONAL')) as yes
      from emails
      join email_contents on email_contents.project_id = emails.project_id and email_contents.id = emails.content_id
      join projects on projects.id = emails.project_id
      where emails.status = 'SENDING' and (${everyLease} or emails.leased_until < clock_timestamp())
      for update of emails skip locked
    ) as may_repeat
    where emails.project_id = may_repeat.project_id and emails.id = may_repeat.id and emails.status = 'SENDING'
    returning emails.status
  `.execute(ctx.db);
  const unknown = rows.filter(({ status }) => status === 'UNKNOWN').length;
  if (rows.length > 0) {
    ctx.log.warn({ requeued: rows.length - unknown, unknown }, 'emails of a stopped worker recovered');
    await announceQueued(ctx);
  }
  return { requeued: rows.length - unknown, unknown };
}
