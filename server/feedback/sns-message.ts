import { verify, X509Certificate } from 'node:crypto';
import { z } from 'zod';
import { seconds } from '../platform/clock.ts';
import type { Config } from '../platform/config.ts';

export const snsMessage = z.object({
  Type: z.string(),
  MessageId: z.string().max(200),
  TopicArn: z.string(),
  Message: z.string(),
  Timestamp: z.string(),
  Signature: z.string(),
  SignatureVersion: z.enum(['1', '2']),
  SigningCertURL: z.string(),
  Subject: z.string().nullish(),
  SubscribeURL: z.string().optional(),
  Token: z.string().optional(),
});
export type SnsMessage = z.infer<typeof snsMessage>;

type SnsConfig = Pick<Config, 'snsOrigin' | 'snsTopicArns'>;

const AMAZON = /^sns\.[a-z0-9-]+\.amazonaws\.com(\.cn)?$/;
// The same hosts answer API calls, some with text that the caller chose: only the certificate's own name will do.
const CERTIFICATE_PATH = /^\/SimpleNotificationService-[\w-]+\.pem$/;
const TIMEOUT_MS = seconds(5);

/** Whether a URL belongs to the notification service, so that we may fetch it. */
export function isSnsUrl({ snsOrigin }: SnsConfig, text: string | undefined): text is string {
  if (text === undefined || !URL.canParse(text)) return false;
  const { protocol, hostname, port, origin, username } = new URL(text);
  if (snsOrigin !== undefined && origin === new URL(snsOrigin).origin) return true;
  return protocol === 'https:' && AMAZON.test(hostname) && port === '' && username === '';
}

/** `unreachable`: the certificate could not be had just now, which says nothing about the message. */
export async function checkSignature(config: SnsConfig, message: SnsMessage): Promise<'good' | 'bad' | 'unreachable'> {
  const { SigningCertURL: url, TopicArn } = message;
  if (config.snsTopicArns.length > 0 && !config.snsTopicArns.includes(TopicArn)) return 'bad';
  if (!isSnsUrl(config, url) || !CERTIFICATE_PATH.test(new URL(url).pathname)) return 'bad';
  const certificate = await certificateAt(url);
  if (!certificate) return 'unreachable';
  const algorithm = message.SignatureVersion === '1' ? 'RSA-SHA1' : 'RSA-SHA256';
  const signature = Buffer.from(message.Signature, 'base64');
  return verify(algorithm, Buffer.from(signedText(message)), certificate.publicKey, signature) ? 'good' : 'bad';
}

const SIGNED = {
  Notification: ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'],
  other: ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'],
} as const;

function signedText(message: SnsMessage): string {
  const keys = message.Type === 'Notification' ? SIGNED.Notification : SIGNED.other;
  return keys
    .filter((key) => message[key] !== undefined && message[key] !== null)
    .map((key) => `${key}\n${message[key]}\n`)
    .join('');
}

const MAX_CERTIFICATES = 20;
const certificates = new Map<string, X509Certificate>();

async function certificateAt(url: string): Promise<X509Certificate | undefined> {
  const known = certificates.get(url);
  if (known) return known;
  const pem = await fetchText(url);
  const certificate = pem === undefined ? undefined : parsed(pem);
  if (!certificate) return undefined;
  if (certificates.size === MAX_CERTIFICATES) certificates.clear();
  certificates.set(url, certificate);
  return certificate;
}

function parsed(pem: string): X509Certificate | undefined {
  try {
    return new X509Certificate(pem);
  } catch {
    return undefined;
  }
}

/** The body of a successful answer of the notification service; undefined when there is none. */
export async function fetchText(url: string): Promise<string | undefined> {
  try {
    const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) });
    return response.ok ? await response.text() : undefined;
  } catch {
    return undefined;
  }
}
