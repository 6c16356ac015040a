import { sql } from 'kysely';
import type { BaseCtx } from '../platform/context.ts';
import { databaseNow } from '../platform/db/database-now.ts';

const DEPLOYMENT = 'deployment';

/** What the rates leave for now; `spend` books what was really taken. Both inside the claim's transaction. */
export interface Allowance {
  total: number;
  ofProject(projectId: string): number;
  spend(projectIds: string[]): Promise<void>;
}

/**
 * Token buckets in the database, so that the rates hold over all worker processes: one for the deployment, one per
 * project, each refilled at its rate and holding at most one second's worth. The rows stay locked until the claim
 * commits: two claims never spend the same token.
 */
export async function readAllowance(ctx: BaseCtx, projectIds: string[]): Promise<Allowance> {
  const { emailRatePerSecond: deploymentRate, projectEmailRatePerSecond: projectRate } = ctx.config;
  const rates = new Map<string, number>();
  if (deploymentRate !== undefined) rates.set(DEPLOYMENT, deploymentRate);
  if (projectRate !== undefined) for (const id of projectIds) rates.set(id, projectRate);
  const tokens = rates.size > 0 ? await refill(ctx, rates) : new Map<string, number>();
  return {
    total: tokens.get(DEPLOYMENT) ?? Number.POSITIVE_INFINITY,
    ofProject: (id) => tokens.get(id) ?? Number.POSITIVE_INFINITY,
    spend: (taken) => (rates.size > 0 ? spend(ctx, taken) : Promise.resolve()),
  };
}

async function refill(ctx: BaseCtx, rates: Map<string, number>): Promise<Map<string, number>> {
  const now = databaseNow(ctx.clock);
  const buckets = [...rates].map(([key, rate]) => ({ key, rate })).sort((a, b) => (a.key < b.key ? -1 : 1));
  const { rows } = await sql<{ key: string; tokens: number }>`
    insert into send_allowances (key, tokens, refilled_at)
    select key, greatest(rate, 1), ${now}
    from jsonb_to_recordset(${JSON.stringify(buckets)}::jsonb) as bucket (key text, rate float8)
    on conflict (key) do update
    set tokens = least(excluded.tokens, send_allowances.tokens
          + greatest(extract(epoch from excluded.refilled_at - send_allowances.refilled_at), 0)
          * (select rate from jsonb_to_recordset(${JSON.stringify(buckets)}::jsonb) as bucket (key text, rate float8)
             where bucket.key = excluded.key)),
        -- Whoever waited for the lock began before its holder: time that was counted is not counted again.
        refilled_at = greatest(send_allowances.refilled_at, excluded.refilled_at)
    returning key, tokens
  `.execute(ctx.db);
  return new Map(rows.map(({ key, tokens }) => [key, tokens]));
}

async function spend(ctx: BaseCtx, projectIds: string[]): Promise<void> {
  await sql`
    update send_allowances
    set tokens = tokens - case when key = ${DEPLOYMENT} then ${projectIds.length}
                               else (select count(*) from unnest(${projectIds}::text[]) as taken where taken = key) end
    where key = ${DEPLOYMENT} or key = any(${projectIds}::text[])
  `.execute(ctx.db);
}
