import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';
import { keyFor } from './secrets.ts';

// 128 bits: short links, and nobody guesses one by asking a server.
const MAC_BYTES = 16;
const LENGTH_BYTES = 2;

/** A token that only holds for its purpose: base64url of the payload and a MAC over it and over `context`. */
export function signToken(secret: string, purpose: string, payload: Buffer | string, context = ''): string {
  const bytes = typeof payload === 'string' ? Buffer.from(payload) : payload;
  const mac = macOf(secret, purpose, bytes, context).subarray(0, MAC_BYTES);
  return Buffer.concat([bytes, mac]).toString('base64url');
}

/** The payload, if the token was signed for this purpose and context; tokens come from anyone. */
export function readToken(secret: string, purpose: string, token: string, context = ''): Buffer | undefined {
  const bytes = Buffer.from(token, 'base64url');
  // Decoding skips what is not base64url: only the one spelling that we made counts.
  if (bytes.length < MAC_BYTES || bytes.toString('base64url') !== token) return undefined;
  const payload = bytes.subarray(0, -MAC_BYTES);
  const expected = macOf(secret, purpose, payload, context).subarray(0, MAC_BYTES);
  return timingSafeEqual(bytes.subarray(-MAC_BYTES), expected) ? payload : undefined;
}

/** HMAC-SHA256 over payload and context. The payload's length goes first: no byte can move from one to the other. */
export function macOf(secret: string, purpose: string, payload: Buffer, context = ''): Buffer {
  const covered = Buffer.allocUnsafe(LENGTH_BYTES + payload.length + Buffer.byteLength(context));
  covered.writeUInt16BE(payload.length);
  covered.set(payload, LENGTH_BYTES);
  covered.write(context, LENGTH_BYTES + payload.length);
  return createHmac('sha256', cachedKey(secret, purpose)).update(covered).digest();
}

const keys = new Map<string, Map<string, KeyObject>>();

// Measured: HMAC with a ready KeyObject 2.5 µs, with a Buffer as the key 19 µs, deriving the key on top of that.
function cachedKey(secret: string, purpose: string): KeyObject {
  let ofSecret = keys.get(secret);
  if (!ofSecret) {
    ofSecret = new Map();
    keys.set(secret, ofSecret);
  }
  let key = ofSecret.get(purpose);
  if (!key) {
    key = createSecretKey(keyFor(secret, purpose));
    ofSecret.set(purpose, key);
  }
  return key;
}
