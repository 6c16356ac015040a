import { createHmac } from 'node:crypto';
import { webhookKey } from '../projects/webhook-secret.ts';

interface Message {
  /** The same for every attempt, so that a receiver can tell a repetition. */
  id: string;
  at: Date;
  body: string;
}

/** The headers of Standard Webhooks (standardwebhooks.com): id, time, and a signature over both and the body. */
export function signedHeaders(secret: string, { id, at, body }: Message): Record<string, string> {
  const timestamp = Math.floor(at.getTime() / 1000);
  const signature = createHmac('sha256', webhookKey(secret)).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': String(timestamp), 'webhook-signature': `v1,${signature}` };
}
