import type { Selectable } from 'kysely';
import type { Step, Transition, Workflow } from '../../contract/workflows.ts';
import type { Ctx } from '../platform/context.ts';
import type { WorkflowSteps, Workflows, WorkflowTransitions } from '../platform/db/tables.ts';
import { notFound } from '../platform/errors.ts';
import { isUuid } from '../platform/uuid.ts';

export type WorkflowRow = Selectable<Workflows>;
export type StepRow = Selectable<WorkflowSteps>;
export type TransitionRow = Selectable<WorkflowTransitions>;

export async function getWorkflowRow(ctx: Ctx, id: string): Promise<WorkflowRow> {
  const row = isUuid(id) ? await workflowWithId(ctx, id).executeTakeFirst() : undefined;
  if (!row) throw notFound('Workflow', id);
  return row;
}

/** One edit at a time. Executions may start meanwhile: they hold on to the row's key only. */
export async function lockWorkflow(ctx: Ctx, id: string): Promise<WorkflowRow> {
  const row = await findLocked(ctx, id);
  if (!row) throw notFound('Workflow', id);
  return row;
}

export const findLocked = async (ctx: Ctx, id: string): Promise<WorkflowRow | undefined> =>
  isUuid(id) ? workflowWithId(ctx, id).forNoKeyUpdate().executeTakeFirst() : undefined;

const workflowWithId = (ctx: Ctx, id: string) =>
  ctx.db.selectFrom('workflows').selectAll().where('project_id', '=', ctx.projectId).where('id', '=', id);

export const stepsOf = (ctx: Ctx, workflowId: string): Promise<StepRow[]> =>
  ctx.db
    .selectFrom('workflow_steps')
    .selectAll()
    .where('project_id', '=', ctx.projectId)
    .where('workflow_id', '=', workflowId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();

export const transitionsOf = (ctx: Ctx, workflowId: string): Promise<TransitionRow[]> =>
  ctx.db
    .selectFrom('workflow_transitions')
    .selectAll()
    .where('project_id', '=', ctx.projectId)
    .where('workflow_id', '=', workflowId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();

export function toWorkflow(row: WorkflowRow): Workflow {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    enabled: row.enabled,
    triggerType: row.trigger_type as Workflow['triggerType'],
    triggerConfig: row.trigger_config,
    allowReentry: row.allow_reentry,
    nextRunAt: row.next_run_at?.toISOString() ?? null,
    projectId: row.project_id,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

export function toStep(row: StepRow): Step {
  return {
    id: row.id,
    workflowId: row.workflow_id,
    type: row.type as Step['type'],
    name: row.name,
    position: row.position,
    config: row.config,
    templateId: row.template_id,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

export function toTransition(row: TransitionRow): Transition {
  return {
    id: row.id,
    fromStepId: row.from_step_id,
    toStepId: row.to_step_id,
    branch: row.branch,
    condition: row.branch === null ? null : { branch: row.branch },
    waitOutcome: row.wait_outcome as Transition['waitOutcome'],
    priority: row.priority,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}
