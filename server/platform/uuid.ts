import { randomInt, randomUUID } from 'node:crypto';

const SEQUENCE_BITS = 26;
let sequence = randomInt(2 ** (SEQUENCE_BITS - 1));

/**
 * UUIDv7 (RFC 9562) for a given instant, so that ids sort as their rows' times do, also under a test's clock. The 26 bits
 * after the time count up for as long as the process lives: ids that it makes for one instant keep their order, also when
 * it makes others in between.
 */
export function uuidV7(at: Date): string {
  const ms = at.getTime();
  sequence = (sequence + 1) % 2 ** SEQUENCE_BITS;
  const time = ms.toString(16).padStart(12, '0');
  const high = (0x7000 | ((sequence >> 14) & 0xfff)).toString(16);
  const low = (0x8000 | (sequence & 0x3fff)).toString(16);
  // The last 48 bits of a version 4 id are all random; Node makes those in batches.
  return `${time.slice(0, 8)}-${time.slice(8)}-${high}-${low}-${randomUUID().slice(24)}`;
}

/** No id of this instant or a later one is smaller. */
export function firstUuidV7(at: Date): string {
  const time = Math.max(at.getTime(), 0).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Ids arrive as text from anyone; what is not a UUID cannot name a row and must not reach a uuid column. */
export const isUuid = (text: string): boolean => UUID.test(text);

/** The 16 bytes that a UUID is: tokens carry these instead of 36 characters. */
export const uuidBytes = (id: string): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex');

export function uuidFromBytes(bytes: Buffer): string {
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
