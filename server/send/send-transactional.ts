import type { SendRequest } from '../../contract/send.ts';
import type { ContactRow } from '../contacts/contact.ts';
import { type ContactData, planDataChange, unwrapTransient, withoutReserved } from '../contacts/contact-data.ts';
import { upsertContacts } from '../contacts/upsert-contacts.ts';
import { type EmailContent, type EmailKind, freezeContent, needsSubscription } from '../delivery/email-content.ts';
import { type NewEmail, queueEmails } from '../delivery/queue-emails.ts';
import { assertVerifiedSender } from '../domains/verified-sender.ts';
import { coalesceBy } from '../platform/coalesce.ts';
import { type Ctx, transaction } from '../platform/context.ts';
import { badRequest, invalid } from '../platform/errors.ts';
import { perServer } from '../platform/per-server.ts';
import { getProject, isTracked, type ProjectRow } from '../projects/project.ts';
import { getTemplate, type TemplateRow } from '../templates/template.ts';
import { assertMessageFits, decodeAttachments } from './attachments.ts';

interface Recipient {
  email: string;
  name?: string | undefined;
}

interface Call {
  ctx: Ctx;
  request: SendRequest;
  recipients: Recipient[];
  template: TemplateRow | undefined;
  content: EmailContent;
}

interface QueuedEmail {
  contact: { id: string; email: string };
  email: string;
}

/** One request is all or nothing: a refusal for one recipient leaves nothing behind for any. */
export async function sendTransactional(ctx: Ctx, request: SendRequest) {
  const timestamp = ctx.clock.now().toISOString();
  const attachments = decodeAttachments(request.attachments ?? [], ctx.config);
  const template = request.template === undefined ? undefined : await getTemplate(ctx, request.template);
  const content = { ...(await contentOf(ctx, request, template)), attachments };
  const call = { ctx, request, template, content, recipients: recipientsOf(request.to) };
  // Large files would keep the others of a batch waiting; inside a transaction the call belongs to that one.
  const isAlone = content.attachments.length > 0 || ctx.db.isTransaction;
  const emails = isAlone ? ((await queueCalls([call]))[0] as QueuedEmail[]) : await lineOf(ctx.config)(call);
  return { success: true as const, data: { emails, timestamp } };
}

/**
 * Concurrent requests of a project share one transaction, as in track: the commit bounds the rate. A request that is
 * refused makes the batch go again one by one, and is refused alone.
 */
const lineOf = perServer(() =>
  coalesceBy<Call, QueuedEmail[]>(({ ctx }) => ctx.projectId, queueCalls, { maxBatch: 100 }),
);

function queueCalls(calls: Call[]): Promise<QueuedEmail[][]> {
  const [first] = calls as [Call];
  return transaction(first.ctx, async (ctx) => {
    const contacts = await upsertRecipients(ctx, calls);
    const queued = calls.map((): QueuedEmail[] => []);
    for (const group of groupsOf(calls)) {
      const contentId = await freezeContent(ctx, group.content);
      const emails = group.members.flatMap((at) => newEmails(calls[at] as Call, contacts[at] as ContactRow[]));
      const templateId = group.template?.id;
      const ids = await queueEmails(ctx, emails, { contentId, sourceType: 'TRANSACTIONAL', templateId });
      for (const at of group.members) {
        queued[at] = (contacts[at] as ContactRow[]).map(({ id, email }) => ({
          contact: { id, email },
          email: ids.shift() as string,
        }));
      }
    }
    return queued;
  });
}

/** Calls that send the same thing are queued by one statement. */
function groupsOf(calls: Call[]): { content: EmailContent; template: TemplateRow | undefined; members: number[] }[] {
  const groups = new Map<string, ReturnType<typeof groupsOf>[number]>();
  for (const [at, { content, template }] of calls.entries()) {
    const key = JSON.stringify([template?.id, content]);
    const group = groups.get(key) ?? { content, template, members: [] };
    groups.set(key, group);
    group.members.push(at);
  }
  return [...groups.values()];
}

function newEmails({ request, recipients, content }: Call, contacts: ContactRow[]): NewEmail[] {
  if (needsSubscription(content.kind, 'TRANSACTIONAL')) assertAllSubscribed(contacts);
  return contacts.map((contact, i) => ({
    contactId: contact.id,
    toEmail: contact.email,
    toName: recipients[i]?.name,
    variables: variablesOf(contact.data as ContactData | null, request.data),
  }));
}

function recipientsOf(to: SendRequest['to']): Recipient[] {
  return [to].flat().map((recipient) => (typeof recipient === 'string' ? { email: recipient } : recipient));
}

interface Sender {
  ctx: Ctx;
  email: string;
}

/** Requests that arrive together from the same sender ask once. */
const senderLineOf = perServer(() =>
  coalesceBy<Sender, ProjectRow>(
    ({ ctx, email }) => `${ctx.projectId} ${email.slice(email.lastIndexOf('@') + 1)}`,
    async (senders) => {
      const [{ ctx, email }] = senders as [Sender];
      await assertVerifiedSender(ctx, email);
      const project = await getProject(ctx);
      return senders.map(() => project);
    },
    { maxBatch: 500 },
  ),
);

async function contentOf(
  ctx: Ctx,
  request: SendRequest,
  template: TemplateRow | undefined,
): Promise<Omit<EmailContent, 'attachments'>> {
  const sender = senderOf(request, template);
  const project = await senderLineOf(ctx.config)({ ctx, email: sender.email });
  const body = request.body || template?.body || '';
  assertMessageFits(body, request.attachments ?? []);
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

/** The contacts of each call, in the order of its recipients. */
async function upsertRecipients(ctx: Ctx, calls: Call[]): Promise<ContactRow[][]> {
  const upserts = calls.map(({ recipients, request: { subscribed, data } }) =>
    recipients.map(({ email, name }) => ({
      email,
      subscribed,
      change: planDataChange({ ...data, ...(name ? { name } : {}) }),
    })),
  );
  const results = await upsertContacts(ctx, upserts.flat(), { subscribedByDefault: false });
  const contacts = results.map(({ contact }) => contact);
  return upserts.map(({ length }) => contacts.splice(0, length));
}

function assertAllSubscribed(contacts: { email: string; subscribed: boolean }[]): void {
  const unsubscribed = contacts.find(({ subscribed }) => !subscribed);
  if (!unsubscribed) return;
  throw badRequest(
    `${unsubscribed.email} is not subscribed, and this is a marketing template. Use a transactional template, or send "subscribed": true with the contact's consent.`,
  );
}

/** Stored data, then what came with this request: here an empty string or null does override. */
function variablesOf(stored: ContactData | null, given: ContactData | null | undefined): ContactData {
  return { ...stored, ...(given ? withoutReserved(unwrapTransient(given)) : {}) };
}
