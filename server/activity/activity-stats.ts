import { sql } from 'kysely';
import { countEmails } from '../delivery/email-day-counts.ts';
import { countEventsByName } from '../events/event-day-counts.ts';
import { minutes as ofMinutes } from '../platform/clock.ts';
import type { Ctx } from '../platform/context.ts';
import { type AskedPeriod, type Period, readPeriod } from '../platform/period.ts';
import { firstUuidV7 } from '../platform/uuid.ts';

export async function activityStats(ctx: Ctx, asked: AskedPeriod) {
  const period = readPeriod(ctx.clock.now(), asked);
  const [events, emails, started] = await Promise.all([
    countEventsByName(ctx, period),
    countEmails(ctx, period),
    countStarts(ctx, period),
  ]);
  const percent = (part: number): number => (emails.emails === 0 ? 0 : (part / emails.emails) * 100);
  return {
    totalEvents: events.reduce((sum, { count }) => sum + count, 0),
    totalEmailsSent: emails.emails,
    totalEmailsOpened: emails.opened,
    totalEmailsClicked: emails.clicked,
    totalWorkflowsStarted: started,
    openRate: percent(emails.opened),
    clickRate: percent(emails.clicked),
  };
}

/** Workflow by workflow, since the index of starts begins with it. */
async function countStarts(ctx: Ctx, { start, end }: Period): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select coalesce(sum(starts.count), 0)::bigint as count
    from workflows cross join lateral (
      select count(*) as count from workflow_executions
      where workflow_executions.project_id = workflows.project_id and workflow_executions.workflow_id = workflows.id
        and started_at >= ${start} and started_at < ${end}
    ) as starts
    where workflows.project_id = ${ctx.projectId}
  `.execute(ctx.db);
  return rows[0]?.count ?? 0;
}

/** What began in the last minutes. Ids are made from the time: the primary keys alone answer it. */
export async function countRecent(ctx: Ctx, minutes: number) {
  const now = ctx.clock.now();
  const start = new Date(now.getTime() - ofMinutes(minutes));
  const since = firstUuidV7(start);
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from events where project_id = ${ctx.projectId} and id >= ${since})
         + (select count(*) from emails where project_id = ${ctx.projectId} and id >= ${since}) as count
  `.execute(ctx.db);
  const starts = await countStarts(ctx, { start, end: new Date(now.getTime() + 1) });
  return { count: (rows[0]?.count ?? 0) + starts, minutes };
}
