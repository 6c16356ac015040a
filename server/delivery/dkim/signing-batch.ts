export interface DkimKey {
  domain: string;
  selector: string;
  privateKeyPem: string;
}

/** Many messages in one block of memory, which changes hands without being copied. */
export interface SigningBatch {
  bytes: Uint8Array;
  /** Where each message ends in `bytes`. */
  ends: number[];
  keys: DkimKey[];
  /** For each message, which of `keys` signs it. */
  keyOf: number[];
}

/** For each message its DKIM-Signature header, or why there is none. */
export type SigningReply = ({ header: string } | { error: string })[];

export interface ToSign {
  raw: Buffer;
  key: DkimKey;
}

export function packBatch(messages: ToSign[]): SigningBatch {
  const bytes = Buffer.allocUnsafeSlow(messages.reduce((sum, { raw }) => sum + raw.length, 0));
  const keys = [...new Set(messages.map(({ key }) => key))];
  let at = 0;
  const ends = messages.map(({ raw }) => {
    at += raw.copy(bytes, at);
    return at;
  });
  return { bytes, ends, keys, keyOf: messages.map(({ key }) => keys.indexOf(key)) };
}
