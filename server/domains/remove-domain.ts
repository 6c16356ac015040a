import { type Ctx, transaction } from '../platform/context.ts';
import { notFound } from '../platform/errors.ts';
import { cancel, enqueue, type Outcome } from '../platform/jobs/job.ts';
import { recordAudit } from '../projects/audit-log.ts';
import { domainRemoved } from './jobs.ts';
import { removeSesIdentity } from './ses-identities.ts';

export function removeDomain(ctx: Ctx, id: string): Promise<void> {
  return transaction(ctx, async (ctx) => {
    const removed = await ctx.db
      .deleteFrom('domains')
      .where('project_id', '=', ctx.projectId)
      .where('id', '=', id)
      .returning('domain')
      .executeTakeFirst();
    if (!removed) throw notFound('Domain', id);
    await recordAudit(ctx, { action: 'domain.removed', target: removed.domain });
    await forget(ctx, removed.domain);
  });
}

/** Of a project that goes as a whole. */
export async function removeAllDomains(ctx: Ctx): Promise<void> {
  const removed = await ctx.db
    .deleteFrom('domains')
    .where('project_id', '=', ctx.projectId)
    .returning('domain')
    .execute();
  for (const { domain } of removed) await forget(ctx, domain);
}

async function forget(ctx: Ctx, domain: string): Promise<void> {
  if (ctx.config.mailTransport === 'ses') await enqueue(ctx, domainRemoved, { domain });
}

/** SES forgets the domain too, unless somebody has added it again. */
export async function forgetAtProvider(ctx: Ctx, { domain }: { domain: string }): Promise<Outcome | undefined> {
  if (ctx.config.mailTransport !== 'ses') return cancel('SES is not in use');
  const again = await ctx.db.selectFrom('domains').select('id').where('domain', '=', domain).executeTakeFirst();
  if (again) return cancel('the domain was added again');
  await removeSesIdentity(ctx, domain);
  return undefined;
}
