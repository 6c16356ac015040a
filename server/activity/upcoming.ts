import { sql } from 'kysely';
import type { Activity } from '../../contract/activity.ts';
import { days } from '../platform/clock.ts';
import type { Ctx } from '../platform/context.ts';

interface Window {
  from: Date;
  to: Date;
  limit: number;
}

export async function listUpcoming(ctx: Ctx, { limit, daysAhead }: { limit: number; daysAhead: number }) {
  const from = ctx.clock.now();
  const window = { from, to: new Date(from.getTime() + days(daysAhead)), limit };
  const found = await Promise.all([scheduledCampaigns(ctx, window), sleepersBeforeEmails(ctx, window)]);
  const soonest = found.flat().sort((a, b) => (a.timestamp < b.timestamp ? -1 : 1));
  return { activities: soonest.slice(0, limit) };
}

async function scheduledCampaigns(ctx: Ctx, { from, to, limit }: Window): Promise<Activity[]> {
  const rows = await ctx.db
    .selectFrom('campaigns')
    .leftJoin('segments', (join) =>
      join.onRef('segments.project_id', '=', 'campaigns.project_id').onRef('segments.id', '=', 'campaigns.segment_id'),
    )
    .select(['campaigns.id', 'campaigns.name', 'campaigns.subject', 'campaigns.audience_type', 'total_recipients'])
    .select(['campaigns.scheduled_for', 'segments.name as segment_name'])
    .where('campaigns.project_id', '=', ctx.projectId)
    .where('campaigns.status', '=', 'SCHEDULED')
    .where('campaigns.scheduled_for', '>=', from)
    .where('campaigns.scheduled_for', '<=', to)
    .orderBy('campaigns.scheduled_for')
    .orderBy('campaigns.id')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    id: `campaign_${row.id}_scheduled`,
    type: 'campaign.scheduled',
    timestamp: (row.scheduled_for as Date).toISOString(),
    metadata: {
      campaignName: row.name,
      subject: row.subject,
      totalRecipients: row.total_recipients,
      audienceType: row.audience_type,
      ...(row.segment_name === null ? {} : { segmentName: row.segment_name }),
    },
  }));
}

interface SleeperRow {
  id: string;
  wake_at: Date;
  workflow_name: string;
  step_name: string;
  subject: string | null;
  contact_id: string;
  contact_email: string;
}

/** Executions that wake up before a step that sends: found step by step, each in the order of waking. */
async function sleepersBeforeEmails(ctx: Ctx, { from, to, limit }: Window): Promise<Activity[]> {
  const { rows } = await sql<SleeperRow>`
    with sending as (
      select distinct on (transitions.from_step_id)
             transitions.from_step_id, steps.name as step_name, workflows.name as workflow_name, templates.subject
      from workflow_transitions as transitions
      join workflow_steps as steps on steps.project_id = transitions.project_id and steps.id = transitions.to_step_id
      join workflows on workflows.project_id = transitions.project_id and workflows.id = transitions.workflow_id
      left join templates on templates.project_id = steps.project_id and templates.id = steps.template_id
      where transitions.project_id = ${ctx.projectId} and steps.type = 'SEND_EMAIL'
        and transitions.wait_outcome is distinct from 'EVENT'
      order by transitions.from_step_id, transitions.priority, transitions.id
    )
    select executions.id, executions.wake_at, sending.step_name, sending.workflow_name, sending.subject,
           executions.contact_id, contacts.email as contact_email
    from sending cross join lateral (
      select * from workflow_executions
      where workflow_executions.project_id = ${ctx.projectId} and current_step_id = sending.from_step_id
        and status = 'WAITING' and wake_at >= ${from} and wake_at <= ${to}
      order by wake_at, id limit ${limit}
    ) as executions
    join contacts on contacts.project_id = executions.project_id and contacts.id = executions.contact_id
    order by executions.wake_at, executions.id limit ${limit}
  `.execute(ctx.db);
  return rows.map((row) => ({
    id: `workflow_step_${row.id}_scheduled`,
    type: 'workflow.email.scheduled',
    timestamp: row.wake_at.toISOString(),
    contactEmail: row.contact_email,
    contactId: row.contact_id,
    metadata: {
      workflowName: row.workflow_name,
      stepName: row.step_name,
      ...(row.subject === null ? {} : { subject: row.subject }),
    },
  }));
}
