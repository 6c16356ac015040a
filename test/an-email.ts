import { freezeContent } from '../server/delivery/email-content.ts';
import { linksFor } from '../server/delivery/links.ts';
import { queueEmails } from '../server/delivery/queue-emails.ts';
import type { TestProject } from './world.ts';

interface EmailOptions {
  to?: string;
  /** The state that the ledger has it in; null for a time that did not come. */
  status?: 'QUEUED' | 'SENDING' | 'SENT' | 'DELIVERED' | 'FAILED' | 'SUPPRESSED' | 'UNKNOWN';
  sentAt?: Date | null;
  messageId?: string | null;
  contact?: { subscribed?: boolean; data?: Record<string, unknown> };
}

const KIND = { kind: 'MARKETING', subject: 'Hello {{ name }}', body: '<p>Hi</p>', fromName: 'Ann' } as const;

/** An email of the ledger that left a minute ago, unless told otherwise, with what its recipient could click. */
export async function anEmail(project: TestProject, options: EmailOptions = {}) {
  const { ctx } = project;
  const { to = 'ada@example.com', status = 'SENT', messageId = null, contact: fields = { subscribed: true } } = options;
  const sentAt = options.sentAt === undefined ? new Date(ctx.clock.now().getTime() - 60_000) : options.sentAt;
  const contact = await project.contact(to, fields);
  const contentId = await freezeContent(ctx, {
    ...KIND,
    fromEmail: 'ann@acme.test',
    replyTo: null,
    headers: {},
    tracked: true,
    attachments: [],
  });
  const email = { contactId: contact.id, toEmail: contact.email, variables: null };
  const [id] = (await queueEmails(ctx, [email], { contentId, sourceType: 'TRANSACTIONAL' })) as [string];
  await ctx.db
    .updateTable('emails')
    .set({ status, sent_at: sentAt, message_id: messageId })
    .where('project_id', '=', project.id)
    .where('id', '=', id)
    .execute();
  const links = linksFor(ctx.config, { projectId: project.id, contactId: contact.id, emailId: id });
  return {
    id,
    contact,
    links,
    /** The part of a link that the server is asked for. */
    path: (url: string): string => url.slice(ctx.config.publicUrl.length),
    row: () =>
      ctx.db
        .selectFrom('emails')
        .selectAll()
        .where('project_id', '=', project.id)
        .where('id', '=', id)
        .executeTakeFirstOrThrow(),
    /** Oldest first. */
    events: async () => {
      const rows = await ctx.db
        .selectFrom('events')
        .select(['name', 'data', 'contact_id as contactId', 'email_id as emailId'])
        .where('project_id', '=', project.id)
        .where('contact_id', '=', contact.id)
        .orderBy('id')
        .execute();
      // biome-ignore lint/suspicious/noExplicitAny: tests look into data of every shape
      return rows as ((typeof rows)[number] & { data: any })[];
    },
    isSubscribed: async (): Promise<boolean> =>
      (await project.request('GET', `/contacts/${contact.id}`)).body.subscribed,
  };
}
