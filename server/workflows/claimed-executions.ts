import { type RawBuilder, sql } from 'kysely';
import type { BaseCtx, Ctx } from '../platform/context.ts';
import { lookupTransaction } from '../platform/db/lookup-transaction.ts';
import type { StepContact } from './steps/step.ts';

/** An execution whose row this transaction has locked, with what its steps need. */
export interface ClaimedExecution {
  id: string;
  workflow_id: string;
  workflow_name: string;
  version: number;
  status: 'RUNNING' | 'WAITING';
  current_step_id: string | null;
  wake_at: Date;
  context: Record<string, unknown> | null;
  started_at: Date;
  contact: StepContact;
  /** What was noted of its step already: it waits there, or was tried in vain. */
  open_id: string | null;
  open_attempts: number | null;
  open_since: Date | null;
}

/** Rows of `source` (of workflow_executions) as steps need them. */
export const selectClaimed = (ctx: Ctx, source: RawBuilder<unknown>) => sql<ClaimedExecution>`
  select source.id, source.workflow_id, workflows.name as workflow_name, source.version, source.status,
         source.current_step_id, source.wake_at, source.context, source.started_at,
         jsonb_build_object('id', contacts.id, 'email', contacts.email, 'subscribed', contacts.subscribed,
           'data', contacts.data, 'createdAt', contacts.created_at, 'updatedAt', contacts.updated_at) as contact,
         open.id as open_id, open.attempts as open_attempts, open.created_at as open_since
  from ${source} source
  join workflows on workflows.project_id = ${ctx.projectId} and workflows.id = source.workflow_id
  join contacts on contacts.project_id = ${ctx.projectId} and contacts.id = source.contact_id
  left join lateral (
    select id, attempts, created_at from workflow_step_executions as step
    where step.project_id = ${ctx.projectId} and step.execution_id = source.id
      and step.status in ('PENDING', 'WAITING', 'RUNNING')
    order by step.id desc limit 1
  ) open on true
  order by source.wake_at, source.id`;

interface DueProject {
  projectId: string;
  disabled: boolean;
}

interface DueProjects {
  due: DueProject[];
  /** When the next execution of any project falls due. */
  next: Date | undefined;
}

/**
 * Which projects have due executions. A loose index scan: it touches one entry per project with sleepers, not per
 * sleeper, so a million of them cost as much as one.
 */
export async function projectsWithDue(ctx: BaseCtx, isCalling: boolean): Promise<DueProjects> {
  const now = ctx.clock.now();
  const due = isCalling
    ? sql`status = 'RUNNING' and is_calling`
    : sql`status in ('RUNNING', 'WAITING') and wake_at is not null and not is_calling`;
  const query = sql<DueProject & { wake_at: Date }>`/* prepared */
    with recursive due as (
      (select project_id, wake_at from workflow_executions where ${due} order by project_id, wake_at limit 1)
      union all
      select next.*
      from due cross join lateral (
        select project_id, wake_at from workflow_executions
        where ${due} and project_id > due.project_id
        order by project_id, wake_at limit 1
      ) next
    )
    select due.project_id as "projectId", due.wake_at, projects.disabled
    from due join projects on projects.id = due.project_id
    where due.wake_at <= ${now} or due.wake_at = (select min(wake_at) from due where wake_at > ${now})
  `;
  const { rows } = await lookupTransaction(ctx, ({ db }) => query.execute(db));
  return {
    due: rows.filter(({ wake_at }) => wake_at <= now),
    next: rows.find(({ wake_at }) => wake_at > now)?.wake_at,
  };
}

const AT_ONCE = 5_000;

/** A project that was disabled goes no step further: what falls due ends. Answers how many did. */
export async function cancelDue(ctx: Ctx): Promise<number> {
  const now = ctx.clock.now();
  const { numAffectedRows } = await sql`
    with due as materialized (
      select id from workflow_executions
      where project_id = ${ctx.projectId} and status in ('RUNNING', 'WAITING') and wake_at <= ${now}
      order by wake_at limit ${AT_ONCE}
      for update skip locked
    ), open as (
      update workflow_step_executions as step
      set status = 'SKIPPED', completed_at = ${now}, updated_at = ${now}
      from due
      where step.project_id = ${ctx.projectId} and step.execution_id = due.id
        and step.status in ('PENDING', 'WAITING', 'RUNNING')
    )
    update workflow_executions
    set status = 'CANCELLED', exit_reason = 'Project disabled', current_step_id = null, wake_at = null,
        waiting_for = null, is_calling = false, lease_owner = null, completed_at = ${now}, updated_at = ${now}
    from due
    where workflow_executions.project_id = ${ctx.projectId} and workflow_executions.id = due.id
  `.execute(ctx.db);
  return Number(numAffectedRows ?? 0);
}
