import { createPrivateKey, type KeyObject, sign } from 'node:crypto';
import { parentPort } from 'node:worker_threads';
import { finishSignature, prepareSignature } from './signature.ts';
import type { DkimKey, SigningBatch, SigningReply } from './signing-batch.ts';

/** Reading a PEM costs more than a signature, so keys stay open. */
const openKeys = new Map<string, KeyObject>();
const MAX_OPEN_KEYS = 1000;

parentPort?.on('message', (batch: SigningBatch) => {
  parentPort?.postMessage(signAll(batch));
});

function signAll({ bytes, ends, keys, keyOf }: SigningBatch): SigningReply {
  const messages = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return ends.map((end, i) => signOne(messages.subarray(ends[i - 1] ?? 0, end), keys[keyOf[i] as number] as DkimKey));
}

/** A key that cannot be read fails its own messages, not those beside them. */
function signOne(raw: Buffer, key: DkimKey): SigningReply[number] {
  try {
    const { header, input } = prepareSignature(raw, key, new Date());
    return { header: finishSignature(header, sign('sha256', input, opened(key.privateKeyPem))) };
  } catch (error) {
    return { error: `DKIM key ${key.selector} of ${key.domain}: ${(error as Error).message}` };
  }
}

function opened(pem: string): KeyObject {
  const known = openKeys.get(pem);
  if (known) return known;
  if (openKeys.size >= MAX_OPEN_KEYS) openKeys.clear();
  const key = createPrivateKey(pem);
  openKeys.set(pem, key);
  return key;
}
