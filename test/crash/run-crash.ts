import type { ChildProcess } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { upsertContacts } from '../../server/contacts/upsert-contacts.ts';
import { freezeContent } from '../../server/delivery/email-content.ts';
import { queueEmails } from '../../server/delivery/queue-emails.ts';
import type { Ctx } from '../../server/platform/context.ts';
import { aCrashSite, type CrashOptions, stopWorker, until } from './worker-process.ts';

export interface CrashReport {
  mails: number;
  kills: number;
  sent: number;
  unknown: number;
  /** Recipients of marketing mail that got it twice: must be none. */
  marketingDuplicates: number;
  /** Transactional mail sent again under the same Message-ID, as its policy says. */
  transactionalRepeats: number;
  /** Rows called SENT that never arrived, and rows without an end: must be none. */
  lost: number;
  /** Most messages that can be on the wire at once. */
  window: number;
}

/** What the report must not show. */
export function shortfalls({
  lost,
  marketingDuplicates,
  transactionalRepeats,
  unknown,
  kills,
  window,
}: CrashReport): string[] {
  return [
    ...(lost > 0 ? [`${lost} are lost`] : []),
    ...(marketingDuplicates > 0 ? [`${marketingDuplicates} got marketing mail twice`] : []),
    ...(unknown + transactionalRepeats > kills * window
      ? [`${unknown} unknown and ${transactionalRepeats} repeated: more than ${kills} kills could leave on the wire`]
      : []),
  ];
}

/** Kills the worker with SIGKILL at random moments while mail goes out; then everyone must be accounted for. */
export async function runCrash({ ctx, databaseUrl, mails, kills, random }: CrashOptions): Promise<CrashReport> {
  const site = await aCrashSite({ ctx, databaseUrl, connections: 4 });
  const { received, window } = site;
  try {
    await queueBothKinds(ctx, mails);
    for (let killed = 0; killed < kills && (await countOpen(ctx)) > 0; killed++) {
      const worker = site.startWorker();
      await waitForProgress(ctx, worker, received);
      await delay(random() * 300);
      await stopWorker(worker, 'SIGKILL');
    }
    const worker = site.startWorker();
    await until(worker, async () => (await countOpen(ctx)) === 0);
    await stopWorker(worker, 'SIGTERM');
    return await account(ctx, { mails, kills, received, window });
  } finally {
    await site.close();
  }
}

/** A kill before the first message of this process would prove nothing. */
async function waitForProgress(ctx: Ctx, worker: ChildProcess, received: Map<string, number>): Promise<void> {
  const before = received.size;
  await until(worker, async () => received.size > before || (await countOpen(ctx)) === 0);
}

async function queueBothKinds(ctx: Ctx, mails: number): Promise<void> {
  const content = {
    subject: 'Hello {{name}}',
    fromEmail: 'crash@example.com',
    fromName: 'Crash',
    replyTo: null,
    headers: {},
    tracked: true,
    attachments: [],
    body: '<p>Hello {{name}}</p>',
  };
  for (const kind of ['TRANSACTIONAL', 'MARKETING'] as const) {
    const upserts = Array.from({ length: mails / 2 }, (_, i) => ({
      email: `${kind.toLowerCase()}-${i}@example.com`,
      subscribed: true,
    }));
    const contacts = await upsertContacts(ctx, upserts, { subscribedByDefault: true });
    const contentId = await freezeContent(ctx, { ...content, kind });
    const emails = contacts.map(({ contact }) => ({
      contactId: contact.id,
      toEmail: contact.email,
      variables: { name: contact.email },
    }));
    await queueEmails(ctx, emails, { contentId, sourceType: 'TRANSACTIONAL' });
  }
}

async function countOpen(ctx: Ctx): Promise<number> {
  const { count } = await ctx.db
    .selectFrom('emails')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('project_id', '=', ctx.projectId)
    .where('status', 'in', ['QUEUED', 'SENDING'])
    .executeTakeFirstOrThrow();
  return count;
}

async function account(
  ctx: Ctx,
  { mails, kills, received, window }: { mails: number; kills: number; received: Map<string, number>; window: number },
): Promise<CrashReport> {
  const rows = await ctx.db
    .selectFrom('emails')
    .select(['to_email', 'status'])
    .where('project_id', '=', ctx.projectId)
    .execute();
  const copies = (email: string): number => received.get(email) ?? 0;
  const repeated = rows.filter(({ to_email }) => copies(to_email) > 1);
  return {
    mails,
    kills,
    sent: rows.filter(({ status }) => status === 'SENT').length,
    unknown: rows.filter(({ status }) => status === 'UNKNOWN').length,
    marketingDuplicates: repeated.filter(({ to_email }) => to_email.startsWith('marketing')).length,
    transactionalRepeats: repeated.filter(({ to_email }) => to_email.startsWith('transactional')).length,
    lost:
      mails -
      rows.length +
      rows.filter(({ status, to_email }) => !(status === 'UNKNOWN' || (status === 'SENT' && copies(to_email) > 0)))
        .length,
    window,
  };
}
