import { type RawBuilder, sql } from 'kysely';

/** What the events of an email tell about it. */
export interface EmailFacts {
  id: string;
  contact_id: string;
  to_email: string;
  /** False for mail that went elsewhere than to the contact, or whose contact has another address by now. */
  is_address_of_contact: boolean;
  subject: string;
  from_email: string;
  from_name: string;
  message_id: string | null;
  template_id: string | null;
  campaign_id: string | null;
  source_type: string;
}

/**
 * Facts of the rows in `source`, with `extra` columns. The ledger has no rendered subject; the event of the hand-over
 * has it, and until that is written the content's own subject stands in.
 */
export const selectFacts = (source: RawBuilder<unknown>, extra: RawBuilder<unknown> = sql``) => sql`
  select emails.id, emails.contact_id, emails.to_email, contacts.email = lower(emails.to_email) as is_address_of_contact,
         coalesce(sent.subject, email_contents.subject) as subject, email_contents.from_email,
         coalesce(email_contents.from_name, projects.name) as from_name,
         emails.message_id, emails.template_id, emails.campaign_id, emails.source_type ${extra}
  from ${source} emails
  join projects on projects.id = emails.project_id
  join contacts on contacts.project_id = emails.project_id and contacts.id = emails.contact_id
  join email_contents on email_contents.project_id = emails.project_id and email_contents.id = emails.content_id
  left join lateral (
    select events.data ->> 'subject' as subject from events
    where events.project_id = emails.project_id and events.email_id = emails.id and events.name = 'email.sent'
    limit 1
  ) sent on true`;

/** An `email.*` event: what all of them carry, and what this kind adds. */
export const emailEvent = (name: string, facts: EmailFacts, extra: Record<string, unknown>) => ({
  name,
  contactId: facts.contact_id,
  emailId: facts.id,
  data: {
    subject: facts.subject,
    from: facts.from_email,
    fromName: facts.from_name,
    messageId: facts.message_id,
    emailId: facts.id,
    templateId: facts.template_id,
    campaignId: facts.campaign_id,
    sourceType: facts.source_type,
    ...extra,
  },
});
