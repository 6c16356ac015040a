import { sql } from 'kysely';
import type { BaseCtx, Ctx } from '../platform/context.ts';
import { type Period, splitIntoDays } from '../platform/period.ts';
import { firstUuidV7 } from '../platform/uuid.ts';

export interface NameCount {
  name: string;
  count: number;
}

/** Exact: whole days from the counters (0014-insight-indexes.sql), parts of days from the events. Most frequent first. */
export async function countEventsByName(ctx: Ctx, period: Partial<Period> = {}): Promise<NameCount[]> {
  const { whole, edges } = splitIntoDays(period);
  const bounds = edges.map(({ start, end }) => ({ from: firstUuidV7(start), before: firstUuidV7(end) }));
  const { rows } = await sql<NameCount>`
    with counted as (
      select name, count from event_day_counts
      where project_id = ${ctx.projectId} and ${isInside(whole)}
      union all
      select name, count from event_day_changes
      where project_id = ${ctx.projectId} and ${isInside(whole)}
      union all
      select events.name, count(*)
      from jsonb_to_recordset(${JSON.stringify(bounds)}::jsonb) as edge ("from" uuid, before uuid)
      join events on events.project_id = ${ctx.projectId} and events.id >= edge."from" and events.id < edge.before
      group by events.name
    )
    select name, sum(count)::bigint as count from counted
    group by name having sum(count) > 0
    order by 2 desc, name
  `.execute(ctx.db);
  return rows;
}

const isInside = (whole: ReturnType<typeof splitIntoDays>['whole']) =>
  whole
    ? sql`(day >= coalesce(${whole.from ?? null}::date, '-infinity') and day < coalesce(${whole.before ?? null}::date, 'infinity'))`
    : sql`(false)`;

/** Differences become counts. One statement: readers see the ones or the others, never both. */
export async function foldEventDayCounts(ctx: BaseCtx): Promise<void> {
  const { rows: gone } = await sql<{ project_id: string; day: string; name: string }>`
    with taken as (
      delete from event_day_changes returning *
    ), folded as (
      insert into event_day_counts (project_id, day, name, count)
      select project_id, day, name, sum(count) from taken
      group by project_id, day, name having sum(count) <> 0
      order by project_id, day, name
      on conflict (project_id, day, name) do update set count = event_day_counts.count + excluded.count
      returning project_id, day, name, count
    )
    select project_id, day::text, name from folded where count = 0
  `.execute(ctx.db);
  if (gone.length === 0) return;
  await sql`
    delete from event_day_counts as counts
    using jsonb_to_recordset(${JSON.stringify(gone)}::jsonb) as gone (project_id uuid, day date, name text)
    where counts.project_id = gone.project_id and counts.day = gone.day and counts.name = gone.name and counts.count = 0
  `.execute(ctx.db);
}
