import { EXECUTION_STATUSES, type ExecutionStatus, type WorkflowDetail } from '../../contract/workflows.ts';
import type { Ctx } from '../platform/context.ts';
import { ACTIVE, countsOfWorkflow } from './counts.ts';
import { findProblems } from './find-problems.ts';
import { getWorkflowRow, type StepRow, stepsOf, toStep, toTransition, toWorkflow, transitionsOf } from './workflow.ts';

export async function readWorkflow(ctx: Ctx, id: string): Promise<WorkflowDetail> {
  const workflow = await getWorkflowRow(ctx, id);
  const [steps, rows, count] = await Promise.all([
    stepsOf(ctx, workflow.id),
    transitionsOf(ctx, workflow.id),
    countsOfWorkflow(ctx, workflow.id),
  ]);
  const transitions = rows.map(toTransition);
  const templates = await templateNames(ctx, steps);
  return {
    ...toWorkflow(workflow),
    steps: steps.map((step) => ({
      ...toStep(step),
      template: templates.get(step.template_id ?? '') ?? null,
      outgoingTransitions: transitions.filter(({ fromStepId }) => fromStepId === step.id),
      incomingTransitions: transitions.filter(({ toStepId }) => toStepId === step.id),
      counts: countsAt(step, count),
    })),
    transitions,
    problems: await findProblems(ctx, workflow, steps, rows),
    executionCounts: Object.fromEntries(EXECUTION_STATUSES.map((status) => [status, count([status])])) as Record<
      ExecutionStatus,
      number
    >,
  };
}

async function templateNames(ctx: Ctx, steps: StepRow[]) {
  const ids = steps.flatMap(({ template_id }) => template_id ?? []);
  if (ids.length === 0) return new Map<string, { id: string; name: string }>();
  const templates = await ctx.db
    .selectFrom('templates')
    .select(['id', 'name'])
    .where('project_id', '=', ctx.projectId)
    .where('id', 'in', ids)
    .execute();
  return new Map(templates.map((template) => [template.id, template]));
}

/** A DELAY is recorded as done when it begins: those who still sleep in it have not passed it. */
function countsAt({ id, type }: StepRow, count: Awaited<ReturnType<typeof countsOfWorkflow>>) {
  const [active, passed, failed] = [count(ACTIVE, id), count(['PASSED'], id), count(['STOPPED'], id)];
  return { active, passed: type === 'DELAY' ? Math.max(passed - active, 0) : passed, failed };
}
