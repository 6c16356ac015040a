import { sql } from 'kysely';
import type { ContactRow } from '../contacts/contact.ts';
import { type BaseCtx, transaction } from '../platform/context.ts';
import { databaseNow } from '../platform/db/database-now.ts';
import type { EmailKind, SourceType } from './email-content.ts';
import { isQueueOpen, queueHeads } from './queue-heads.ts';
import { type Queue, type Share, shareOut } from './share-out.ts';
import { readAllowance } from './throttle.ts';

export interface Lease {
  owner: string;
  ms: number;
}

/** A row that this process holds, with all it takes to write the mail. */
export interface ClaimedEmail {
  project_id: string;
  id: string;
  lane: string;
  content_id: string;
  to_email: string;
  to_name: string | null;
  variables: Record<string, unknown> | null;
  source_type: SourceType;
  template_id: string | null;
  campaign_id: string | null;
  step_execution_id: string | null;
  attempts: number;
  /** When we began to try. */
  patient_since: Date;
  kind: EmailKind;
  suppression: string | null;
  contact: Pick<ContactRow, 'id' | 'email' | 'subscribed'> & { data: Record<string, unknown> | null };
}

/**
 * Leases up to `wanted` due emails: the most urgent priority first, fair between projects inside one priority, within
 * the rates. Several processes claim at once without meeting (skip locked).
 */
export function claimEmails(ctx: BaseCtx, lease: Lease, wanted: number): Promise<ClaimedEmail[]> {
  return transaction(ctx, async (ctx) => {
    const queues = await dueQueues(ctx);
    if (queues.length === 0) return [];
    const allowance = await readAllowance(ctx, [...new Set(queues.map(({ projectId }) => projectId))]);
    const limit = Math.floor(Math.min(wanted, allowance.total));
    const claimed = await leaseRows(ctx, lease, { limit, shares: shareOut(queues, limit, allowance.ofProject) });
    await allowance.spend(claimed.map(({ project_id }) => project_id));
    return claimed;
  });
}

/** Which projects have due mail, by priority and lane, without those that are held. */
async function dueQueues(ctx: BaseCtx): Promise<Queue[]> {
  const { rows } = await sql<Queue>`/* prepared */
    with recursive ${queueHeads}
    select queues.priority, queues.project_id as "projectId", queues.lane
    from queues join projects on projects.id = queues.project_id
    where queues.due_at <= ${databaseNow(ctx.clock)} and ${isQueueOpen}
  `.execute(ctx.db);
  return rows;
}

interface Taking {
  limit: number;
  shares: Share[];
}

async function leaseRows(ctx: BaseCtx, lease: Lease, { limit, shares }: Taking): Promise<ClaimedEmail[]> {
  if (limit === 0 || shares.length === 0) return [];
  const { rows } = await sql<ClaimedEmail>`/* prepared */
    with picked as (
      select emails.project_id, emails.id
      from jsonb_to_recordset(${JSON.stringify(shares)}::jsonb) as share
        (priority smallint, "projectId" uuid, lane uuid, "limit" int)
      cross join lateral (
        select project_id, id from emails
        where status = 'QUEUED' and priority = share.priority and project_id = share."projectId" and lane = share.lane
          and due_at <= ${databaseNow(ctx.clock)}
        order by due_at, id
        limit share."limit"
        for update skip locked
      ) emails
      order by share.priority
      limit ${limit}
    ), claimed as (
      update emails
      set status = 'SENDING', lease_owner = ${lease.owner}, leased_until = clock_timestamp() + ${lease.ms} * interval '1 millisecond', on_wire = false
      from picked
      where emails.project_id = picked.project_id and emails.id = picked.id
      returning emails.*
    )
    select claimed.project_id, claimed.id, claimed.lane, claimed.content_id, claimed.to_email, claimed.to_name, claimed.variables,
           claimed.source_type, claimed.template_id, claimed.campaign_id, claimed.step_execution_id, claimed.attempts,
           coalesce(claimed.retried_at, claimed.created_at) as patient_since,
           email_contents.kind, suppressions.reason as suppression,
           jsonb_build_object('id', contacts.id, 'email', contacts.email, 'subscribed', contacts.subscribed,
             'data', case when claimed.variables is null or claimed.step_execution_id is not null then contacts.data end) as contact
    from claimed
    join email_contents on email_contents.project_id = claimed.project_id and email_contents.id = claimed.content_id
    join contacts on contacts.project_id = claimed.project_id and contacts.id = claimed.contact_id
    left join suppressions on suppressions.project_id = claimed.project_id and suppressions.email = claimed.to_email
    order by claimed.priority, claimed.due_at, claimed.id
  `.execute(ctx.db);
  return rows;
}
