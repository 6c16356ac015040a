import { sql } from 'kysely';
import { type BaseCtx, transaction } from '../platform/context.ts';
import { enqueue } from '../platform/jobs/job.ts';
import type { Check } from './check-domain.ts';
import type { DomainRow } from './domain.ts';
import { domainLost, domainVerified } from './jobs.ts';

/**
 * What checks found out becomes the state of their domains, in one statement for all of them; members are told where a
 * domain became verified or was lost. Answers the rows as they are now; a domain deleted meanwhile has none.
 */
export function recordChecks(ctx: BaseCtx, checks: Check[]): Promise<DomainRow[]> {
  return transaction(ctx, async (ctx) => {
    const rows = await applyChecks(ctx, checks);
    for (const { was_verified, ...row } of rows.filter(({ verified, was_verified }) => verified !== was_verified)) {
      const changed = row.verified ? domainVerified : domainLost;
      await enqueue({ ...ctx, projectId: row.project_id }, changed, { domainId: row.id });
    }
    return rows;
  });
}

/**
 * - A temporary failure says nothing, so it changes nothing but the status.
 * - A bootstrapped domain cannot lose what it never had: it stays verified until its records were found once.
 * - A check that began before the one already recorded comes too late.
 */
async function applyChecks(ctx: BaseCtx, checks: Check[]): Promise<(DomainRow & { was_verified: boolean })[]> {
  const outcomes = checks.map(({ row, status, startedAt, dkimTokens }) => ({
    project_id: row.project_id,
    id: row.id,
    status,
    started_at: startedAt,
    dkim_tokens: dkimTokens,
  }));
  const { rows } = await sql<DomainRow & { was_verified: boolean }>`
    with outcome as (
      select * from jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb)
        as o(project_id uuid, id uuid, status text, started_at timestamptz, dkim_tokens text[])
    ), before as (
      select project_id, id, verified as was_verified, verified_at, bootstrapped and verified_at is null as vouched_for
      from domains
      where (project_id, id) in (select project_id, id from outcome)
      -- Always in the same order, so that two recorders never wait for each other.
      order by project_id, id
      for update
    )
    update domains d
    set status = o.status,
        verified = case
          when o.status = 'Success' then true
          when o.status = 'TemporaryFailure' or b.vouched_for then d.verified
          else false
        end,
        verified_at = case
          when o.status = 'Success' and ${ctx.config.domainVerification} = 'dns' then o.started_at
          else d.verified_at
        end,
        dkim_tokens = o.dkim_tokens,
        checked_at = o.started_at,
        updated_at = case
          when o.status = d.status and o.dkim_tokens is not distinct from d.dkim_tokens then d.updated_at
          else o.started_at
        end
    from outcome o join before b using (project_id, id)
    where d.project_id = o.project_id and d.id = o.id and (d.checked_at is null or d.checked_at <= o.started_at)
    returning d.*, b.was_verified
  `.execute(ctx.db);
  return rows;
}
