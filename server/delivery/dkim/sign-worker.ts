import { createPrivateKey, type KeyObject, sign } from 'node:crypto';
import { parentPort } from 'node:worker_threads';
import { finishSignature, prepareSignature } from './signature.ts';
import type { SigningBatch, SigningReply } from './signing-batch.ts';

/** Reading a PEM costs more than a signature, so keys stay open. */
const openKeys = new Map<string, KeyObject>();
const MAX_OPEN_KEYS = 1000;

parentPort?.on('message', (batch: SigningBatch) => {
  parentPort?.postMessage(answer(batch));
});

function answer(batch: SigningBatch): SigningReply {
  try {
    return { headers: signAll(batch) };
  } catch (error) {
    return { error: (error as Error).message };
  }
}

function signAll({ bytes, ends, keys, keyOf }: SigningBatch): string[] {
  const messages = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const at = new Date();
  return ends.map((end, i) => {
    const key = keys[keyOf[i] as number] as SigningBatch['keys'][number];
    const { header, input } = prepareSignature(messages.subarray(i === 0 ? 0 : ends[i - 1], end), key, at);
    return finishSignature(header, sign('sha256', input, opened(key.privateKeyPem)));
  });
}

function opened(pem: string): KeyObject {
  const known = openKeys.get(pem);
  if (known) return known;
  if (openKeys.size >= MAX_OPEN_KEYS) openKeys.clear();
  const key = createPrivateKey(pem);
  openKeys.set(pem, key);
  return key;
}
