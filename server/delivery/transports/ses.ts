import type { SESv2 } from '@aws-sdk/client-sesv2';
import { seconds } from '../../platform/clock.ts';
import { asciiDomain } from '../mime/address.ts';
import { judgeSesError } from './judge-ses-error.ts';
import type { Outcome, OutgoingMessage, Transport } from './transport.ts';

export interface SesOptions {
  region: string | undefined;
  /** Instead of Amazon's own. */
  endpoint?: string | undefined;
  configurationSet?: string | undefined;
  maxConnections: number;
}

/** Amazon SES, API v2. Credentials come from where every AWS program finds them: environment, profile, instance role. */
export function createSesTransport(options: SesOptions): Transport {
  const underWay = new Set<Promise<Outcome>>();
  let client: Promise<SESv2> | undefined;

  const send = (message: OutgoingMessage): Promise<Outcome> => {
    client ??= createClient(options);
    const sending = client.then((ses) => sendRaw(ses, message, options));
    underWay.add(sending);
    return sending.finally(() => underWay.delete(sending));
  };
  return {
    name: 'ses',
    capacity: options.maxConnections,
    send,
    close: async () => {
      await Promise.all(underWay);
      (await client)?.destroy();
    },
  };
}

async function createClient({ region, endpoint, maxConnections }: SesOptions): Promise<SESv2> {
  // Loaded only where SES is used: the SDK costs a third of a second at start.
  const { SESv2 } = await import('@aws-sdk/client-sesv2');
  return new SESv2({
    ...(region ? { region } : {}),
    ...(endpoint ? { endpoint } : {}),
    // A second try of the SDK's own could be a second mail.
    maxAttempts: 1,
    requestHandler: {
      connectionTimeout: seconds(10),
      requestTimeout: seconds(120),
      throwOnRequestTimeout: true,
      httpAgent: { maxSockets: maxConnections, keepAlive: true },
      httpsAgent: { maxSockets: maxConnections, keepAlive: true },
    },
  });
}

/**
 * The sender is the From of the message: SES has return paths of its own and reports bounces by notification, so our
 * envelope sender is not used.
 */
async function sendRaw(ses: SESv2, { envelopeTo, raw }: OutgoingMessage, options: SesOptions): Promise<Outcome> {
  try {
    const { MessageId } = await ses.sendEmail({
      Destination: { ToAddresses: [asciiDomain(envelopeTo)] },
      Content: { Raw: { Data: raw } },
      ...(options.configurationSet ? { ConfigurationSetName: options.configurationSet } : {}),
    });
    return { result: 'accepted', response: `SES ${MessageId}`, ...(MessageId ? { providerMessageId: MessageId } : {}) };
  } catch (error) {
    return judgeSesError(error as Error);
  }
}
