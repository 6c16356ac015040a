import { sql } from 'kysely';

/** What the feed tells about an email, beside a row of `emails`. Missing where an event has none. */
export interface EmailColumns {
  subject: string | null;
  from_email: string | null;
  from_name: string | null;
  reply_to: string | null;
  to_name: string | null;
  source_type: string | null;
  campaign_name: string | null;
  workflow_name: string | null;
  opens: number | null;
  clicks: number | null;
  error: string | null;
}

export const EMAIL_COLUMNS = sql`
  email_contents.subject, email_contents.from_email, email_contents.from_name, email_contents.reply_to, emails.to_name,
  emails.source_type, emails.opens, emails.clicks, emails.error, campaigns.name as campaign_name,
  workflows.name as workflow_name`;

export const EMAIL_JOINS = sql`
  left join email_contents on email_contents.project_id = emails.project_id and email_contents.id = emails.content_id
  left join campaigns on campaigns.project_id = emails.project_id and campaigns.id = emails.campaign_id
  left join workflow_executions on workflow_executions.project_id = emails.project_id
    and workflow_executions.id = emails.workflow_execution_id
  left join workflows on workflows.project_id = emails.project_id and workflows.id = workflow_executions.workflow_id`;

/** The event of an email holds its subject as it was sent; the content's own still has its placeholders. */
export function emailMetadata(row: EmailColumns, data: Record<string, unknown> | null): Record<string, unknown> {
  return {
    subject: data?.subject ?? row.subject,
    from: row.from_email,
    fromName: row.from_name,
    replyTo: row.reply_to,
    toName: row.to_name,
    sourceType: row.source_type,
    ...(row.campaign_name === null ? {} : { campaignName: row.campaign_name }),
    ...(row.workflow_name === null ? {} : { workflowName: row.workflow_name }),
  };
}
