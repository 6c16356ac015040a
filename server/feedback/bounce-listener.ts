import { createHash } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import { markDelivered, recordBounces, recordComplaints } from '../delivery/email-lifecycle.ts';
import type { EmailIds } from '../delivery/links.ts';
import { readVerp } from '../delivery/verp.ts';
import { receivingProjects } from '../domains/receiving-projects.ts';
import { seconds } from '../platform/clock.ts';
import type { BaseCtx, Ctx } from '../platform/context.ts';
import { type Report, readReport } from './delivery-report.ts';
import { noticeOf, takeInboundMail } from './inbound-mail.ts';
import { takeOnce } from './take-once.ts';

/** A report may bring the whole message back. */
const MAX_BYTES = 50 * 1024 * 1024;
/** What it says stands before that message. */
const READ_BYTES = 256 * 1024;
const MAX_CLIENTS = 100;

export interface BounceListener {
  port: number;
  close(): Promise<void>;
}

/** Takes mail by SMTP: reports at the return paths of our own emails, and, where INBOUND_DOMAIN is set, people's mail. */
export async function startBounceListener(
  ctx: BaseCtx,
  { port, host }: { port: number; host: string },
): Promise<BounceListener> {
  const server = new SMTPServer({
    name: ctx.config.bounceDomain,
    banner: 'no relay',
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    authOptional: true,
    size: MAX_BYTES,
    maxClients: MAX_CLIENTS,
    socketTimeout: seconds(60),
    closeTimeout: seconds(5),
    onRcptTo: ({ address }, _session, callback) => {
      isOurs(ctx, address).then(
        (ours) => callback(ours ? null : smtpError(550, '5.1.1 No such address here')),
        (error) => callback(troubled(ctx, error)),
      );
    },
    onData: (stream, { envelope }, callback) => {
      receive(ctx, stream, envelope).then(
        () => callback(null, '2.0.0 Thank you'),
        (error: Error & { responseCode?: number }) => callback(error.responseCode ? error : troubled(ctx, error)),
      );
    },
  });
  // Broken connections of clients; nothing hangs on them.
  server.on('error', (error) => ctx.log.warn({ err: error }, 'bounce listener'));
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return {
    port: (server.server.address() as AddressInfo).port,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

const smtpError = (responseCode: number, message: string): Error => Object.assign(new Error(message), { responseCode });

function troubled(ctx: BaseCtx, error: unknown): Error {
  ctx.log.error({ err: error }, 'mail from outside could not be taken');
  return smtpError(451, '4.3.0 Try again later');
}

/** A return path of our own; or, if this deployment receives mail, an address of a verified domain. */
async function isOurs(ctx: BaseCtx, address: string): Promise<boolean> {
  if (readVerp(ctx.config, address)) return true;
  if (ctx.config.inboundDomain === undefined) return false;
  return (await receivingProjects(ctx, address.slice(address.lastIndexOf('@') + 1))).length > 0;
}

async function receive(ctx: BaseCtx, stream: SMTPServerDataStream, envelope: Envelope): Promise<void> {
  const raw = await firstBytes(stream);
  if (stream.sizeExceeded) throw smtpError(552, '5.3.4 Message too big');
  const hash = createHash('sha256').update(raw).digest('base64url');
  const addresses = envelope.rcptTo.map(({ address }) => address);
  const returnPaths = addresses.map((address) => readVerp(ctx.config, address)).filter((email) => email !== undefined);
  const others = addresses.filter((address) => readVerp(ctx.config, address) === undefined);
  if (returnPaths.length > 0) await takeReport(ctx, raw, returnPaths, hash);
  if (others.length > 0) {
    const source = envelope.mailFrom === false ? undefined : envelope.mailFrom.address;
    await takeInboundMail(ctx, noticeOf(raw, { source, recipients: others }), hash);
  }
}

type Envelope = SMTPServerSession['envelope'];

async function takeReport(ctx: BaseCtx, raw: Buffer, returnPaths: EmailIds[], hash: string): Promise<void> {
  const report = await readReport(raw);
  // Automatic answers end up here too. Refusing them would only make their servers write again.
  if (!report) return ctx.log.info({ bytes: raw.length }, 'mail to a return path that is no delivery report');
  for (const { projectId, emailId } of returnPaths) {
    await takeOnce({ ...ctx, projectId }, `report:${emailId}:${hash}`, (ctx) => apply(ctx, emailId, report));
  }
}

async function firstBytes(stream: SMTPServerDataStream): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    if (length < READ_BYTES) chunks.push(chunk);
    length += chunk.length;
  }
  return Buffer.concat(chunks).subarray(0, READ_BYTES);
}

function apply(ctx: Ctx, emailId: string, report: Report): Promise<void> {
  const at = ctx.clock.now();
  switch (report.kind) {
    case 'delivered':
      return markDelivered(ctx, [emailId], at);
    case 'bounced':
      return recordBounces(ctx, [{ emailId, at, type: report.type, reason: report.reason }]);
    case 'complained':
      return recordComplaints(ctx, [{ emailId, at, reason: report.reason }]);
  }
}
