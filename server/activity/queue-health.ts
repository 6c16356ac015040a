import { sql } from 'kysely';
import { readRelayState } from '../delivery/relay-reports.ts';
import { minutes } from '../platform/clock.ts';
import type { Ctx } from '../platform/context.ts';
import { firstUuidV7 } from '../platform/uuid.ts';

/** Counting on would take longer than the page that shows it may. */
const MAX_COUNTED = 100_000;

export async function queueHealth(ctx: Ctx) {
  const now = ctx.clock.now();
  const [queue, sent, relay] = await Promise.all([readQueue(ctx, now), countSent(ctx, now), readRelayState(ctx)]);
  const { queued, oldest } = queue;
  return {
    queued: Math.min(queued, MAX_COUNTED),
    isQueuedExact: queued <= MAX_COUNTED,
    oldestDueSeconds: oldest ? Math.max(0, Math.floor((now.getTime() - oldest.getTime()) / 1000)) : null,
    sentLastMinute: sent,
    relay,
  };
}

/** The index of the queue begins with the priority: each is looked at on its own. Held lanes wait on purpose. */
async function readQueue(ctx: Ctx, now: Date): Promise<{ queued: number; oldest: Date | null }> {
  const { rows } = await sql<{ queued: number; oldest: Date | null }>`
    with recursive lanes as (
      select first.* from unnest(array[0, 1, 2]::smallint[]) as priorities (priority) cross join lateral (
        select priority, lane from emails
        where status = 'QUEUED' and priority = priorities.priority and project_id = ${ctx.projectId}
        order by lane limit 1
      ) as first
      union all
      select next.* from lanes cross join lateral (
        select priority, lane from emails
        where status = 'QUEUED' and priority = lanes.priority and project_id = ${ctx.projectId} and lane > lanes.lane
        order by lane limit 1
      ) as next
    )
    select (
      select count(*) from (
        select from lanes cross join lateral (
          select from emails
          where status = 'QUEUED' and project_id = ${ctx.projectId}
            and emails.priority = lanes.priority and emails.lane = lanes.lane
        ) as queued
        limit ${MAX_COUNTED + 1}
      ) as counted
    ) as queued, (
      select min(first.due_at) from lanes cross join lateral (
        select due_at from emails
        where status = 'QUEUED' and project_id = ${ctx.projectId}
          and emails.priority = lanes.priority and emails.lane = lanes.lane and due_at <= ${now}
        order by due_at limit 1
      ) as first
      where not exists (select from held_lanes where held_lanes.project_id = ${ctx.projectId} and held_lanes.lane = lanes.lane)
    ) as oldest
  `.execute(ctx.db);
  return rows[0] as { queued: number; oldest: Date | null };
}

async function countSent(ctx: Ctx, now: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from events
    where project_id = ${ctx.projectId} and name = 'email.sent'
      and id >= ${firstUuidV7(new Date(now.getTime() - minutes(1)))}
  `.execute(ctx.db);
  return rows[0]?.count ?? 0;
}
