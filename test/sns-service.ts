import { sign } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const fixture = (name: string) => readFile(new URL(`fixtures/${name}`, import.meta.url), 'utf8');

/** Stands in for Amazon SNS: serves the certificate of its signatures, and notes confirmations. */
export async function anSnsService() {
  const [certificate, key] = await Promise.all([fixture('sns-certificate.pem'), fixture('sns-key.pem')]);
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(request.url ?? '');
    if (request.url?.endsWith('.pem')) response.end(request.url.includes('broken') ? 'nothing' : certificate);
    else if (request.url?.startsWith('/confirm')) response.end('<ConfirmSubscriptionResponse/>');
    else response.writeHead(500).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  function signed(fields: Record<string, string>, { version = '2' } = {}) {
    const message: Record<string, string> = {
      Type: 'Notification',
      MessageId: crypto.randomUUID(),
      TopicArn: 'arn:aws:sns:eu-west-1:123456789012:mail',
      Timestamp: '2026-07-01T09:00:00.000Z',
      SignatureVersion: version,
      SigningCertURL: `${origin}/SimpleNotificationService-test.pem`,
      ...fields,
    };
    const keys = ['Message', 'MessageId', 'Subject', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'];
    const text = keys.flatMap((key) => (message[key] === undefined ? [] : [`${key}\n${message[key]}\n`])).join('');
    const signature = sign(version === '1' ? 'RSA-SHA1' : 'RSA-SHA256', Buffer.from(text), key);
    return { ...message, Signature: signature.toString('base64') };
  }

  return {
    origin,
    requests,
    signed,
    notification: (event: unknown, options?: { version?: string }) =>
      signed({ Message: typeof event === 'string' ? event : JSON.stringify(event) }, options),
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
