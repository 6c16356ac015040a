import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '../platform/context.ts';
import { contactOf, isInside, type Placed, type Slice } from './feed-sources.ts';

interface ExecutionRow {
  id: string;
  at: Date;
  status: string;
  exit_reason: string | null;
  workflow_name: string;
  contact_id: string;
  contact_email: string;
}

export async function startedItems(ctx: Ctx, slice: Slice): Promise<Placed[]> {
  if (!slice.types.includes('workflow.started')) return [];
  const started = sql`started_at`;
  const chosen = slice.contactId === undefined ? newestStarts(ctx, slice) : ofContact(ctx, slice, 'started', started);
  return (await readExecutions(ctx, chosen, started)).map((row) => toItem(row, 'started'));
}

export async function endedItems(ctx: Ctx, slice: Slice): Promise<Placed[]> {
  if (!slice.types.includes('workflow.completed')) return [];
  const completed = sql`completed_at`;
  const { contactId, limit } = slice;
  const chosen =
    contactId === undefined
      ? sql`
        select * from workflow_executions
        where project_id = ${ctx.projectId} and ${isInside(slice, 'ended', [completed, sql`id`])}
        order by completed_at desc, id desc limit ${limit}`
      : ofContact(ctx, slice, 'ended', completed);
  return (await readExecutions(ctx, chosen, completed)).map((row) => toItem(row, 'ended'));
}

/** The index has the starts of each workflow in order; a page comes from the workflows with the newest ones. */
function newestStarts(ctx: Ctx, slice: Slice) {
  const starts = (workflows: string) => sql`
    select workflow_executions.* from workflow_executions
    where workflow_executions.project_id = ${ctx.projectId}
      and workflow_executions.workflow_id = ${sql.ref(`${workflows}.id`)}
      and ${isInside(slice, 'started', [sql`workflow_executions.started_at`, sql`workflow_executions.id`])}
    order by workflow_executions.started_at desc, workflow_executions.id desc`;
  return sql`
    select executions.* from (
      select workflows.id from workflows cross join lateral (${starts('workflows')} limit 1) as newest
      where workflows.project_id = ${ctx.projectId}
      order by newest.started_at desc, newest.id desc limit ${slice.limit}
    ) as busiest
    cross join lateral (${starts('busiest')} limit ${slice.limit}) as executions
    order by executions.started_at desc, executions.id desc limit ${slice.limit}`;
}

const ofContact = (ctx: Ctx, slice: Slice, source: 'started' | 'ended', time: RawBuilder<unknown>) => sql`
  select * from workflow_executions
  where project_id = ${ctx.projectId} and contact_id = ${slice.contactId}
    and ${isInside(slice, source, [time, sql`id`])}
  order by ${time} desc, id desc limit ${slice.limit}`;

async function readExecutions(ctx: Ctx, chosen: RawBuilder<unknown>, at: RawBuilder<unknown>): Promise<ExecutionRow[]> {
  const { rows } = await sql<ExecutionRow>`
    select executions.id, executions.${at} as at, executions.status, executions.exit_reason, executions.contact_id,
           workflows.name as workflow_name, contacts.email as contact_email
    from (${chosen}) as executions
    join workflows on workflows.project_id = executions.project_id and workflows.id = executions.workflow_id
    join contacts on contacts.project_id = executions.project_id and contacts.id = executions.contact_id
  `.execute(ctx.db);
  return rows;
}

function toItem(row: ExecutionRow, source: 'started' | 'ended'): Placed {
  const type = source === 'started' ? 'workflow.started' : 'workflow.completed';
  return {
    position: { ms: row.at.getTime(), id: row.id, source },
    item: {
      id: `${row.id}_${type.slice('workflow.'.length)}`,
      type,
      timestamp: row.at.toISOString(),
      ...contactOf(row),
      metadata: {
        workflowName: row.workflow_name,
        status: row.status,
        ...(row.exit_reason === null ? {} : { exitReason: row.exit_reason }),
      },
    },
  };
}
