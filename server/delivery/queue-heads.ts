import { sql } from 'kysely';

/**
 * `queues`, for a recursive `with`: the first due email of every queue, by priority, project and lane. A loose index scan:
 * it touches one index entry per queue, not per queued email, so a queue of a million rows costs as much as one of ten.
 */
export const queueHeads = sql`queues as (
  (select priority, project_id, lane, due_at from emails where status = 'QUEUED'
   order by priority, project_id, lane, due_at limit 1)
  union all
  select next.*
  from queues cross join lateral (
    select priority, project_id, lane, due_at from emails
    where status = 'QUEUED' and (priority, project_id, lane) > (queues.priority, queues.project_id, queues.lane)
    order by priority, project_id, lane, due_at limit 1
  ) next
)`;

/** Whether a queue may be sent from at all. */
export const isQueueOpen = sql<boolean>`(not projects.disabled
  and not exists (select from held_lanes where (project_id, lane) = (queues.project_id, queues.lane)))`;
