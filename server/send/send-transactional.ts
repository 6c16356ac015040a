import type { SendRequest } from '../../contract/send.ts';
import { type ContactData, planDataChange, unwrapTransient, withoutReserved } from '../contacts/contact-data.ts';
import { type UpsertedContact, upsertContacts } from '../contacts/upsert-contacts.ts';
import { type EmailKind, freezeContent, needsSubscription } from '../delivery/email-content.ts';
import { queueEmails } from '../delivery/queue-emails.ts';
import { assertVerifiedSender } from '../domains/verified-sender.ts';
import { type Ctx, transaction } from '../platform/context.ts';
import { badRequest, invalid } from '../platform/errors.ts';
import { getProject, isTracked } from '../projects/project.ts';
import { getTemplate, type TemplateRow } from '../templates/template.ts';
import { assertMessageFits, decodeAttachments } from './attachments.ts';

interface Recipient {
  email: string;
  name?: string | undefined;
}

/** One request is one transaction: a refusal for one recipient leaves nothing behind for any. */
export async function sendTransactional(ctx: Ctx, request: SendRequest) {
  const timestamp = ctx.clock.now().toISOString();
  const template = request.template === undefined ? undefined : await getTemplate(ctx, request.template);
  const content = await contentOf(ctx, request, template);
  const recipients = recipientsOf(request.to);
  const emails = await transaction(ctx, async (ctx) => {
    const contacts = await upsertRecipients(ctx, recipients, request);
    if (needsSubscription(content.kind, 'TRANSACTIONAL')) assertAllSubscribed(contacts);
    const contentId = await freezeContent(ctx, content);
    const newEmails = contacts.map((contact, i) => ({
      contactId: contact.id,
      toEmail: contact.email,
      toName: recipients[i]?.name,
      variables: variablesOf(contact.data, request.data),
    }));
    const ids = await queueEmails(ctx, newEmails, { contentId, sourceType: 'TRANSACTIONAL', templateId: template?.id });
    return contacts.map(({ id, email }, i) => ({ contact: { id, email }, email: ids[i] as string }));
  });
  return { success: true as const, data: { emails, timestamp } };
}

function recipientsOf(to: SendRequest['to']): Recipient[] {
  return [to].flat().map((recipient) => (typeof recipient === 'string' ? { email: recipient } : recipient));
}

async function contentOf(ctx: Ctx, request: SendRequest, template: TemplateRow | undefined) {
  const sender = senderOf(request, template);
  await assertVerifiedSender(ctx, sender.email);
  const project = await getProject(ctx);
  const body = request.body || template?.body || '';
  const attachments = request.attachments ?? [];
  assertMessageFits(body, attachments);
  const kind: EmailKind = (template?.type as EmailKind | undefined) ?? 'TRANSACTIONAL';
  return {
    kind,
    subject: request.subject || template?.subject || '',
    body,
    fromEmail: sender.email,
    fromName: sender.name ?? null,
    replyTo: request.reply ?? template?.reply_to ?? null,
    headers: request.headers ?? {},
    tracked: request.tracking ?? isTracked(project, 'TRANSACTIONAL'),
    attachments: decodeAttachments(attachments, ctx.config),
  };
}

function senderOf({ from, name }: SendRequest, template: TemplateRow | undefined): { email: string; name?: string } {
  const email = typeof from === 'object' ? from.email : (from ?? template?.from);
  if (!email) {
    throw invalid('The sender could not be determined', [
      { field: 'from', message: 'from is required unless the template has one', code: 'required' },
    ]);
  }
  const displayName = (typeof from === 'object' && from.name) || name || template?.from_name;
  return { email, ...(displayName ? { name: displayName } : {}) };
}

async function upsertRecipients(ctx: Ctx, recipients: Recipient[], { subscribed, data }: SendRequest) {
  const upserts = recipients.map(({ email, name }) => ({
    email,
    subscribed,
    change: planDataChange({ ...data, ...(name ? { name } : {}) }),
  }));
  const results = await upsertContacts(ctx, upserts, { subscribedByDefault: false });
  return results.map(({ contact }: UpsertedContact) => contact);
}

function assertAllSubscribed(contacts: { email: string; subscribed: boolean }[]): void {
  const unsubscribed = contacts.find(({ subscribed }) => !subscribed);
  if (!unsubscribed) return;
  throw badRequest(
    `${unsubscribed.email} is not subscribed, and this is a marketing template. Use a transactional template, or send "subscribed": true with the contact's consent.`,
  );
}

/** Stored data, then what came with this request: here an empty string or null does override. */
function variablesOf(stored: ContactData | null, given: ContactData | undefined): ContactData {
  return { ...stored, ...(given ? withoutReserved(unwrapTransient(given)) : {}) };
}
