import type { BaseCtx } from '../platform/context.ts';

/** Domains that the operator declares at the first start: verified without a check. */
export async function addBootstrapDomains(ctx: BaseCtx, projectId: string, domains: string[]): Promise<void> {
  if (domains.length === 0) return;
  await ctx.db
    .insertInto('domains')
    .values(domains.map((domain) => ({ project_id: projectId, domain, verified: true, bootstrapped: true })))
    .execute();
}
