import { sql } from 'kysely';
import { cancelAllCampaigns } from '../campaigns/cancel-campaign.ts';
import { dropAllQueued } from '../delivery/queue-emails.ts';
import { removeAllDomains } from '../domains/remove-domain.ts';
import { type Ctx, transaction } from '../platform/context.ts';
import { enqueue } from '../platform/jobs/job.ts';
import { recordAudit } from '../projects/audit-log.ts';
import { subscriptionOrphaned } from '../projects/jobs.ts';
import { lockProject } from '../projects/project.ts';

/**
 * What a reset deletes, children before parents: a cascade would do it too, but row by row. Nobody else's tables are
 * written outside their room; this spans all of them, and the order between them is the point.
 */
export const WIPED_TABLES = [
  'event_dispatches',
  'workflow_step_executions',
  'workflow_executions',
  'event_listeners',
  'workflow_transitions',
  'workflow_steps',
  'workflow_versions',
  'workflows',
  'workflow_counts',
  'captured_messages',
  'email_attempts',
  'events',
  'emails',
  'campaigns',
  'email_attachments',
  'email_contents',
  'held_lanes',
  'segment_memberships',
  'segments',
  'contact_jobs',
  'contacts',
  'templates',
] as const;

/** Counters that follow the rows above by themselves, and have no reference to the project that would delete them. */
const COUNTERS = ['contact_counts', 'email_day_counts', 'email_day_changes', 'event_day_counts', 'event_day_changes'];

/** Keys, members, domains, suppressed addresses and what was used this month stay. */
export async function resetProject(ctx: Ctx): Promise<{ success: true; message: string }> {
  await stopMail(ctx);
  await transaction(ctx, async (ctx) => {
    const { name } = await lockProject(ctx);
    await deleteRows(ctx, WIPED_TABLES);
    await recordAudit(ctx, { action: 'project.reset', target: name });
  });
  return { success: true, message: 'Project reset successfully' };
}

export async function deleteProject(ctx: Ctx): Promise<{ success: true; message: string }> {
  await stopMail(ctx);
  await transaction(ctx, async (ctx) => {
    const { name, subscription } = await lockProject(ctx);
    await removeAllDomains(ctx);
    if (subscription) await enqueue(ctx, subscriptionOrphaned, { subscription });
    await deleteRows(ctx, WIPED_TABLES);
    await deleteRows(ctx, COUNTERS);
    await recordAudit(ctx, { action: 'project.deleted', target: name });
    // What is left refers to it, and goes with it.
    await ctx.db.deleteFrom('projects').where('id', '=', ctx.projectId).execute();
  });
  return { success: true, message: 'Project deleted successfully' };
}

const SLICE = 20_000;

/** Committed before anything is deleted, which may take a while: nothing more leaves from here on. */
async function stopMail(ctx: Ctx): Promise<void> {
  await transaction(ctx, cancelAllCampaigns);
  while ((await dropAllQueued(ctx, SLICE)) > 0);
}

async function deleteRows(ctx: Ctx, tables: readonly string[]): Promise<void> {
  for (const table of tables) {
    await sql`delete from ${sql.table(table)} where project_id = ${ctx.projectId}`.execute(ctx.db);
  }
}
