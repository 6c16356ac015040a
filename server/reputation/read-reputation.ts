import { sql } from 'kysely';
import { days } from '../platform/clock.ts';
import type { Ctx } from '../platform/context.ts';
import { getProject } from '../projects/project.ts';
import type { Reputation } from './judge-reputation.ts';

const NEW_FOR_MS = days(30);

/**
 * Sums of days, for what was sent and for what came back alike: bounded however large the ledger is, and nobody makes them
 * smaller by deleting contacts or resetting the project. The last 24 hours are counted by the rows as well, since a day
 * that has just begun knows little.
 */
export async function readReputation(ctx: Ctx): Promise<Reputation> {
  const { created_at, reputation_since: forgivenAt } = await getProject(ctx);
  const now = ctx.clock.now().getTime();
  const from = (start: number): Date => new Date(Math.max(start, forgivenAt?.getTime() ?? 0));
  const week = from(now - days(7));
  const day = from(now - days(1));
  const { rows } = await sql<Counts>`
    select days.*, bounces.*, complaints.*
    from (
      select ${sumOf('sent')} as sent, ${sumOf('bounced')} as bounced, ${sumOf('complained')} as complained,
             ${sumOf('sent', week)} as "sentInWeek", ${sumOf('bounced', week)} as "bouncedInWeek",
             ${sumOf('complained', week)} as "complainedInWeek",
             ${sumOf('bounced', new Date(now))} as "bouncedToday", ${sumOf('complained', new Date(now))} as "complainedToday"
      from email_counts
      where project_id = ${ctx.projectId} and day >= ${dateOf(from(0))}::date
    ) days, (
      select count(*) as "bouncedInDay" from emails where project_id = ${ctx.projectId} and bounced_at >= ${day}
    ) bounces, (
      select count(*) as "complainedInDay" from emails where project_id = ${ctx.projectId} and complained_at >= ${day}
    ) complaints
  `.execute(ctx.db);
  const counts = rows[0] as Counts;
  return {
    twentyFourHour: {
      bounces: Math.max(counts.bouncedInDay, counts.bouncedToday),
      complaints: Math.max(counts.complainedInDay, counts.complainedToday),
    },
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
  complainedInWeek: number;
  bouncedToday: number;
  complainedToday: number;
  bouncedInDay: number;
  complainedInDay: number;
}

/** Since the beginning of that day (UTC). */
const sumOf = (column: 'sent' | 'bounced' | 'complained', since = new Date(0)) =>
  sql`coalesce(sum(${sql.ref(column)}) filter (where day >= ${dateOf(since)}::date), 0)::bigint`;

const dateOf = (at: Date): string => at.toISOString().slice(0, 10);
