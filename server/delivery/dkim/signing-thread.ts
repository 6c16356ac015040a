import { Worker } from 'node:worker_threads';
import type { SigningBatch, SigningReply } from './signing-batch.ts';

interface Caller {
  resolve(reply: SigningReply): void;
  reject(error: Error): void;
}

/** One worker thread, one batch at a time. */
export class SigningThread {
  readonly #worker = new Worker(new URL('./sign-worker.ts', import.meta.url));
  #caller: Caller | undefined;
  isAlive = true;

  constructor() {
    this.#worker.on('message', (reply: SigningReply) => this.#caller?.resolve(reply));
    this.#worker.on('error', (error: Error) => this.#onEnd(error));
    this.#worker.on('exit', () => this.#onEnd(new Error('The DKIM signing thread ended')));
    // Waiting for work does not keep the process running.
    this.#worker.unref();
  }

  async run(batch: SigningBatch): Promise<SigningReply> {
    this.#worker.ref();
    try {
      return await new Promise((resolve, reject) => {
        this.#caller = { resolve, reject };
        this.#worker.postMessage(batch, [batch.bytes.buffer as ArrayBuffer]);
      });
    } finally {
      this.#caller = undefined;
      this.#worker.unref();
    }
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }

  #onEnd(error: Error): void {
    this.isAlive = false;
    this.#caller?.reject(error);
  }
}
