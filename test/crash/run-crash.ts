import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { upsertContacts } from '../../server/contacts/upsert-contacts.ts';
import { windowOf } from '../../server/delivery/deliver-queued-emails.ts';
import { freezeContent } from '../../server/delivery/email-content.ts';
import { queueEmails } from '../../server/delivery/queue-emails.ts';
import { createSmtpTransport } from '../../server/delivery/transports/smtp.ts';
import type { Ctx } from '../../server/platform/context.ts';
import { startSmtpServer } from '../smtp-server.ts';

const MAIN = fileURLToPath(new URL('../../server/main.ts', import.meta.url));

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

/** mulberry32: a kill at the same moments again, as far as the machine lets it. */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

interface CrashOptions {
  ctx: Ctx;
  databaseUrl: string;
  mails: number;
  kills: number;
  /** 0 to 1: makes the moments of the kills. */
  random(): number;
}

const CONNECTIONS = 4;

/** Kills the worker with SIGKILL at random moments while mail goes out; then everyone must be accounted for. */
export async function runCrash({ ctx, databaseUrl, mails, kills, random }: CrashOptions): Promise<CrashReport> {
  const received = new Map<string, number>();
  const smtp = await startSmtpServer({
    keep: false,
    onMessage: ({ envelopeTo }) => received.set(envelopeTo, (received.get(envelopeTo) ?? 0) + 1),
  });
  const environment = {
    DATABASE_URL: databaseUrl,
    SECRET: ctx.config.secret,
    ROLE: 'worker',
    LOG_LEVEL: 'error',
    MAIL_TRANSPORT: `smtp://127.0.0.1:${smtp.port}`,
    SMTP_MAX_CONNECTIONS: String(CONNECTIONS),
    DELIVERY_LEASE_SECONDS: '2',
  };
  try {
    await queueBothKinds(ctx, mails);
    for (let killed = 0; killed < kills && (await countOpen(ctx)) > 0; killed++) {
      const worker = startWorkerProcess(environment);
      await waitForProgress(ctx, worker, received);
      await delay(random() * 300);
      worker.kill('SIGKILL');
      await once(worker, 'exit');
    }
    const worker = startWorkerProcess(environment);
    while ((await countOpen(ctx)) > 0) await delay(200);
    worker.kill('SIGTERM');
    await once(worker, 'exit');
    return await account(ctx, { mails, kills, received });
  } finally {
    await smtp.close();
  }
}

function startWorkerProcess(environment: Record<string, string>): ChildProcess {
  return spawn(process.execPath, ['--disable-warning=ExperimentalWarning', MAIN], {
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
}

/** A kill before the first message of this process would prove nothing. */
async function waitForProgress(ctx: Ctx, worker: ChildProcess, received: Map<string, number>): Promise<void> {
  const before = received.size;
  while (received.size === before && worker.exitCode === null && (await countOpen(ctx)) > 0) await delay(10);
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
  { mails, kills, received }: { mails: number; kills: number; received: Map<string, number> },
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
    window: windowOf(
      createSmtpTransport(new URL('smtp://127.0.0.1'), {
        maxConnections: CONNECTIONS,
        messagesPerConnection: 1,
        log: ctx.log,
      }),
    ),
  };
}
