import { upsertContacts } from '../contacts/upsert-contacts.ts';
import { type BaseCtx, transaction } from '../platform/context.ts';
import { systemProject } from '../projects/project.ts';
import { freezeContent } from './email-content.ts';
import { queueEmails } from './queue-emails.ts';

export interface SystemMail {
  to: string[];
  subject: string;
  html: string;
  /** A test of a campaign comes from the campaign's sender. */
  from?: { email: string; name: string | null };
  headers?: Record<string, string>;
  variables?: Record<string, unknown>;
}

/** Mail of the deployment itself to its users: through the same ledger and engine as everything else. */
export async function sendSystemMail(ctx: BaseCtx, mail: SystemMail): Promise<void> {
  const { to, subject, html, from, headers = { 'Auto-Submitted': 'auto-generated' }, variables = {} } = mail;
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
      replyTo: null,
      headers,
      tracked: false,
      attachments: [],
    });
    const emails = recipients.map(({ contact }) => ({ contactId: contact.id, toEmail: contact.email, variables }));
    await queueEmails(ctx, emails, { contentId, sourceType: 'TRANSACTIONAL' });
  });
}
