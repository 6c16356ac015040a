import { timingSafeEqual } from 'node:crypto';
import type { Config } from '../platform/config.ts';
import { macOf } from '../platform/signed-token.ts';
import { uuidBytes, uuidFromBytes } from '../platform/uuid.ts';
import type { EmailIds } from './links.ts';

const PREFIX = 'b+';
const PURPOSE = 'return-path';
const ID_BYTES = 16;
// "b+" and 38 bytes in base32 are 63 characters, one less than a local part may have (RFC 5321). Base32, because some
// servers change the case of an address.
const MAC_BYTES = 6;
const TOKEN = /^[a-z2-7]{61}$/;

type VerpConfig = Pick<Config, 'secret' | 'bounceDomain'>;

/** The return path of one email: a report that comes back names the email by where it was sent. */
export function verpAddress({ secret, bounceDomain }: VerpConfig, ids: EmailIds): string | undefined {
  if (bounceDomain === undefined) return undefined;
  const payload = Buffer.concat([uuidBytes(ids.projectId), uuidBytes(ids.emailId)]);
  const token = base32(Buffer.concat([payload, shortMac(secret, payload)]));
  return `${PREFIX}${token}@${bounceDomain}`;
}

export function readVerp({ secret, bounceDomain }: VerpConfig, address: string): EmailIds | undefined {
  const [local = '', domain, ...rest] = address.toLowerCase().split('@');
  if (bounceDomain === undefined || domain !== bounceDomain || rest.length > 0) return undefined;
  const token = local.slice(PREFIX.length);
  if (!local.startsWith(PREFIX) || !TOKEN.test(token)) return undefined;
  const bytes = fromBase32(token);
  const payload = bytes.subarray(0, 2 * ID_BYTES);
  if (!timingSafeEqual(bytes.subarray(2 * ID_BYTES), shortMac(secret, payload))) return undefined;
  return {
    projectId: uuidFromBytes(payload.subarray(0, ID_BYTES)),
    emailId: uuidFromBytes(payload.subarray(ID_BYTES)),
  };
}

const shortMac = (secret: string, payload: Buffer): Buffer => macOf(secret, PURPOSE, payload).subarray(0, MAC_BYTES);

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';

/** RFC 4648, lower case, without padding. */
function base32(bytes: Buffer): string {
  let text = '';
  let bits = 0;
  let waiting = 0;
  for (const byte of bytes) {
    waiting = (waiting << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += ALPHABET[(waiting >> bits) & 31];
    }
    waiting &= (1 << bits) - 1;
  }
  return bits > 0 ? text + ALPHABET[(waiting << (5 - bits)) & 31] : text;
}

function fromBase32(text: string): Buffer {
  const bytes: number[] = [];
  let bits = 0;
  let waiting = 0;
  for (const sign of text) {
    waiting = (waiting << 5) | ALPHABET.indexOf(sign);
    bits += 5;
    if (bits >= 8) {
      bits -= 8;
      bytes.push((waiting >> bits) & 255);
    }
    waiting &= (1 << bits) - 1;
  }
  return Buffer.from(bytes);
}
