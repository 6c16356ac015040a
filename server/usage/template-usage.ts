import type { Ctx } from '../platform/context.ts';
import { isForeignKeyViolation } from '../platform/db/violations.ts';
import { conflict } from '../platform/errors.ts';
import { deleteTemplate, deleteTemplates } from '../templates/edit-template.ts';
import { getTemplate } from '../templates/template.ts';
import { stepsInUse } from './workflows-mentioning.ts';

const NEVER_LEFT = ['FAILED', 'SUPPRESSED', 'CANCELLED'];

/** Campaigns have their own content and refer to no template. */
export async function templateUsage(ctx: Ctx, id: string) {
  const template = await getTemplate(ctx, id);
  const { emailsSent } = await ctx.db
    .selectFrom('emails')
    .select((eb) => eb.fn.countAll<number>().as('emailsSent'))
    .where('project_id', '=', ctx.projectId)
    .where('template_id', '=', template.id)
    .where('status', 'not in', NEVER_LEFT)
    .executeTakeFirstOrThrow();
  const workflowSteps = await stepsSending(ctx, [template.id]);
  const references = { campaigns: [], workflowSteps };
  return { workflowSteps: workflowSteps.length, emailsSent, campaigns: 0, references };
}

/** Of the graphs as they are, and of older versions that something still runs on. */
async function stepsSending(ctx: Ctx, templateIds: string[]) {
  const steps = (await stepsInUse(ctx)).filter(({ template_id }) => template_id && templateIds.includes(template_id));
  const workflows = await ctx.db
    .selectFrom('workflows')
    .select(['id', 'name'])
    .where('project_id', '=', ctx.projectId)
    .execute();
  const nameOf = new Map(workflows.map(({ id, name }) => [id, name]));
  const byId = new Map(steps.map((step) => [step.id, step]));
  return [...byId.values()].map(({ id, name, workflow_id }) => ({
    id,
    name,
    workflowId: workflow_id,
    workflowName: nameOf.get(workflow_id) ?? '',
  }));
}

export async function deleteUnusedTemplate(ctx: Ctx, id: string): Promise<void> {
  const template = await getTemplate(ctx, id);
  await assertUnused(ctx, [template.id]);
  await refusingUse(() => deleteTemplate(ctx, template.id));
}

/** All or none: of several, one that is used keeps the others. */
export async function deleteUnusedTemplates(ctx: Ctx, given: string[]): Promise<{ deleted: number }> {
  const ids = given.map((id) => id.toLowerCase());
  await assertUnused(ctx, ids);
  return refusingUse(() => deleteTemplates(ctx, ids));
}

async function assertUnused(ctx: Ctx, ids: string[]): Promise<void> {
  const [step] = await stepsSending(ctx, ids);
  if (!step) return;
  throw conflict(
    `The template is used by the step “${step.name}” of the workflow “${step.workflowName}”: change it first`,
  );
}

/** A step that begins to use it at the same moment wins. */
async function refusingUse<T>(remove: () => Promise<T>): Promise<T> {
  try {
    return await remove();
  } catch (error) {
    if (isForeignKeyViolation(error)) throw conflict('The template is used by a workflow');
    throw error;
  }
}
