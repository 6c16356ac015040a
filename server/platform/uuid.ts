import { randomFillSync } from 'node:crypto';

const bytes = Buffer.alloc(16);
let lastMs = 0;
let sequence = 0;

/**
 * UUIDv7 (RFC 9562) for a given instant, so that ids sort as their rows' times do, also under a test's clock.
 * Within one millisecond the 12 bits of rand_a count up: ids of one process keep their order.
 */
export function uuidV7(at: Date): string {
  const ms = at.getTime();
  randomFillSync(bytes, 6);
  if (ms === lastMs) sequence = (sequence + 1) & 0xfff;
  else sequence = bytes.readUInt16BE(6) & 0x7ff;
  lastMs = ms;
  bytes.writeUIntBE(ms, 0, 6);
  bytes.writeUInt16BE(0x7000 | sequence, 6);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Ids arrive as text from anyone; what is not a UUID cannot name a row and must not reach a uuid column. */
export const isUuid = (text: string): boolean => UUID.test(text);
