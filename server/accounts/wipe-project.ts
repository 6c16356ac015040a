import { sql } from 'kysely';
import { cancelAllCampaigns } from '../campaigns/cancel-campaign.ts';
import { removeAllDomains } from '../domains/remove-domain.ts';
import { seconds } from '../platform/clock.ts';
import { type BaseCtx, type Ctx, transaction } from '../platform/context.ts';
import { notFound } from '../platform/errors.ts';
import { projectDisabled } from '../platform/http/access.ts';
import { enqueue, type Outcome, snooze } from '../platform/jobs/job.ts';
import { recordAudit } from '../projects/audit-log.ts';
import { subscriptionOrphaned } from '../projects/jobs.ts';
import { lockProject, type ProjectRow } from '../projects/project.ts';
import { retireProject } from '../projects/retire-project.ts';
import { deleteInSlices } from './delete-in-slices.ts';
import { projectWiped } from './jobs.ts';
import { COUNTERS, DELETED_TABLES, WIPED_TABLES } from './wiped-tables.ts';

/** A project of up to so many rows is empty when its reset is answered; of a larger one the job deletes the rest. */
const AT_ONCE = 10_000;
/** The job leaves what it does not do before this to the request that asked. */
const HEAD_START_MS = seconds(10);
/** Then another job goes on: none runs for so long that it would be taken for dead. */
const PER_RUN = 500_000;

/** Keys, members, domains, suppressed addresses and what was used this month stay. Read-only until all else is gone. */
export async function resetProject(ctx: Ctx): Promise<{ success: true; message: string }> {
  await transaction(ctx, async (ctx) => {
    const { name, wipe } = await lockUsable(ctx);
    // Somebody else asked for it a moment ago.
    if (wipe) return;
    await markWiped(ctx, 'RESET');
    await recordAudit(ctx, { action: 'project.reset', target: name });
    const at = new Date(ctx.clock.now().getTime() + HEAD_START_MS);
    await enqueue(ctx, projectWiped, {}, { key: 'wipe', at });
  });
  await wipeAtOnce(ctx);
  return { success: true, message: 'Project reset successfully' };
}

/** It is decided, whatever happens here: the job does what this did not. */
async function wipeAtOnce(ctx: Ctx): Promise<void> {
  try {
    if (await deleteInSlices(ctx, WIPED_TABLES, AT_ONCE)) await endWipe(ctx);
  } catch (error) {
    ctx.log.warn({ err: error }, 'a reset was begun and is left to its job');
  }
}

/** Nobody finds it any more from here on; its rows are deleted by the job. */
export async function deleteProject(ctx: Ctx): Promise<{ success: true; message: string }> {
  await transaction(ctx, async (ctx) => {
    const { name, subscription } = await lockUsable(ctx);
    await markWiped(ctx, 'DELETE');
    await recordAudit(ctx, { action: 'project.deleted', target: name });
    await removeAllDomains(ctx);
    if (subscription) await enqueue(ctx, subscriptionOrphaned, { subscription });
    // Before the members: who accepts one at this moment is either refused, or a member when those are removed.
    await ctx.db.deleteFrom('invitations').where('project_id', '=', ctx.projectId).execute();
    await retireProject(ctx);
    await enqueue(ctx, projectWiped, {}, { key: 'wipe' });
  });
  return { success: true, message: 'Project deleted successfully' };
}

/** What was true when the request was let in is asked again where nobody can change it any more. */
async function lockUsable(ctx: Ctx): Promise<ProjectRow> {
  const project = await lockProject(ctx);
  if (project.wipe === 'DELETE') throw notFound('Project', ctx.projectId);
  if (project.disabled && !project.wipe) throw projectDisabled({ isBeingReset: false });
  return project;
}

/** Nothing more leaves, and nothing is added: whatever looks at `disabled` stops. */
async function markWiped(ctx: Ctx, wipe: 'RESET' | 'DELETE'): Promise<void> {
  await ctx.db
    .updateTable('projects')
    .set({ wipe, disabled: true, updated_at: ctx.clock.now() })
    .where('id', '=', ctx.projectId)
    .execute();
  await cancelAllCampaigns(ctx);
}

/** May be run again at any point: it goes on with what is left. */
export async function wipeProject(ctx: Ctx): Promise<Outcome | undefined> {
  const project = await ctx.db.selectFrom('projects').select('wipe').where('id', '=', ctx.projectId).executeTakeFirst();
  if (!project?.wipe) return undefined;
  const tables = project.wipe === 'DELETE' ? DELETED_TABLES : WIPED_TABLES;
  if (!(await deleteInSlices(ctx, tables, PER_RUN))) return snooze(ctx.clock.now());
  await endWipe(ctx);
  return undefined;
}

/** Under the project's lock: what was on its way when it was marked has arrived, and is deleted as well. */
function endWipe(ctx: Ctx): Promise<void> {
  return transaction(ctx, async (ctx) => {
    const { wipe } = await lockProject(ctx);
    if (!wipe) return;
    await deleteAll(
      ctx,
      WIPED_TABLES.map(({ table }) => table),
    );
    if (wipe === 'RESET') return giveBack(ctx);
    await deleteAll(ctx, COUNTERS);
    await ctx.db.deleteFrom('projects').where('id', '=', ctx.projectId).execute();
  });
}

async function deleteAll(ctx: Ctx, tables: readonly string[]): Promise<void> {
  for (const table of tables) {
    await sql`delete from ${sql.table(table)} where project_id = ${ctx.projectId}`.execute(ctx.db);
  }
}

/** Suspended meanwhile, it stays so. */
async function giveBack(ctx: Ctx): Promise<void> {
  await ctx.db
    .updateTable('projects')
    .set({ wipe: null, disabled: sql<boolean>`disabled_reason is not null`, updated_at: ctx.clock.now() })
    .where('id', '=', ctx.projectId)
    .execute();
}

/** A job is given up after some failures, and a project must not stay half deleted for that. */
export async function resumeWipes(ctx: BaseCtx): Promise<void> {
  const wiped = await ctx.db.selectFrom('projects').select('id').where('wipe', 'is not', null).execute();
  for (const { id } of wiped) await enqueue({ ...ctx, projectId: id }, projectWiped, {}, { key: 'wipe' });
}
