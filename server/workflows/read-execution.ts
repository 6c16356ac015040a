import type { Selectable } from 'kysely';
import type { ExecutionDetail, StepExecution } from '../../contract/workflow-executions.ts';
import type { StepType } from '../../contract/workflow-steps.ts';
import type { Ctx } from '../platform/context.ts';
import type { WorkflowStepExecutions } from '../platform/db/tables.ts';
import { notFound } from '../platform/errors.ts';
import { isUuid } from '../platform/uuid.ts';
import { type ExecutionRow, toExecution } from './execution.ts';
import { loadGraph } from './graph.ts';
import { type SentEmail, summaryOf } from './summary.ts';
import { getWorkflowRow, toStep, toWorkflow } from './workflow.ts';

export async function readExecution(ctx: Ctx, workflowId: string, executionId: string): Promise<ExecutionDetail> {
  const workflow = await getWorkflowRow(ctx, workflowId);
  const row = await getExecution(ctx, workflow.id, executionId);
  const [stepExecutions, currentStep] = await Promise.all([storyOf(ctx, row), stepOf(ctx, row)]);
  return {
    ...toExecution(row),
    workflow: toWorkflow(workflow),
    contact: { id: row.contact_id, email: row.email },
    currentStep,
    stepExecutions,
  };
}

async function getExecution(ctx: Ctx, workflowId: string, executionId: string) {
  const row = isUuid(executionId)
    ? await ctx.db
        .selectFrom('workflow_executions as execution')
        .innerJoin('contacts', (join) =>
          join
            .onRef('contacts.project_id', '=', 'execution.project_id')
            .onRef('contacts.id', '=', 'execution.contact_id'),
        )
        .selectAll('execution')
        .select('contacts.email')
        .where('execution.project_id', '=', ctx.projectId)
        .where('execution.workflow_id', '=', workflowId)
        .where('execution.id', '=', executionId)
        .executeTakeFirst()
    : undefined;
  if (!row) throw notFound('Workflow execution', executionId);
  return row;
}

/** As it is in the workflow; of one that is gone from there, what the execution's own version knows. */
async function stepOf(ctx: Ctx, { workflow_id, version, current_step_id }: ExecutionRow) {
  if (current_step_id === null) return null;
  const row = await ctx.db
    .selectFrom('workflow_steps')
    .selectAll()
    .where('project_id', '=', ctx.projectId)
    .where('workflow_id', '=', workflow_id)
    .where('id', '=', current_step_id)
    .executeTakeFirst();
  if (row) return toStep(row);
  const step = (await loadGraph(ctx, workflow_id, version))?.steps.get(current_step_id);
  return step ? { id: step.id, name: step.name, type: step.type, templateId: step.templateId } : null;
}

type StepExecutionRow = Selectable<WorkflowStepExecutions>;

async function storyOf(ctx: Ctx, execution: ExecutionRow): Promise<StepExecution[]> {
  const rows = await ctx.db
    .selectFrom('workflow_step_executions')
    .selectAll()
    .where('project_id', '=', ctx.projectId)
    .where('execution_id', '=', execution.id)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const emails = await emailsOf(ctx, rows);
  const now = ctx.clock.now();
  return rows.map((row) => ({
    ...toStepExecution(row),
    summary: summaryOf(row, { email: emails.get(row.id), execution, now }),
  }));
}

function toStepExecution(row: StepExecutionRow): Omit<StepExecution, 'summary'> {
  return {
    id: row.id,
    executionId: row.execution_id,
    stepId: row.step_id,
    status: row.status as StepExecution['status'],
    scheduledFor: row.scheduled_for?.toISOString() ?? null,
    executeAfter: row.execute_after?.toISOString() ?? null,
    output: row.output,
    error: row.error,
    attempts: row.attempts,
    startedAt: row.started_at?.toISOString() ?? null,
    completedAt: row.completed_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    step: { id: row.step_id, name: row.step_name, type: row.step_type as StepType },
  };
}

async function emailsOf(ctx: Ctx, rows: StepExecutionRow[]): Promise<Map<string, SentEmail>> {
  const ids = rows.filter(({ step_type }) => step_type === 'SEND_EMAIL').map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const emails = await ctx.db
    .selectFrom('emails')
    .leftJoin('templates', (join) =>
      join.onRef('templates.project_id', '=', 'emails.project_id').onRef('templates.id', '=', 'emails.template_id'),
    )
    .select(['emails.step_execution_id', 'emails.status', 'emails.error', 'emails.to_email', 'templates.name'])
    .where('emails.project_id', '=', ctx.projectId)
    .where('emails.step_execution_id', 'in', ids)
    .execute();
  return new Map(
    emails.map(({ step_execution_id, status, error, to_email, name }) => [
      step_execution_id as string,
      { status, error, to: to_email, template: name },
    ]),
  );
}
