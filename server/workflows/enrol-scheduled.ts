import { type Expression, type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import { type BaseCtx, type Ctx, transaction } from '../platform/context.ts';
import { isPassingTrouble } from '../platform/db/violations.ts';
import { AppError } from '../platform/errors.ts';
import { isUuid } from '../platform/uuid.ts';
import { contactsInSegment } from '../segments/matching-contacts.ts';
import { findSegments } from '../segments/segment.ts';
import { nextRun } from './schedule.ts';
import { startExecutions } from './start-executions.ts';
import type { WorkflowRow } from './workflow.ts';

const SLICE = 5_000;

const config = z.object({
  schedule: z.string().catch(''),
  timezone: z.string().nullish().catch(null),
  // Whatever else stands there names no segment: it must not come to mean everyone.
  segmentId: z.string().nullish().catch(''),
});

/**
 * One turn: one slice of a schedule that fires, of this project or that. How far it came is written with the slice, so
 * that nobody is enrolled twice by one firing, and a crash resumes it. Answers how many schedules had a turn.
 */
export async function enrolScheduled(ctx: BaseCtx): Promise<number> {
  let workflow: WorkflowRow | undefined;
  try {
    return await transaction(ctx, async (ctx) => {
      workflow = await claimFiring(ctx);
      if (!workflow) return 0;
      await enrolSlice({ ...ctx, projectId: workflow.project_id }, workflow);
      return 1;
    });
  } catch (error) {
    const isItsOwn = error instanceof AppError || !isPassingTrouble(error);
    if (!workflow || !isItsOwn) throw error;
    await passOver({ ...ctx, projectId: workflow.project_id }, workflow, error);
    return 1;
  }
}

/** Tried again and again, a schedule that cannot be enrolled would hold up those of everybody else. */
async function passOver(ctx: Ctx, workflow: WorkflowRow, error: unknown): Promise<void> {
  const { project_id: projectId, id: workflowId } = workflow;
  ctx.log.error({ err: error, projectId, workflowId }, 'a schedule could not be enrolled: this firing is passed over');
  await ctx.db
    .updateTable('workflows')
    .set({ next_run_at: nextRun(settingsOf(workflow), ctx.clock.now()) ?? null, fired_at: null, enrolled_to: null })
    .where('project_id', '=', projectId)
    .where('id', '=', workflowId)
    .where('next_run_at', 'is not distinct from', workflow.next_run_at)
    .execute();
}

const settingsOf = ({ trigger_config }: WorkflowRow) => config.parse(trigger_config ?? {});

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
  const settings = settingsOf(workflow);
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

/** Everyone, or the segment as it is at the time of firing. One that was deleted, or never was, leaves nobody. */
async function audienceOf(ctx: Ctx, { firedAt, settings }: Firing): Promise<Expression<SqlBool>> {
  if (settings.segmentId === undefined || settings.segmentId === null) return sql<SqlBool>`true`;
  const [segment] = await findSegments(ctx, [settings.segmentId].filter(isUuid));
  if (!segment) return sql<SqlBool>`false`;
  const members = await contactsInSegment({ ...ctx, clock: { now: () => firedAt } }, segment);
  return sql<SqlBool>`(contacts.id in (${members.select('contacts.id')}))`;
}
