import { onTestFinished } from 'vitest';
import { createSmtpTransport, type SmtpOptions } from '../server/delivery/transports/smtp.ts';
import type { OutgoingMessage, Transport } from '../server/delivery/transports/transport.ts';
import { createLog } from '../server/platform/log.ts';
import type { SmtpServerOptions } from './smtp-behaviour.ts';
import { type SmtpServer, startSmtpServer } from './smtp-server.ts';

/** Long enough for a busy machine; a test about waiting sets its own. */
const TIMEOUTS = { connectMs: 5000, greetingMs: 5000, commandMs: 5000, afterDotMs: 5000, idleMs: 5000 };
export const IMPATIENT = { greetingMs: 400, commandMs: 400, afterDotMs: 400 };

/** A relay for one test; it ends with the test. */
export async function aRelay(options: SmtpServerOptions = {}): Promise<SmtpServer> {
  const relay = await startSmtpServer(options);
  onTestFinished(() => relay.close());
  return relay;
}

export type ClientOptions = Partial<SmtpOptions> & {
  scheme?: 'smtp' | 'smtps';
  login?: string;
  host?: string;
  query?: string;
};

/** Our transport, connected to a relay. */
export function aTransportTo(relay: { port: number }, options: ClientOptions = {}): Transport {
  const { scheme = 'smtp', login, host = '127.0.0.1', query = '', timeouts, ...rest } = options;
  const transport = createSmtpTransport(
    new URL(`${scheme}://${login ? `${login}@` : ''}${host}:${relay.port}${query}`),
    {
      maxConnections: 1,
      messagesPerConnection: 1000,
      log: createLog('silent'),
      ...rest,
      timeouts: { ...TIMEOUTS, ...timeouts },
    },
  );
  onTestFinished(() => transport.close());
  return transport;
}

export const aMessage = (changes: Partial<OutgoingMessage> = {}): OutgoingMessage => ({
  envelopeFrom: 'bounces@acme.test',
  envelopeTo: 'ada@example.com',
  raw: Buffer.from('Subject: Hello\r\n\r\nHello Ada\r\n'),
  projectId: 'project',
  emailId: 'email',
  ...changes,
});
