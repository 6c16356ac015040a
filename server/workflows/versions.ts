import { sql } from 'kysely';
import { hours } from '../platform/clock.ts';
import { type BaseCtx, type Ctx, transaction } from '../platform/context.ts';
import { currentSnapshot, graphOf, type Snapshot } from './graph.ts';
import { refreshListeners } from './listeners.ts';
import { findLocked, lockWorkflow, type WorkflowRow } from './workflow.ts';

/** A change of the graph: what runs keeps the version it started with, what starts afterwards gets the new one. */
export function editGraph<T>(
  ctx: Ctx,
  workflowId: string,
  edit: (ctx: Ctx, workflow: WorkflowRow) => Promise<T>,
): Promise<T> {
  return transaction(ctx, async (ctx) => {
    const workflow = await lockWorkflow(ctx, workflowId);
    const result = await edit(ctx, workflow);
    await publishNext(ctx, workflow.id);
    return result;
  });
}

/** The same for a transaction that has locked the workflow itself. */
export async function publishNext(ctx: Ctx, workflowId: string): Promise<void> {
  const workflow = await ctx.db
    .updateTable('workflows')
    .set((eb) => ({ version: eb('version', '+', 1), updated_at: ctx.clock.now() }))
    .where('project_id', '=', ctx.projectId)
    .where('id', '=', workflowId)
    .returningAll()
    .executeTakeFirstOrThrow();
  await publish(ctx, workflow);
}

/**
 * After any change of a workflow, in its transaction and with its row locked: an enabled workflow has its present graph
 * among the versions, all others are retired, and the events that any of them needs are listened to.
 */
export async function publish(ctx: Ctx, { id, version, enabled }: WorkflowRow): Promise<void> {
  await ctx.db
    .updateTable('workflow_versions')
    .set({ retired_at: ctx.clock.now() })
    .where('project_id', '=', ctx.projectId)
    .where('workflow_id', '=', id)
    .where('retired_at', 'is', null)
    .$if(enabled, (query) => query.where('version', '<', version))
    .execute();
  if (enabled) await storeVersion(ctx, id, version);
  await refreshListeners(ctx, id);
}

async function storeVersion(ctx: Ctx, workflowId: string, version: number): Promise<void> {
  const graph = await currentSnapshot(ctx, workflowId);
  await ctx.db
    .insertInto('workflow_versions')
    .values({
      project_id: ctx.projectId,
      workflow_id: workflowId,
      version,
      graph: JSON.stringify(graph),
      waits_for: awaitedEvents(graph),
      created_at: ctx.clock.now(),
    })
    .onConflict((conflict) =>
      conflict.columns(['project_id', 'workflow_id', 'version']).doUpdateSet({ retired_at: null }),
    )
    .execute();
}

function awaitedEvents(snapshot: Snapshot): string[] {
  const names = [...graphOf(snapshot).steps.values()].flatMap(({ setting }) =>
    'type' in setting && setting.type === 'WAIT_FOR_EVENT' ? setting.config.eventName : [],
  );
  return [...new Set(names)];
}

/** Longer than any transaction: one that read the version before it was retired has ended. */
const KEPT_FOR = hours(1);

/** Versions that nothing can start with any more and nothing runs on. */
export async function pruneVersions(ctx: BaseCtx): Promise<void> {
  const { rows } = await sql<{ project_id: string; workflow_id: string }>`
    delete from workflow_versions
    where retired_at < ${new Date(ctx.clock.now().getTime() - KEPT_FOR)}
      and not exists (
        select from workflow_executions
        where workflow_executions.project_id = workflow_versions.project_id
          and workflow_executions.workflow_id = workflow_versions.workflow_id
          and workflow_executions.version = workflow_versions.version
          and workflow_executions.status in ('RUNNING', 'WAITING')
      )
    returning project_id, workflow_id
  `.execute(ctx.db);
  const workflows = new Map(rows.map((row) => [row.workflow_id, row.project_id]));
  for (const [workflowId, projectId] of workflows) await listenLess({ ...ctx, projectId }, workflowId);
}

const listenLess = (ctx: Ctx, workflowId: string): Promise<void> =>
  transaction(ctx, async (ctx) => {
    if (await findLocked(ctx, workflowId)) await refreshListeners(ctx, workflowId);
  });
