import type { Email } from '../../contract/emails.ts';
import type { Ctx } from '../platform/context.ts';
import { notFound } from '../platform/errors.ts';
import { isUuid } from '../platform/uuid.ts';
import type { Recipient } from './compose-email.ts';

/** The ledger with what a reader needs beside it: the content's sender and subject, the contact's address. */
export function selectEmails(ctx: Ctx) {
  return ctx.db
    .selectFrom('emails')
    .innerJoin('email_contents', (join) =>
      join
        .onRef('email_contents.project_id', '=', 'emails.project_id')
        .onRef('email_contents.id', '=', 'emails.content_id'),
    )
    .innerJoin('contacts', (join) =>
      join.onRef('contacts.project_id', '=', 'emails.project_id').onRef('contacts.id', '=', 'emails.contact_id'),
    )
    .selectAll('emails')
    .select([
      'email_contents.subject',
      'email_contents.from_email',
      'email_contents.from_name',
      'email_contents.kind',
      'contacts.email as contact_email',
      'contacts.subscribed as contact_subscribed',
      'contacts.data as contact_data',
    ])
    .where('emails.project_id', '=', ctx.projectId);
}

export type EmailRow = Awaited<ReturnType<ReturnType<typeof selectEmails>['executeTakeFirstOrThrow']>>;

export async function getEmailRow(ctx: Ctx, id: string): Promise<EmailRow> {
  const row = isUuid(id) ? await selectEmails(ctx).where('emails.id', '=', id).executeTakeFirst() : undefined;
  if (!row) throw notFound('Email', id);
  return row;
}

/** Whom a row of the ledger is for, as templates know them. */
export const recipientOf = (row: EmailRow): Recipient => ({
  ...row,
  contact: {
    id: row.contact_id,
    email: row.contact_email,
    subscribed: row.contact_subscribed,
    data: row.contact_data,
  },
  variables: row.variables as Recipient['variables'],
});

export function toEmail(row: EmailRow): Email {
  const time = (at: Date | null): string | null => at?.toISOString() ?? null;
  return {
    id: row.id,
    status: row.status as Email['status'],
    error: row.error,
    contactId: row.contact_id,
    contact: { id: row.contact_id, email: row.contact_email },
    to: row.to_email,
    subject: row.subject,
    from: row.from_email,
    fromName: row.from_name,
    sourceType: row.source_type as Email['sourceType'],
    campaignId: row.campaign_id,
    templateId: row.template_id,
    messageId: row.message_id,
    attempts: row.attempts,
    createdAt: row.created_at.toISOString(),
    sentAt: time(row.sent_at),
    deliveredAt: time(row.delivered_at),
    openedAt: time(row.opened_at),
    clickedAt: time(row.clicked_at),
    bouncedAt: time(row.bounced_at),
    complainedAt: time(row.complained_at),
    opens: row.opens,
    clicks: row.clicks,
  };
}
