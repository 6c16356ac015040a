import { createHash } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerDataStream } from 'smtp-server';
import { markDelivered, recordBounces, recordComplaints } from '../delivery/email-lifecycle.ts';
import type { EmailIds } from '../delivery/links.ts';
import { readVerp } from '../delivery/verp.ts';
import { seconds } from '../platform/clock.ts';
import type { BaseCtx, Ctx } from '../platform/context.ts';
import { type Report, readReport } from './delivery-report.ts';
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

/** Takes delivery and abuse reports by SMTP, at the return paths of our own emails and nowhere else. */
export async function startBounceListener(
  ctx: BaseCtx,
  { port, host }: { port: number; host: string },
): Promise<BounceListener> {
  const server = new SMTPServer({
    name: ctx.config.bounceDomain,
    banner: 'delivery reports only',
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    authOptional: true,
    size: MAX_BYTES,
    maxClients: MAX_CLIENTS,
    socketTimeout: seconds(60),
    closeTimeout: seconds(5),
    onRcptTo: ({ address }, _session, callback) =>
      callback(readVerp(ctx.config, address) ? null : smtpError(550, '5.1.1 No such address here')),
    onData: (stream, { envelope }, callback) => {
      const addresses = envelope.rcptTo.map(({ address }) => address);
      receive(ctx, stream, addresses).then(
        () => callback(null, '2.0.0 Thank you'),
        (error: Error & { responseCode?: number }) => {
          if (error.responseCode) return callback(error);
          ctx.log.error({ err: error }, 'a delivery report could not be recorded');
          callback(smtpError(451, '4.3.0 Try again later'));
        },
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

async function receive(ctx: BaseCtx, stream: SMTPServerDataStream, addresses: string[]): Promise<void> {
  const raw = await firstBytes(stream);
  if (stream.sizeExceeded) throw smtpError(552, '5.3.4 Message too big');
  const report = await readReport(raw);
  // Automatic answers end up here too. Refusing them would only make their servers write again.
  if (!report) return ctx.log.info({ bytes: stream.byteLength }, 'mail to a return path that is no delivery report');
  const hash = createHash('sha256').update(raw).digest('base64url');
  for (const address of addresses) {
    const email = readVerp(ctx.config, address) as EmailIds;
    await takeOnce({ ...ctx, projectId: email.projectId }, `report:${email.emailId}:${hash}`, (ctx) =>
      apply(ctx, email.emailId, report),
    );
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
