import { sql } from 'kysely';
import { days } from '../platform/clock.ts';
import type { Ctx } from '../platform/context.ts';
import { getProject } from '../projects/project.ts';
import type { Reputation } from './judge-reputation.ts';

const NEW_FOR_MS = days(30);

/**
 * Sums of days, and the few rows that were refused: bounded however large the ledger is. The week begins at midnight
 * (UTC) for what was sent and for what came back alike, or the rate would compare two spans of time.
 */
export async function readReputation(ctx: Ctx): Promise<Reputation> {
  const { created_at, reputation_since: forgivenAt } = await getProject(ctx);
  const now = ctx.clock.now().getTime();
  const from = (start: number): Date => new Date(Math.max(start, forgivenAt?.getTime() ?? 0));
  const week = from(Math.floor((now - days(7)) / days(1)) * days(1));
  const day = from(now - days(1));
  const { rows } = await sql<Counts>`
    select days.*, bounces.*, complaints.*
    from (
      select coalesce(sum(sent) filter (where day >= ${dateOf(week)}::date), 0)::bigint as "sentInWeek",
             coalesce(sum(sent), 0)::bigint as sent, coalesce(sum(bounced), 0)::bigint as bounced,
             coalesce(sum(complained), 0)::bigint as complained
      from email_counts
      where project_id = ${ctx.projectId} and day >= ${dateOf(from(0))}::date
    ) days, (
      select count(*) as "bouncedInWeek", count(*) filter (where bounced_at >= ${day}) as "bouncedInDay"
      from emails where project_id = ${ctx.projectId} and bounced_at >= ${week}
    ) bounces, (
      select count(*) as "complainedInWeek", count(*) filter (where complained_at >= ${day}) as "complainedInDay"
      from emails where project_id = ${ctx.projectId} and complained_at >= ${week}
    ) complaints
  `.execute(ctx.db);
  const counts = rows[0] as Counts;
  return {
    twentyFourHour: { bounces: counts.bouncedInDay, complaints: counts.complainedInDay },
    sevenDay: { total: counts.sentInWeek, bounces: counts.bouncedInWeek, complaints: counts.complainedInWeek },
    allTime: { total: counts.sent, bounces: counts.bounced, complaints: counts.complained },
    isNew: now - created_at.getTime() < NEW_FOR_MS,
  };
}

interface Counts {
  sentInWeek: number;
  sent: number;
  bounced: number;
  complained: number;
  bouncedInWeek: number;
  bouncedInDay: number;
  complainedInWeek: number;
  complainedInDay: number;
}

const dateOf = (at: Date): string => at.toISOString().slice(0, 10);
