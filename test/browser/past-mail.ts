import { freezeContent } from '../../server/delivery/email-content.ts';
import { markDelivered, recordBounces, recordComplaints } from '../../server/delivery/email-lifecycle.ts';
import { markClicked, markOpened } from '../../server/delivery/mark-read.ts';
import { queueEmails } from '../../server/delivery/queue-emails.ts';
import { recordEvents } from '../../server/events/record-events.ts';
import { days, minutes } from '../../server/platform/clock.ts';
import type { TestProject } from '../world.ts';

export interface PastMail {
  to: string;
  /** How many of them got it. */
  count: number;
  daysAgo: number;
  delivered?: number;
  opened?: number;
  clicked?: number;
  bounced?: number;
  complained?: number;
}

const CONTENT = { kind: 'TRANSACTIONAL', subject: 'Your receipt', body: '<p>Thank you.</p>', fromName: 'Acme' } as const;

/** Mail that left on a day of the past to one contact, the first of it delivered, read, bounced as told. */
export async function pastMail(project: TestProject, { to, count, daysAgo, ...became }: PastMail): Promise<string[]> {
  const contact = await project.contact(to);
  let at = new Date(project.ctx.clock.now().getTime() - days(daysAgo) - minutes(30));
  const ctx = { ...project.ctx, clock: { now: () => at } };
  const contentId = await freezeContent(ctx, {
    ...CONTENT,
    fromEmail: 'shop@acme.test',
    replyTo: null,
    headers: {},
    tracked: true,
    attachments: [],
  });
  const email = { contactId: contact.id, toEmail: contact.email, variables: null };
  const ids = await queueEmails(ctx, Array(count).fill(email), { contentId, sourceType: 'TRANSACTIONAL' });
  const set = { status: 'SENT' as const, sent_at: at };
  await ctx.db.updateTable('emails').set(set).where('project_id', '=', project.id).where('id', 'in', ids).execute();
  const sent = { name: 'email.sent', contactId: contact.id, data: { subject: CONTENT.subject } };
  await recordEvents(
    ctx,
    ids.map((emailId) => ({ ...sent, emailId })),
  );
  at = new Date(at.getTime() + minutes(1));
  const { delivered = 0, opened = 0, clicked = 0, bounced = 0, complained = 0 } = became;
  await markDelivered(ctx, ids.slice(0, delivered), at);
  at = new Date(at.getTime() + minutes(4));
  const reader = { at, isMachine: false };
  for (const id of ids.slice(0, opened)) await markOpened(ctx, id, reader);
  for (const id of ids.slice(0, clicked)) await markClicked(ctx, id, { ...reader, link: 'https://acme.test/orders' });
  const last = ids.toReversed();
  await recordBounces(
    ctx,
    last.slice(0, bounced).map((emailId) => ({ emailId, at, type: 'Permanent', reason: '550 5.1.1 No such user' })),
  );
  await recordComplaints(
    ctx,
    last.slice(0, complained).map((emailId) => ({ emailId, at, reason: 'abuse' })),
  );
  return ids;
}
