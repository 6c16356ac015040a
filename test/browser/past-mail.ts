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

export const WELCOME_HTML = `<div style="margin:0;padding:32px 16px;background:#f4f4f5;font-family:Helvetica,Arial,sans-serif">
<div style="max-width:520px;margin:0 auto;padding:32px;background:#fff;border-radius:8px;color:#18181b">
<p style="margin:0 0 24px;font-weight:bold">Acme Shop</p>
<h1 style="margin:0 0 12px;font-size:22px">Good to have you here</h1>
<p style="margin:0 0 24px;line-height:1.6">Your account is ready. Have a look around, and answer this mail if anything is unclear.</p>
<a href="https://acme.example/start" style="display:inline-block;padding:12px 20px;background:#18181b;color:#fff;border-radius:6px;text-decoration:none">Start here</a>
</div></div>`;

const CONTENT = {
  kind: 'TRANSACTIONAL',
  subject: 'Welcome to Acme',
  body: WELCOME_HTML,
  fromName: 'Acme Shop',
} as const;

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
