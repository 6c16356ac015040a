import type { Domain } from '../../contract/domains.ts';
import type { Ctx } from '../platform/context.ts';
import { isUniqueViolation } from '../platform/db/violations.ts';
import { conflict, forbidden, legacyError } from '../platform/errors.ts';
import { audited } from '../projects/audit-log.ts';
import { dkimColumns, newDkimKey } from './dkim-key.ts';
import { type DomainRow, toDomain } from './domain.ts';
import { ensureSesIdentity } from './ses-identities.ts';

/** Adds a domain, pending, with its DKIM key; the answer says which DNS records to create. */
export async function addDomain(ctx: Ctx, domain: string): Promise<Domain> {
  // Asked before the key is made, which is the costly part; the unique index decides between two at once.
  await assertFree(ctx, domain);
  await assertNoDisabledOwner(ctx, domain);
  const row = await insertDomain(ctx, domain);
  return toDomain(ctx, ctx.config.mailTransport === 'ses' ? await withSesIdentity(ctx, row) : row);
}

async function assertFree(ctx: Ctx, domain: string): Promise<void> {
  const taken = await ctx.db.selectFrom('domains').select('project_id').where('domain', '=', domain).executeTakeFirst();
  if (taken?.project_id === ctx.projectId) {
    throw legacyError(400, `The domain ${domain} has already been added to this project`);
  }
  if (taken) throw legacyError(403, `The domain ${domain} belongs to another project`);
}

/** A project that was disabled, for phishing say, must not go on under a subdomain. */
async function assertNoDisabledOwner(ctx: Ctx, domain: string): Promise<void> {
  const labels = domain.split('.');
  const parents = labels.slice(1, -1).map((_, i) => labels.slice(i + 1).join('.'));
  if (parents.length === 0) return;
  const disabled = await ctx.db
    .selectFrom('domains')
    .innerJoin('projects', 'projects.id', 'domains.project_id')
    .select('domains.domain')
    .where('domains.domain', 'in', parents)
    .where('projects.disabled', '=', true)
    .where('projects.wipe', 'is', null)
    .executeTakeFirst();
  if (disabled) throw forbidden(`The domain ${disabled.domain} belongs to a disabled project`);
}

async function insertDomain(ctx: Ctx, domain: string): Promise<DomainRow> {
  const key = dkimColumns(ctx, await newDkimKey());
  try {
    return await audited(ctx, { action: 'domain.added', target: domain }, (ctx) =>
      ctx.db
        .insertInto('domains')
        .values({ project_id: ctx.projectId, domain, next_check_at: ctx.clock.now(), ...key })
        .returningAll()
        .executeTakeFirstOrThrow(),
    );
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    await assertFree(ctx, domain);
    throw conflict(`The domain ${domain} was added and removed again at the same moment: try again`);
  }
}

/**
 * The row comes first, because it holds the name against others, and goes again if SES says no. A crash in between
 * leaves a domain without tokens: its next check asks SES again.
 */
async function withSesIdentity(ctx: Ctx, row: DomainRow): Promise<DomainRow> {
  const identity = await ensureSesIdentity(ctx, row.domain);
  const ours = { project_id: row.project_id, id: row.id };
  if ('failed' in identity) {
    await ctx.db.deleteFrom('domains').where('project_id', '=', ours.project_id).where('id', '=', ours.id).execute();
    throw legacyError(400, `Amazon SES did not accept the domain (${identity.failed})`);
  }
  return ctx.db
    .updateTable('domains')
    .set({ dkim_tokens: identity.tokens })
    .where('project_id', '=', ours.project_id)
    .where('id', '=', ours.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
