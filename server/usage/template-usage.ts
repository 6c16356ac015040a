import type { Ctx } from '../platform/context.ts';
import { getTemplate } from '../templates/template.ts';

const NEVER_LEFT = ['FAILED', 'SUPPRESSED', 'CANCELLED'];

/** Workflow steps join here when their room exists; campaigns have their own content and refer to no template. */
export async function templateUsage(ctx: Ctx, id: string) {
  const template = await getTemplate(ctx, id);
  const { emailsSent } = await ctx.db
    .selectFrom('emails')
    .select((eb) => eb.fn.countAll<number>().as('emailsSent'))
    .where('project_id', '=', ctx.projectId)
    .where('template_id', '=', template.id)
    .where('status', 'not in', NEVER_LEFT)
    .executeTakeFirstOrThrow();
  return { workflowSteps: 0, emailsSent, campaigns: 0, references: { campaigns: [], workflowSteps: [] } };
}
