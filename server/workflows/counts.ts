import { sql } from 'kysely';
import { EXECUTION_STATUSES, type ExecutionStatus } from '../../contract/workflows.ts';
import type { BaseCtx, Ctx } from '../platform/context.ts';

interface Count {
  workflow_id: string;
  step_id: string | null;
  what: string;
  count: number;
}

/** Exact, from the differences that the triggers on executions append (0011-workflows.sql). */
async function countsOf(ctx: Ctx, workflowIds: string[]): Promise<Count[]> {
  const { rows } = await sql<Count>`
    select workflow_id, step_id, what, sum(count)::int8 as count
    from workflow_counts
    where project_id = ${ctx.projectId} and workflow_id = any(${workflowIds}::uuid[])
    group by workflow_id, step_id, what
  `.execute(ctx.db);
  return rows;
}

export const ACTIVE: readonly ExecutionStatus[] = ['RUNNING', 'WAITING'];

/** What is counted: executions by their status; at a step also those that passed it, or were stopped by it. */
type Counted = ExecutionStatus | 'PASSED' | 'STOPPED';

const sumOf = (counts: Count[], counted: readonly Counted[]): number =>
  counts.reduce((sum, { what, count }) => (counted.some((each) => each === what) ? sum + count : sum), 0);

/** Executions of several workflows: all, and those under way. */
export async function countExecutionsByWorkflow(ctx: Ctx, workflowIds: string[]) {
  const counts = Map.groupBy(await countsOf(ctx, workflowIds), ({ workflow_id }) => workflow_id);
  return (workflowId: string) => {
    const own = counts.get(workflowId) ?? [];
    return { executions: sumOf(own, EXECUTION_STATUSES), active: sumOf(own, ACTIVE) };
  };
}

/** Of one workflow: in all, or at one step. */
export async function countsOfWorkflow(ctx: Ctx, workflowId: string) {
  const all = await countsOf(ctx, [workflowId]);
  const ofSteps = Map.groupBy(all, ({ step_id }) => step_id);
  return (counted: readonly Counted[], stepId?: string): number =>
    sumOf(stepId === undefined ? all : (ofSteps.get(stepId) ?? []), counted);
}

/** Many differences become one. A single statement: readers see the many or the one. */
export async function foldWorkflowCounts(ctx: BaseCtx): Promise<void> {
  await sql`
    with folded as (
      delete from workflow_counts
      where (project_id, workflow_id) in (
        select project_id, workflow_id from workflow_counts
        group by project_id, workflow_id having count(*) > count(distinct (step_id, what))
      )
      returning *
    )
    insert into workflow_counts (project_id, workflow_id, step_id, what, count)
    select project_id, workflow_id, step_id, what, sum(count) from folded
    group by project_id, workflow_id, step_id, what
    having sum(count) <> 0
  `.execute(ctx.db);
}
