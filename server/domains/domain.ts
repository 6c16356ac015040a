import type { Selectable } from 'kysely';
import type { Domain, DomainStatus } from '../../contract/domains.ts';
import type { BaseCtx, Ctx } from '../platform/context.ts';
import type { Domains } from '../platform/db/tables.ts';
import { AppError, notFound } from '../platform/errors.ts';
import { isUuid } from '../platform/uuid.ts';
import { dkimColumns, newDkimKey, openPrivateKey } from './dkim-key.ts';
import { dnsRecordsOf } from './dns-records.ts';

export type DomainRow = Selectable<Domains>;

export function toDomain({ config }: BaseCtx, row: DomainRow): Domain {
  return {
    id: row.id,
    domain: row.domain,
    verified: row.verified,
    status: row.status as DomainStatus,
    mode: config.domainVerification,
    bootstrapped: row.bootstrapped,
    dkimTokens: row.dkim_tokens,
    records: dnsRecordsOf(config, row),
    projectId: row.project_id,
    checkedAt: row.checked_at?.toISOString() ?? null,
    verifiedAt: row.verified_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

/** `projectId` comes from the path; the key has decided already, so a word such as "current" will do. */
export async function listDomains(ctx: Ctx, projectId: string): Promise<Domain[]> {
  if (isUuid(projectId) && projectId.toLowerCase() !== ctx.projectId) {
    throw new AppError('PROJECT_ACCESS_DENIED', 'This key belongs to another project');
  }
  const rows = await ctx.db
    .selectFrom('domains')
    .selectAll()
    .where('project_id', '=', ctx.projectId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map((row) => toDomain(ctx, row));
}

export async function getDomain(ctx: Ctx, id: string): Promise<DomainRow> {
  const row = await ctx.db
    .selectFrom('domains')
    .selectAll()
    .where('project_id', '=', ctx.projectId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw notFound('Domain', id);
  return row;
}

export interface SigningKey {
  domain: string;
  selector: string;
  privateKeyPem: string;
}

/**
 * The DKIM key to sign mail of this exact domain with; undefined without such a domain, and where SES signs. The
 * deployment's own mail may be of any domain that is verified here: tests of campaigns are, the system's sender may be.
 */
export async function findSigningKey(ctx: Ctx, domain: string): Promise<SigningKey | undefined> {
  if (ctx.config.mailTransport === 'ses') return undefined;
  const row = await ctx.db
    .selectFrom('domains')
    .select(['domain', 'dkim_selector', 'dkim_private_key_sealed'])
    .where('domain', '=', domain.toLowerCase())
    .where(({ or, and, eb, exists, selectFrom }) => {
      const isSystem = exists(selectFrom('projects').where('id', '=', ctx.projectId).where('is_system', '=', true));
      return or([eb('project_id', '=', ctx.projectId), and([eb('verified', '=', true), isSystem])]);
    })
    .executeTakeFirst();
  return (
    row && {
      domain: row.domain,
      selector: row.dkim_selector,
      privateKeyPem: openPrivateKey(ctx, row.dkim_private_key_sealed),
    }
  );
}

/** Domains that the operator declares at the first start: verified without a check. */
export async function addBootstrapDomains(ctx: BaseCtx, projectId: string, domains: string[]): Promise<void> {
  if (domains.length === 0) return;
  const rows = [...new Set(domains)].map(async (domain) => ({
    project_id: projectId,
    domain,
    verified: true,
    bootstrapped: true,
    ...dkimColumns(ctx, await newDkimKey()),
  }));
  await ctx.db
    .insertInto('domains')
    .values(await Promise.all(rows))
    .execute();
}
