import { createHash, generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import type { BaseCtx } from '../platform/context.ts';
import { decrypt, encrypt } from '../platform/secrets.ts';

const PURPOSE = 'dkim';

export interface DkimKey {
  selector: string;
  /** The `p=` of the DNS record: base64 of the SubjectPublicKeyInfo. */
  publicKey: string;
  privateKeyPem: string;
}

/** RSA 2048: every receiver checks it (RFC 8301), many do not know Ed25519 yet. Made in the thread pool, about 100 ms. */
export async function newDkimKey(): Promise<DkimKey> {
  const { publicKey, privateKey } = await promisify(generateKeyPair)('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  // Named after the key, so that two deployments may sign for one domain.
  const fingerprint = createHash('sha256').update(publicKey).digest('hex').slice(0, 8);
  return { selector: `posthorn-${fingerprint}`, publicKey: publicKey.toString('base64'), privateKeyPem: privateKey };
}

/** The three columns that hold a key. */
export function dkimColumns(ctx: BaseCtx, { selector, publicKey, privateKeyPem }: DkimKey) {
  return {
    dkim_selector: selector,
    dkim_public_key: publicKey,
    dkim_private_key_sealed: encrypt(ctx.config.secret, PURPOSE, privateKeyPem),
  };
}

export const openPrivateKey = (ctx: BaseCtx, sealed: Buffer): string => decrypt(ctx.config.secret, PURPOSE, sealed);
