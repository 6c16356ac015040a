import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect as connectSocket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import nodemailer from 'nodemailer';
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
import { verdict } from './tools/report.ts';
import { scratchContext } from './tools/scratch-context.ts';

/**
 * Personalised mails from queued rows to a local sink, with full accounting, beside the usual home-made loop
 * (nodemailer's pool) and beside Postfix's own smtp-source, which only repeats one message. Same run, same sink.
 */
const MAILS = Number(process.argv[2] ?? 20_000);
const CONNECTIONS = 5;
const SINK_PORT = 2526;
const MIN_RATIO = 2;

const PARAGRAPH = 'The quick brown fox jumps over the lazy dog, and then it reads the news of the week. ';
const BODY = `<html><body><h1>Hello {{name}}</h1>${`<p>${PARAGRAPH.repeat(5)}</p>`.repeat(11)}<p><a href="https://example.com/offer?c={{code}}">Your offer {{code}}</a></p></body></html>`;

async function ours(ctx: Ctx, fromDomain: string): Promise<number> {
  const now = ctx.clock.now().getTime();
  const upserts = Array.from({ length: MAILS }, (_, i) => ({ email: `r${i}.${now}@example.net` }));
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
  if (sent !== MAILS) throw new Error(`${sent} of ${MAILS} were sent`);
  return (MAILS / elapsed) * 1000;
}

async function nodemailerPool(count: number): Promise<number> {
  const pool = nodemailer.createTransport({
    pool: true,
    host: '127.0.0.1',
    port: SINK_PORT,
    maxConnections: CONNECTIONS,
    maxMessages: Number.POSITIVE_INFINITY,
    ignoreTLS: true,
  });
  const start = performance.now();
  let next = 0;
  const sendInTurn = async (): Promise<void> => {
    for (let i = next++; i < count; i = next++) {
      const html = BODY.replaceAll('{{name}}', `Person ${i}`).replaceAll('{{code}}', `C${i}`);
      await pool.sendMail({
        from: 'News <news@bare.example>',
        to: `r${i}@example.net`,
        subject: `News for Person ${i}`,
        html,
        text: html.replace(/<[^>]+>/g, ' '),
      });
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS * 4 }, sendInTurn));
  const elapsed = performance.now() - start;
  pool.close();
  return (count / elapsed) * 1000;
}

function smtpSource(count: number): number {
  const start = performance.now();
  const args = ['-s', String(CONNECTIONS), '-l', String(BODY.length), '-m', String(count), `127.0.0.1:${SINK_PORT}`];
  const { status, stderr } = spawnSync('smtp-source', args);
  if (status !== 0) throw new Error(`smtp-source: ${stderr}`);
  return (count / (performance.now() - start)) * 1000;
}

async function startSink(): Promise<ChildProcess> {
  // It refuses to work as root.
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const sink = spawn('smtp-sink', [...user, '-c', `127.0.0.1:${SINK_PORT}`, '1000'], { stdio: 'ignore' });
  for (let tries = 0; tries < 100; tries++) {
    const isUp = await new Promise<boolean>((resolve) => {
      const socket = connectSocket(SINK_PORT, '127.0.0.1');
      socket.on('connect', () => {
        socket.destroy();
        resolve(true);
      });
      socket.on('error', () => resolve(false));
    });
    if (isUp) return sink;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('smtp-sink did not start');
}

const dataDir = await mkdtemp(join(tmpdir(), 'posthorn-bench-'));
const sink = await startSink();
const scratch = await scratchContext(dataDir, {
  MAIL_TRANSPORT: `smtp://127.0.0.1:${SINK_PORT}`,
  SMTP_MAX_CONNECTIONS: String(CONNECTIONS),
});
try {
  const { id } = await createProject(scratch.ctx, { name: 'Bench' });
  const ctx: Ctx = { ...scratch.ctx, projectId: id };
  await addBootstrapDomains(ctx, id, ['signed.example']);
  const rate = (label: string, perSecond: number) =>
    console.log(`${label.padEnd(44)}${Math.round(perSecond).toLocaleString('en').padStart(8)} mails/s`);
  await nodemailerPool(1000);
  const bare = await nodemailerPool(MAILS / 4);
  rate(`nodemailer pool, ${CONNECTIONS} connections, no accounting`, bare);
  const plain = await ours(ctx, 'plain.example');
  rate('Posthorn, ledger and tracking, no DKIM', plain);
  const signed = await ours(ctx, 'signed.example');
  rate('Posthorn, ledger and tracking, DKIM', signed);
  const bareAgain = await nodemailerPool(MAILS / 4);
  rate('nodemailer pool again', bareAgain);
  const limit = smtpSource(MAILS);
  rate('smtp-source (the limit: one message repeated)', limit);
  const peer = (bare + bareAgain) / 2;
  console.log(
    `\nratio to the nodemailer loop: ${(plain / peer).toFixed(2)} without DKIM, ${(signed / peer).toFixed(2)} with`,
  );
  console.log(
    `share of smtp-source: ${(plain / limit).toFixed(2)}    memory ${Math.round(process.memoryUsage().rss / 1024 / 1024)} MB`,
  );
  verdict(`at least ${MIN_RATIO} times the nodemailer loop without DKIM`, plain / peer >= MIN_RATIO);
} finally {
  await scratch.close();
  sink.kill();
  await rm(dataDir, { recursive: true, force: true });
}
