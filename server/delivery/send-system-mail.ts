import { upsertContacts } from '../contacts/upsert-contacts.ts';
import { type BaseCtx, transaction } from '../platform/context.ts';
import { systemProject } from '../projects/project.ts';
import { freezeContent } from './email-content.ts';
import { queueEmails } from './queue-emails.ts';

export interface SystemMail {
  to: string[];
  subject: string;
  html: string;
  /** A test of a campaign comes from the campaign's sender, and is seen in the inbox of its project. */
  from?: { email: string; name: string | null };
  replyTo?: string | null;
  testOf?: string;
  headers?: Record<string, string>;
  variables?: Record<string, unknown>;
}

/** Mail of the deployment itself to its users: through the same ledger and engine as everything else. */
export async function sendSystemMail(ctx: BaseCtx, mail: SystemMail): Promise<void> {
  const { to, subject, html, from, replyTo = null, variables = {}, testOf } = mail;
  const { headers = { 'Auto-Submitted': 'auto-generated' } } = mail;
  await transaction(ctx, async (base) => {
    const ctx = { ...base, projectId: await systemProject(base) };
    const recipients = await upsertContacts(
      ctx,
      to.map((email) => ({ email: email.toLowerCase() })),
      { subscribedByDefault: false },
    );
    const contentId = await freezeContent(ctx, {
      kind: 'TRANSACTIONAL',
      subject,
      body: html,
      fromEmail: from?.email ?? ctx.config.systemMailFrom ?? `posthorn@${new URL(ctx.config.publicUrl).hostname}`,
      fromName: from ? from.name : 'Posthorn',
      replyTo,
      headers,
      tracked: false,
      attachments: [],
    });
    const emails = recipients.map(({ contact }) => ({ contactId: contact.id, toEmail: contact.email, variables }));
    const ids = await queueEmails(ctx, emails, { contentId, sourceType: 'TRANSACTIONAL' });
    if (testOf === undefined) return;
    await ctx.db
      .insertInto('test_emails')
      .values(ids.map((id) => ({ project_id: testOf, email_id: id, sender_id: ctx.projectId })))
      .execute();
  });
}
