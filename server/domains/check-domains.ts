import { sql } from 'kysely';
import { minutes } from '../platform/clock.ts';
import type { BaseCtx } from '../platform/context.ts';
import { type Check, checkDomain } from './check-domain.ts';
import type { DomainRow } from './domain.ts';
import { recordChecks } from './record-checks.ts';

const BATCH = 50;
// SES allows about one such call per second and account.
const AT_ONCE = { dns: 10, ses: 1 };
// Run every 5 minutes: a little less, so that a sweep that starts a moment early still finds every domain due.
const INTERVAL_MS = minutes(4.5);

/** The background check of every domain of every project. */
export async function checkDomains(ctx: BaseCtx): Promise<void> {
  for (let due = await claimDue(ctx); due.length > 0; due = await claimDue(ctx)) {
    await recordChecks(ctx, await checkAll(ctx, due));
  }
}

/** Claiming moves the next check on, so several workers share the work and nothing is locked while DNS is asked. */
async function claimDue(ctx: BaseCtx): Promise<DomainRow[]> {
  const now = ctx.clock.now();
  const { rows } = await sql<DomainRow>`
    update domains
    set next_check_at = ${new Date(now.getTime() + INTERVAL_MS)}
    where (project_id, id) in (
      select project_id, id from domains
      where next_check_at <= ${now}
      order by next_check_at
      limit ${BATCH}
      for update skip locked
    )
    returning *
  `.execute(ctx.db);
  return rows;
}

async function checkAll(ctx: BaseCtx, due: DomainRow[]): Promise<Check[]> {
  const waiting = due.values();
  const checks: Check[] = [];
  const checkOneByOne = async () => {
    for (const row of waiting) checks.push(await checkDomain(ctx, row, { requiredOnly: true }));
  };
  const lines = ctx.config.mailTransport === 'ses' ? AT_ONCE.ses : AT_ONCE.dns;
  await Promise.all(Array.from({ length: lines }, checkOneByOne));
  return checks;
}
