import type { BaseCtx } from '../platform/context.ts';

/** The projects that mail to this exact domain is for; a disabled one takes nothing new. */
export async function receivingProjects(ctx: BaseCtx, domain: string): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('domains')
    .innerJoin('projects', 'projects.id', 'domains.project_id')
    .select('domains.project_id')
    .where('domains.domain', '=', domain.toLowerCase())
    .where('domains.verified', '=', true)
    .where('projects.disabled', '=', false)
    .execute();
  return rows.map(({ project_id }) => project_id);
}
