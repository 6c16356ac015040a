import type { Ctx } from '../platform/context.ts';
import { badRequest, notFound } from '../platform/errors.ts';
import { isUuid } from '../platform/uuid.ts';
import { holdTemplate } from '../templates/template.ts';
import type { StepRow } from './workflow.ts';

const MAX_CONFIG_LENGTH = 100_000;

export type Json = Record<string, unknown>;

/** The template may be named beside the configuration or inside it; both places say the same afterwards. */
export async function contentOf(ctx: Ctx, type: string, given: Json, templateId: string | null | undefined) {
  if (JSON.stringify(given).length > MAX_CONFIG_LENGTH) throw badRequest('The configuration of the step is too large');
  const { templateId: inside, ...rest } = given;
  const isMeant = type === 'SEND_EMAIL' && typeof inside === 'string' && inside !== '';
  const meant = templateId === undefined && isMeant ? (inside as string) : templateId;
  const template = meant ? (await holdTemplate(ctx, meant)).id : null;
  if (type !== 'SEND_EMAIL' || inside === undefined) return { config: given, template_id: template };
  return { config: template ? { ...rest, templateId: template } : rest, template_id: template };
}

export async function getStep(ctx: Ctx, workflowId: string, stepId: string): Promise<StepRow> {
  const row = isUuid(stepId)
    ? await ctx.db
        .selectFrom('workflow_steps')
        .selectAll()
        .where('project_id', '=', ctx.projectId)
        .where('workflow_id', '=', workflowId)
        .where('id', '=', stepId)
        .executeTakeFirst()
    : undefined;
  if (!row) throw notFound('Workflow step', stepId);
  return row;
}
