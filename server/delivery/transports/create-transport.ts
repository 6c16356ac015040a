import { isIP } from 'node:net';
import type { BaseCtx } from '../../platform/context.ts';
import { createCaptureTransport } from './capture.ts';
import { createSesTransport } from './ses.ts';
import { createSmtpTransport } from './smtp.ts';
import type { Transport } from './transport.ts';

/** The one way out that MAIL_TRANSPORT names; the setting itself was checked at start. */
export function createTransport({ config, db, log }: Pick<BaseCtx, 'config' | 'db' | 'log'>): Transport {
  const { mailTransport } = config;
  if (mailTransport === 'capture') return createCaptureTransport(db);
  if (mailTransport === 'ses') {
    return createSesTransport({
      region: config.awsRegion,
      endpoint: config.sesEndpoint,
      configurationSet: config.sesConfigurationSet,
      maxConnections: config.sesMaxConnections,
    });
  }
  return createSmtpTransport(withName(new URL(mailTransport), config.publicUrl), {
    maxConnections: config.smtpMaxConnections,
    messagesPerConnection: config.smtpMessagesPerConnection,
    log,
  });
}

/** Relays dislike a client without a name, which is what a container's host name comes to; our public one is better. */
function withName(relay: URL, publicUrl: string): URL {
  const { hostname } = new URL(publicUrl);
  const isName = hostname.includes('.') && !isIP(hostname);
  if (isName && !relay.searchParams.has('name')) relay.searchParams.set('name', hostname);
  return relay;
}
