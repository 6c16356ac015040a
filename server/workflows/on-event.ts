import { sql } from 'kysely';
import { seconds } from '../platform/clock.ts';
import type { BaseCtx, Ctx } from '../platform/context.ts';
import { lookupTransaction } from '../platform/db/lookup-transaction.ts';
import { type ClaimedExecution, selectClaimed } from './claimed-executions.ts';
import { announceDue } from './execution-moves.ts';
import { loadGraph } from './graph.ts';
import { Journey, writeJourneys } from './journey.ts';
import { startExecutions } from './start-executions.ts';
import { received } from './steps/wait-for-event.ts';

interface Dispatch {
  event_id: string;
  name: string;
  contact_id: string;
  data: unknown;
  created_at: Date;
}

const BATCH = 300;

/**
 * One turn: of each project with events that a workflow listens to, a batch. They start executions and wake those that
 * wait, and are forgotten, in one transaction. Answers how many there were.
 */
export async function handleEvents(ctx: BaseCtx, mayGoOn: () => boolean = () => true): Promise<number> {
  let handled = 0;
  for (const projectId of await projectsWithEvents(ctx)) {
    if (!mayGoOn()) break;
    handled += await handleBatch({ ...ctx, projectId });
  }
  return handled;
}

async function projectsWithEvents(ctx: BaseCtx): Promise<string[]> {
  const query = sql<{ project_id: string }>`/* prepared */
    with recursive found as (
      (select project_id from event_dispatches order by project_id limit 1)
      union all
      select next.*
      from found cross join lateral (
        select project_id from event_dispatches where project_id > found.project_id order by project_id limit 1
      ) next
    )
    select project_id from found
    where exists (
      select from event_dispatches as waiting
      where waiting.project_id = found.project_id and coalesce(waiting.retry_at, '-infinity') <= ${ctx.clock.now()}
    )
  `;
  const { rows } = await lookupTransaction(ctx, ({ db }) => query.execute(db));
  return rows.map(({ project_id }) => project_id);
}

async function handleBatch(ctx: Ctx): Promise<number> {
  let taken: Dispatch[] = [];
  try {
    return await lookupTransaction(ctx, async (ctx) => {
      taken = await takeEvents(ctx);
      await handle(ctx, taken);
      return taken.length;
    });
  } catch (error) {
    if (taken.length === 0) throw error;
    ctx.log.error({ err: error, projectId: ctx.projectId }, 'a batch of events failed: tried one by one');
    for (const { event_id } of taken) await handleAlone(ctx, event_id);
    return taken.length;
  }
}

function handleAlone(ctx: Ctx, eventId: string): Promise<void> {
  return lookupTransaction(ctx, async (ctx) => handle(ctx, await takeEvents(ctx, eventId))).catch((error: unknown) =>
    noteTrouble(ctx, eventId, error),
  );
}

/** In the order in which they happened. */
async function takeEvents(ctx: Ctx, eventId?: string): Promise<Dispatch[]> {
  const { rows } = await sql<Dispatch>`/* prepared */
    with taken as (
      delete from event_dispatches
      where project_id = ${ctx.projectId} and event_id in (
        select event_id from event_dispatches
        where project_id = ${ctx.projectId} and coalesce(retry_at, '-infinity') <= ${ctx.clock.now()}
          ${eventId ? sql`and event_id = ${eventId}` : sql``}
        order by event_id limit ${BATCH}
        for update skip locked
      )
      returning event_id, name, contact_id, data, created_at
    )
    select * from taken order by event_id
  `.execute(ctx.db);
  return rows;
}

async function handle(ctx: Ctx, events: Dispatch[]): Promise<void> {
  if (events.length === 0) return;
  const input = sql`jsonb_to_recordset(${JSON.stringify(events)}::jsonb) as event
    (event_id uuid, name text, contact_id uuid, data jsonb, created_at timestamptz)`;
  await startExecutions(
    ctx,
    sql`select workflows.id as workflow_id, event.contact_id, event.data as context, event.created_at as since,
               event.name as started_by
        from ${input}
        join workflows on workflows.project_id = ${ctx.projectId}
          and workflows.enabled and workflows.trigger_type = 'EVENT'
          and workflows.trigger_config ->> 'eventName' = event.name
        order by event.event_id`,
  );
  await wakeWaiting(ctx, events);
}

/** Those that wait for such an event of their contact go on, each with the first. */
async function wakeWaiting(ctx: Ctx, events: Dispatch[]): Promise<void> {
  const firstOf = new Map<string, Dispatch>();
  for (const event of events) {
    const key = `${event.contact_id} ${event.name}`;
    if (!firstOf.has(key)) firstOf.set(key, event);
  }
  const waiting = await lockListening(ctx, events);
  const journeys: Journey[] = [];
  for (const execution of waiting) {
    const event = firstOf.get(`${execution.contact.id} ${execution.waiting_for}`);
    const graph = event && (await loadGraph(ctx, execution.workflow_id, execution.version));
    if (!graph) continue;
    const journey = new Journey(execution, graph);
    const now = ctx.clock.now();
    journey.arrive(now);
    journey.apply(received(execution, { name: event.name, data: event.data, at: event.created_at }), now);
    // From here on it is due; an event that came after this one came in time for the next wait.
    if (!journey.state) journey.pause(event.created_at);
    journeys.push(journey);
  }
  if (journeys.length === 0) return;
  await writeJourneys(ctx, journeys);
  await announceDue(ctx);
}

/**
 * Executions of these contacts whose graph waits for one of these names. Not only those that wait now: one that a worker
 * is just taking to its wait is waited for, and then seen as it is. One that gets there later finds the event itself.
 */
async function lockListening(ctx: Ctx, events: Dispatch[]) {
  // The project comes with each row: see execution-moves.ts.
  const pairs = events.map(({ contact_id, name }) => ({ project_id: ctx.projectId, contact_id, name }));
  const { rows: ids } = await sql<{ id: string; waiting_for: string }>`/* prepared */
    select execution.id, execution.waiting_for
    from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as event
      (project_id uuid, contact_id uuid, name text)
    join workflow_executions as execution
      on execution.project_id = event.project_id and execution.contact_id = event.contact_id
      and execution.status in ('RUNNING', 'WAITING')
    join workflow_versions as version
      on version.project_id = execution.project_id and version.workflow_id = execution.workflow_id
      and version.version = execution.version
    where event.name = any(version.waits_for)
    order by execution.id
    for update of execution
  `.execute(ctx.db);
  const waitingFor = new Map(ids.filter(({ waiting_for }) => waiting_for).map((row) => [row.id, row.waiting_for]));
  if (waitingFor.size === 0) return [];
  const source = sql`(
    select * from workflow_executions
    where project_id = ${ctx.projectId} and id = any(${[...waitingFor.keys()]}::uuid[])
  )`;
  const { rows } = await sql<ClaimedExecution>`/* prepared */ ${selectClaimed(ctx, source)}`.execute(ctx.db);
  return rows.map((row) => ({ ...row, waiting_for: waitingFor.get(row.id) as string }));
}

const MAX_ATTEMPTS = 8;

/** Nobody is told of an event that cannot be handled, so it is tried for a while and then dropped with a word in the log. */
async function noteTrouble(ctx: Ctx, eventId: string, error: unknown): Promise<void> {
  ctx.log.error({ err: error, projectId: ctx.projectId, eventId }, 'an event could not reach the workflows');
  const now = ctx.clock.now();
  await sql`
    update event_dispatches
    set attempts = attempts + 1,
        retry_at = ${now}::timestamptz + ${seconds(5)} * interval '1 millisecond' * power(2, attempts)
    where project_id = ${ctx.projectId} and event_id = ${eventId}
  `.execute(ctx.db);
  await sql`
    delete from event_dispatches
    where project_id = ${ctx.projectId} and event_id = ${eventId} and attempts >= ${MAX_ATTEMPTS}
  `.execute(ctx.db);
}
