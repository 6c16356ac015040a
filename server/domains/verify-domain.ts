import type { DomainCheck, DomainStatus } from '../../contract/domains.ts';
import type { Ctx } from '../platform/context.ts';
import { checkDomain } from './check-domain.ts';
import { getDomain } from './domain.ts';
import { recordChecks } from './record-checks.ts';

/** A check now, because somebody waits for it. */
export async function verifyDomain(ctx: Ctx, id: string): Promise<DomainCheck> {
  const check = await checkDomain(ctx, await getDomain(ctx, id));
  const [recorded] = await recordChecks(ctx, [check]);
  // Nothing recorded: a newer check was faster, or the domain was deleted meanwhile.
  const row = recorded ?? (await getDomain(ctx, id));
  return {
    domain: row.domain,
    tokens: row.dkim_tokens ?? [],
    status: row.status as DomainStatus,
    verified: row.verified,
    mode: ctx.config.domainVerification,
    records: check.records,
  };
}
