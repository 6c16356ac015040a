import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { coalesce } from '../../platform/coalesce.ts';
import { type DkimKey, packBatch, type SigningBatch, type SigningReply, type ToSign } from './signing-batch.ts';

export interface DkimSigner {
  /** The message with a DKIM-Signature header in front. Rejects when the key cannot sign. */
  sign(raw: Buffer, key: DkimKey): Promise<Buffer>;
  close(): Promise<void>;
}

/** Small enough that a lone message behind a batch waits for some 10 ms at most, and that all threads get work. */
const MAX_BATCH = 16;
const MAX_THREADS = 8;

/**
 * Signs in threads of its own: an RSA signature takes about 0.4 ms, which the event loop cannot spare. The threads start
 * with the first message. Measured beside crypto.sign in libuv's pool: the same number of signatures, a third of the work
 * on the main thread (the body hash goes along), and file and DNS calls do not queue behind signatures.
 */
export function createDkimSigner({ threads }: { threads?: number } = {}): DkimSigner {
  const count = threads ?? Math.min(Math.max(availableParallelism() - 1, 1), MAX_THREADS);
  const idle: SigningThread[] = [];
  const all = new Set<SigningThread>();

  async function signBatch(messages: ToSign[]): Promise<Buffer[]> {
    const thread = idle.pop() ?? new SigningThread();
    all.add(thread);
    try {
      const headers = await thread.run(packBatch(messages));
      return messages.map(({ raw }, i) => Buffer.concat([Buffer.from(headers[i] as string, 'latin1'), raw]));
    } finally {
      if (thread.isAlive) idle.push(thread);
      else all.delete(thread);
    }
  }

  const signTogether = coalesce(signBatch, { maxBatch: MAX_BATCH, maxInFlight: count });
  return {
    sign: (raw, key) => signTogether({ raw, key }),
    close: async () => {
      await Promise.all([...all].map((thread) => thread.close()));
    },
  };
}

/** One worker thread, one batch at a time. */
class SigningThread {
  readonly #worker = new Worker(new URL('./sign-worker.ts', import.meta.url));
  #settle: ((reply: SigningReply) => void) | undefined;
  isAlive = true;

  constructor() {
    // Waiting for work does not keep the process running.
    this.#worker.unref();
    this.#worker.on('message', (reply: SigningReply) => this.#settle?.(reply));
    this.#worker.on('error', (error) => this.#die(`DKIM signing thread failed: ${error.message}`));
    this.#worker.on('exit', () => this.#die('DKIM signing thread ended'));
  }

  async run(batch: SigningBatch): Promise<string[]> {
    this.#worker.ref();
    const reply = await new Promise<SigningReply>((resolve) => {
      this.#settle = resolve;
      this.#worker.postMessage(batch, [batch.bytes.buffer as ArrayBuffer]);
    });
    this.#worker.unref();
    if ('error' in reply) throw new Error(`DKIM: ${reply.error}`);
    return reply.headers;
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }

  #die(error: string): void {
    this.isAlive = false;
    this.#settle?.({ error });
  }
}
