import { forgetOutcomesOfDay } from '../delivery/email-counts.ts';
import { type Ctx, transaction } from '../platform/context.ts';
import { recordAudit } from '../projects/audit-log.ts';
import { forgiveProject } from '../projects/disable-project.ts';

/** By the operator: the project may send again, and nothing that was is held against it. Undefined: it was not disabled. */
export function forgive(ctx: Ctx): Promise<{ name: string } | undefined> {
  return transaction(ctx, async (ctx) => {
    const project = await forgiveProject(ctx);
    if (!project) return undefined;
    await forgetOutcomesOfDay(ctx);
    await recordAudit(ctx, { action: 'project.resumed', target: project.name });
    return project;
  });
}
