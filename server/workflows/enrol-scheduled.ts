import { type Expression, type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import { type BaseCtx, type Ctx, transaction } from '../platform/context.ts';
import { contactsInSegment } from '../segments/matching-contacts.ts';
import { findSegments } from '../segments/segment.ts';
import { nextRun } from './schedule.ts';
import { startExecutions } from './start-executions.ts';
import type { WorkflowRow } from './workflow.ts';

const SLICE = 5_000;

const config = z.object({
  schedule: z.string().catch(''),
  timezone: z.string().nullish().catch(null),
  segmentId: z.string().nullish().catch(null),
});

/**
 * One turn: one slice of a schedule that fires, of this project or that. How far it came is written with the slice, so
 * that nobody is enrolled twice by one firing, and a crash resumes it. Answers how many schedules had a turn.
 */
export async function enrolScheduled(ctx: BaseCtx): Promise<number> {
  return transaction(ctx, async (ctx) => {
    const workflow = await claimFiring(ctx);
    if (!workflow) return 0;
    await enrolSlice({ ...ctx, projectId: workflow.project_id }, workflow);
    return 1;
  });
}

/** The oldest first, and one that has begun before another begins. Keys stay unlocked: executions may start meanwhile. */
async function claimFiring(ctx: BaseCtx): Promise<WorkflowRow | undefined> {
  const { rows } = await sql<WorkflowRow>`/* prepared */
    select * from workflows
    where fired_at is not null
    order by fired_at limit 1
    for no key update skip locked
  `.execute(ctx.db);
  if (rows[0]) return rows[0];
  const { rows: due } = await sql<WorkflowRow>`/* prepared */
    select * from workflows
    where next_run_at <= ${ctx.clock.now()} and fired_at is null
    order by next_run_at limit 1
    for no key update skip locked
  `.execute(ctx.db);
  return due[0];
}

async function enrolSlice(ctx: Ctx, workflow: WorkflowRow): Promise<void> {
  const firedAt = workflow.fired_at ?? workflow.next_run_at;
  const settings = config.parse(workflow.trigger_config ?? {});
  // Firings that were missed while nothing ran are made up for once, not one by one.
  const next = workflow.fired_at ? workflow.next_run_at : (nextRun(settings, ctx.clock.now()) ?? null);
  const last = firedAt && workflow.enabled ? await enrol(ctx, workflow, { firedAt, settings }) : undefined;
  await ctx.db
    .updateTable('workflows')
    .set({ next_run_at: next, fired_at: last ? firedAt : null, enrolled_to: last ?? null })
    .where('project_id', '=', ctx.projectId)
    .where('id', '=', workflow.id)
    .execute();
}

interface Firing {
  firedAt: Date;
  settings: z.infer<typeof config>;
}

/** Answers the last contact of the slice, enrolled or not; undefined: there is no more. */
async function enrol(ctx: Ctx, workflow: WorkflowRow, firing: Firing): Promise<string | undefined> {
  const audience = await audienceOf(ctx, firing);
  const { rows } = await sql<{ id: string }>`
    select contacts.id from contacts
    where contacts.project_id = ${ctx.projectId} and ${audience} and contacts.created_at <= ${firing.firedAt}
      and contacts.id > ${workflow.enrolled_to ?? FIRST_ID}::uuid
    order by contacts.id limit ${SLICE}
  `.execute(ctx.db);
  if (rows.length === 0) return undefined;
  await startExecutions(
    ctx,
    sql`select ${workflow.id}::uuid as workflow_id, contact_id, null::jsonb as context,
               ${firing.firedAt}::timestamptz as since, 'schedule'::text as started_by
        from unnest(${rows.map(({ id }) => id)}::uuid[]) as contact_id`,
  );
  return rows.at(-1)?.id;
}

const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** Everyone, or the segment as it is at the time of firing. A segment that was deleted leaves nobody. */
async function audienceOf(ctx: Ctx, { firedAt, settings }: Firing): Promise<Expression<SqlBool>> {
  if (!settings.segmentId) return sql<SqlBool>`true`;
  const [segment] = await findSegments(ctx, [settings.segmentId]);
  if (!segment) return sql<SqlBool>`false`;
  const members = await contactsInSegment({ ...ctx, clock: { now: () => firedAt } }, segment);
  return sql<SqlBool>`(contacts.id in (${members.select('contacts.id')}))`;
}
