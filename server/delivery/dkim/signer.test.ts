import { createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
import { afterAll, describe, expect, it } from 'vitest';
import { prepareMime } from '../build-mime.ts';
import { createDkimSigner } from './signer.ts';

const { privateKey: privateKeyPem } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
});
const publicKey = createPublicKey(privateKeyPem).export({ type: 'spki', format: 'der' }).toString('base64');
const key = { domain: 'acme.test', selector: 'posthorn-1', privateKeyPem };

const signer = createDkimSigner({ threads: 2 });
afterAll(() => signer.close());

const aMessage = (html = '<p>Hello</p>', extraHeaders: Record<string, string> = {}): Buffer =>
  prepareMime({ from: { email: 'news@acme.test' }, headers: {}, attachments: [] }).build({
    to: { name: 'Zoë', email: 'zoe@example.com' },
    subject: 'Grüße an alle, die diese lange Betreffzeile bis zu ihrem fernen Ende lesen',
    html,
    text: 'Hello',
    messageId: '<1@acme.test>',
    date: new Date(),
    extraHeaders,
  });

/** Asks an independent implementation, with the key's record as DNS would answer it. */
async function verify(raw: Buffer) {
  const resolver = async (name: string) => {
    if (name !== 'posthorn-1._domainkey.acme.test') throw Object.assign(new Error('no record'), { code: 'ENOTFOUND' });
    return [[`v=DKIM1; k=rsa; p=${publicKey}`]];
  };
  const { results } = await dkimVerify(raw, { resolver });
  return results.map(({ status, signingDomain, signingHeaders }) => ({
    result: status.result,
    signingDomain,
    signingHeaders,
  }));
}

describe('a signed message', () => {
  it('is verified by an independent library', async () => {
    const signed = await signer.sign(aMessage(), key);
    expect(await verify(signed)).toMatchObject([{ result: 'pass', signingDomain: 'acme.test' }]);
  });

  it.each([
    ['blanks of all kinds', '<p>a  b\t c   \n\n\n   d </p>   '],
    ['empty lines at the end', '<p>x</p>\n\n\n\n'],
    ['nothing', ''],
    ['another script', 'こんにちは、世界。'.repeat(50)],
  ])('is verified with a body of %s', async (_kind, html) => {
    expect(await verify(await signer.sign(aMessage(html), key))).toMatchObject([{ result: 'pass' }]);
  });

  it('keeps the message as it was, behind the signature', async () => {
    const raw = aMessage();
    const signed = await signer.sign(raw, key);
    expect(signed.subarray(-raw.length).equals(raw)).toBe(true);
    const header = signed.subarray(0, -raw.length).toString('latin1');
    expect(header).toMatch(/^DKIM-Signature: [\s\S]*\r\n$/);
    for (const line of header.split('\r\n')) expect(line.length).toBeLessThanOrEqual(78);
  });

  it('covers the headers that a reader or a list manager acts on', async () => {
    const raw = aMessage('x', {
      'List-Unsubscribe': '<https://x.test>',
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    });
    const [result] = await verify(await signer.sign(raw, key));
    expect(
      result?.signingHeaders?.keys
        .toLowerCase()
        .split(':')
        .map((name: string) => name.trim()),
    ).toEqual(
      expect.arrayContaining([
        'from',
        'to',
        'subject',
        'date',
        'message-id',
        'mime-version',
        'content-type',
        'list-unsubscribe',
        'list-unsubscribe-post',
      ]),
    );
  });

  it.each([
    ['a changed body', (raw: string) => raw.replace('Hello', 'Jello')],
    ['a changed subject', (raw: string) => raw.replace('Subject: ', 'Subject: not ')],
    ['a second subject', (raw: string) => `Subject: Win\r\n${raw}`],
    ['a second sender', (raw: string) => `From: boss@acme.test\r\n${raw}`],
    ['a second recipient', (raw: string) => `To: you@acme.test\r\n${raw}`],
  ])('does not survive %s', async (_change, change) => {
    const signed = (await signer.sign(aMessage(), key)).toString('latin1');
    const [result] = await verify(Buffer.from(change(signed), 'latin1'));
    expect(result?.result).not.toBe('pass');
  });
});

/** What some work costs the thread that asks for it. */
async function cpuMs(work: () => Promise<unknown>): Promise<number> {
  const before = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

describe('the signer', () => {
  it('signs many at once, each with its own signature', async () => {
    const messages = Array.from({ length: 100 }, (_, i) => aMessage(`<p>${i}</p>`));
    const signed = await Promise.all(messages.map((raw) => signer.sign(raw, key)));
    for (const [i, raw] of signed.entries()) {
      expect(raw.toString('latin1')).toContain(`<p>${i}</p>`);
      expect(await verify(raw)).toMatchObject([{ result: 'pass' }]);
    }
  });

  it('fails the message whose key is broken, and none beside it', async () => {
    const broken = { ...key, privateKeyPem: 'no key' };
    const results = await Promise.allSettled([key, broken, key].map((each) => signer.sign(aMessage(), each)));
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });

  it('leaves the event loop free while it signs', async () => {
    const messages = Array.from({ length: 100 }, () => aMessage());
    const onThisThread = await cpuMs(async () => messages.map((raw) => sign('sha256', raw, privateKeyPem)));
    const inTheSigner = await cpuMs(() => Promise.all(messages.map((raw) => signer.sign(raw, key))));
    expect(inTheSigner).toBeLessThan(onThisThread / 2);
  });

  it('refuses work after it was closed', async () => {
    const closed = createDkimSigner();
    await closed.close();
    await expect(closed.sign(aMessage(), key)).rejects.toThrow('closed');
  });
});
