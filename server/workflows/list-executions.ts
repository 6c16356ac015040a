import type { ListedExecution } from '../../contract/workflow-executions.ts';
import { EXECUTION_STATUSES, type ExecutionStatus } from '../../contract/workflows.ts';
import type { Ctx } from '../platform/context.ts';
import { badRequest } from '../platform/errors.ts';
import { isUuid } from '../platform/uuid.ts';
import { ACTIVE, countsOfWorkflow } from './counts.ts';
import { toExecution } from './execution.ts';
import { loadGraph } from './graph.ts';
import { getWorkflowRow } from './workflow.ts';

export interface ExecutionQuery {
  page: number;
  pageSize: number;
  status?: string | undefined;
  stepId?: string | undefined;
}

export async function listExecutions(ctx: Ctx, workflowId: string, { page, pageSize, status, stepId }: ExecutionQuery) {
  const workflow = await getWorkflowRow(ctx, workflowId);
  const statuses = status ? [statusOf(status)] : undefined;
  const among = stepId === undefined ? statuses : (statuses ?? ACTIVE);
  if (stepId !== undefined && !isUuid(stepId)) return { executions: [], total: 0, page, pageSize, totalPages: 0 };
  const rows = await ctx.db
    .selectFrom('workflow_executions as execution')
    .innerJoin('contacts', (join) =>
      join.onRef('contacts.project_id', '=', 'execution.project_id').onRef('contacts.id', '=', 'execution.contact_id'),
    )
    .selectAll('execution')
    .select('contacts.email')
    .where('execution.project_id', '=', ctx.projectId)
    .where('execution.workflow_id', '=', workflow.id)
    .$if(among !== undefined, (query) => query.where('execution.status', 'in', among as string[]))
    .$if(stepId !== undefined, (query) => query.where('execution.current_step_id', '=', stepId as string))
    .orderBy('execution.started_at', 'desc')
    .orderBy('execution.id', 'desc')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
  const executions: ListedExecution[] = await Promise.all(
    rows.map(async (row) => ({
      ...toExecution(row),
      contact: { id: row.contact_id, email: row.email },
      currentStep: await stepOf(ctx, row),
    })),
  );
  const total = (await countsOfWorkflow(ctx, workflow.id))(among ?? EXECUTION_STATUSES, stepId);
  return { executions, total, page, pageSize, totalPages: Math.ceil(total / pageSize) };
}

function statusOf(given: string): ExecutionStatus {
  const known = EXECUTION_STATUSES.find((status) => status === given);
  if (!known) throw badRequest(`status must be one of ${EXECUTION_STATUSES.join(', ')}`);
  return known;
}

/** By the version that it runs on: the step may be renamed or gone by now. */
async function stepOf(ctx: Ctx, row: { workflow_id: string; version: number; current_step_id: string | null }) {
  if (row.current_step_id === null) return null;
  const step = (await loadGraph(ctx, row.workflow_id, row.version))?.steps.get(row.current_step_id);
  return step ? { id: step.id, name: step.name, type: step.type } : null;
}
