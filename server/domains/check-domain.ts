import type { CheckedRecord, DomainStatus } from '../../contract/domains.ts';
import type { BaseCtx } from '../platform/context.ts';
import { checkRecords, type RecordCheck } from './check-records.ts';
import { dnsRecordsOf } from './dns-records.ts';
import type { DomainRow } from './domain.ts';
import { ensureSesIdentity } from './ses-identities.ts';

export interface Check {
  row: DomainRow;
  status: DomainStatus;
  /** Of two checks the one that began later counts. */
  startedAt: Date;
  dkimTokens: string[] | null;
  records: CheckedRecord[];
}

/** Asks the outside world about a domain; what follows from it is decided in record-checks.ts. */
export async function checkDomain(
  ctx: BaseCtx,
  row: DomainRow,
  { requiredOnly = false }: { requiredOnly?: boolean } = {},
): Promise<Check> {
  const startedAt = ctx.clock.now();
  const { domainVerification, mailTransport, dnsServers } = ctx.config;
  if (domainVerification === 'trust') return trusted(ctx, row, startedAt);
  const identity = mailTransport === 'ses' ? await ensureSesIdentity(ctx, row.domain) : undefined;
  const dkimTokens = identity && 'tokens' in identity ? identity.tokens : row.dkim_tokens;
  const wanted = dnsRecordsOf(ctx.config, { ...row, dkim_tokens: dkimTokens });
  const checks = await checkRecords(dnsServers, requiredOnly ? wanted.filter(({ required }) => required) : wanted);
  return {
    row,
    status: identity ? statusOfIdentity(identity) : statusOfRecords(row, checks),
    startedAt,
    dkimTokens,
    records: checks.map(({ record }) => record),
  };
}

const NOT_LOOKED_UP = 'Not looked up: this server trusts domains (DOMAIN_VERIFICATION=trust)';

function trusted(ctx: BaseCtx, row: DomainRow, startedAt: Date): Check {
  const records = dnsRecordsOf(ctx.config, row).map((record) => ({
    ...record,
    found: false,
    actual: [],
    problem: NOT_LOOKED_UP,
  }));
  return { row, status: 'Success', startedAt, dkimTokens: row.dkim_tokens, records };
}

const statusOfIdentity = (identity: { status: DomainStatus } | { failed: string }): DomainStatus =>
  'failed' in identity ? 'TemporaryFailure' : identity.status;

/** Missing records are awaited as long as they were never there; wrong ones, and lost ones, are a failure. */
function statusOfRecords(row: DomainRow, checks: RecordCheck[]): DomainStatus {
  const unmet = checks.filter(({ record }) => record.required && !record.found);
  if (unmet.length === 0) return 'Success';
  if (unmet.some(({ unanswered }) => unanswered)) return 'TemporaryFailure';
  const wrong = unmet.some(({ record }) => record.actual.length > 0);
  return wrong || row.verified_at ? 'Failed' : 'Pending';
}
