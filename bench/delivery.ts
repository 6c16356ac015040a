import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { upsertContacts } from '../server/contacts/upsert-contacts.ts';
import { Deliverer } from '../server/delivery/deliver-queued-emails.ts';
import { createDkimSigner } from '../server/delivery/dkim/signer.ts';
import { freezeContent } from '../server/delivery/email-content.ts';
import { queueEmails } from '../server/delivery/queue-emails.ts';
import { createSigningKeys } from '../server/delivery/signing-keys.ts';
import { createTransport } from '../server/delivery/transports/create-transport.ts';
import { addBootstrapDomains } from '../server/domains/domain.ts';
import type { Ctx } from '../server/platform/context.ts';
import { createProject } from '../server/projects/project.ts';
import { bareLoop, bullmqWorker, whyNoBullmq } from './tools/home-made.ts';
import { verdict } from './tools/report.ts';
import { collect } from './tools/rows.ts';
import { scratchContext } from './tools/scratch-context.ts';
import { smtpSource, startSmtpSink } from './tools/smtp-sink.ts';

/**
 * Personalised mails from queued rows to a local sink, with full accounting, beside the usual home-made answers (a loop
 * over nodemailer's pool, and a BullMQ worker over the same) and beside Postfix's own smtp-source, which only repeats one
 * message. Same run, same sink.
 */
const MAILS = Number(process.argv[2] ?? 20_000);
const CONNECTIONS = 5;
const MIN_RATIO = 2;

const PARAGRAPH = 'The quick brown fox jumps over the lazy dog, and then it reads the news of the week. ';
const BODY = `<html><body><h1>Hello {{name}}</h1>${`<p>${PARAGRAPH.repeat(5)}</p>`.repeat(11)}<p><a href="https://example.com/offer?c={{code}}">Your offer {{code}}</a></p></body></html>`;

async function ours(ctx: Ctx, fromDomain: string, count = MAILS): Promise<number> {
  const now = ctx.clock.now().getTime();
  const upserts = Array.from({ length: count }, (_, i) => ({ email: `r${i}.${now}@example.net` }));
  const contacts = await upsertContacts(ctx, upserts, { subscribedByDefault: true });
  const contentId = await freezeContent(ctx, {
    kind: 'TRANSACTIONAL',
    subject: 'News for {{name}}',
    body: BODY,
    fromEmail: `news@${fromDomain}`,
    fromName: 'News',
    replyTo: null,
    headers: {},
    tracked: true,
    attachments: [],
  });
  const emails = contacts.map(({ contact }, i) => ({
    contactId: contact.id,
    toEmail: contact.email,
    variables: { name: `Person ${i}`, code: `C${i}` },
  }));
  await queueEmails(ctx, emails, { contentId, sourceType: 'TRANSACTIONAL' });
  await sql`analyze`.execute(ctx.db);

  const signer = createDkimSigner();
  const deliverer = new Deliverer(ctx, {
    transport: createTransport(ctx),
    signingKeys: createSigningKeys(ctx, signer),
  });
  const start = performance.now();
  await deliverer.deliverDue();
  const elapsed = performance.now() - start;
  await deliverer.stop();
  await signer.close();
  const { sent } = await ctx.db
    .selectFrom('emails')
    .select((eb) => eb.fn.countAll<number>().as('sent'))
    .where('content_id', '=', contentId)
    .where('status', '=', 'SENT')
    .executeTakeFirstOrThrow();
  if (sent !== count) throw new Error(`${sent} of ${count} were sent`);
  return (count / elapsed) * 1000;
}

const dataDir = await mkdtemp(join(tmpdir(), 'posthorn-bench-'));
const sink = await startSmtpSink();
const scratch = await scratchContext(dataDir, {
  MAIL_TRANSPORT: `smtp://127.0.0.1:${sink.port}`,
  SMTP_MAX_CONNECTIONS: String(CONNECTIONS),
});
try {
  const { id } = await createProject(scratch.ctx, { name: 'Bench' });
  const ctx: Ctx = { ...scratch.ctx, projectId: id };
  await addBootstrapDomains(ctx, id, ['signed.example']);
  const homeMade = (count: number) => ({ port: sink.port, connections: CONNECTIONS, count, body: BODY });
  const rate = (label: string, perSecond: number) =>
    console.log(`${label.padEnd(44)}${Math.round(perSecond).toLocaleString('en').padStart(8)} mails/s`);
  // Both run for a while first: a server does so for weeks.
  await bareLoop(homeMade(MAILS / 4));
  await ours(ctx, 'warm.example', MAILS / 4);
  const bare = await bareLoop(homeMade(MAILS / 4));
  rate(`nodemailer pool, ${CONNECTIONS} connections, no accounting`, bare);
  const plain = await ours(ctx, 'plain.example');
  rate('Posthorn, ledger and tracking, no DKIM', plain);
  const signed = await ours(ctx, 'signed.example');
  rate('Posthorn, ledger and tracking, DKIM', signed);
  const memoryMegabytes = process.memoryUsage().rss / 1024 / 1024;
  const noBullmq = whyNoBullmq();
  const queued = noBullmq ? undefined : await bullmqWorker(homeMade(MAILS / 4));
  if (queued) rate('BullMQ and nodemailer, Redis, no accounting', queued);
  else console.log(`(no BullMQ worker to compare with: ${noBullmq})`);
  const bareAgain = await bareLoop(homeMade(MAILS / 4));
  rate('nodemailer pool again', bareAgain);
  const limit = smtpSource(sink.port, { count: MAILS, bytes: BODY.length, connections: CONNECTIONS });
  rate('smtp-source (the limit: one message repeated)', limit);
  const peer = (bare + bareAgain) / 2;
  console.log(
    `\nratio to the nodemailer loop: ${(plain / peer).toFixed(2)} without DKIM, ${(signed / peer).toFixed(2)} with${queued ? `; to BullMQ: ${(plain / queued).toFixed(2)}` : ''}`,
  );
  console.log(`share of smtp-source: ${(plain / limit).toFixed(2)}    memory ${Math.round(memoryMegabytes)} MB`);
  const row = { unit: 'mails/s', memoryMegabytes };
  collect({ ...row, what: 'Delivery', ours: plain, beside: { name: 'a bare nodemailer loop', value: peer } });
  if (queued)
    collect({ ...row, what: 'Delivery', ours: plain, beside: { name: 'BullMQ and nodemailer', value: queued } });
  collect({ ...row, what: 'Delivery', ours: plain, beside: { name: 'smtp-source (limit)', value: limit } });
  collect({
    ...row,
    what: 'Delivery, DKIM',
    ours: signed,
    beside: { name: 'a bare nodemailer loop, unsigned', value: peer },
  });
  verdict(`delivery: at least ${MIN_RATIO} times the nodemailer loop without DKIM`, plain / peer >= MIN_RATIO);
} finally {
  await scratch.close();
  sink.stop();
  await rm(dataDir, { recursive: true, force: true });
}
