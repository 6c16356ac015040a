import { seconds } from './clock.ts';
import type { Log } from './log.ts';

export type Stop = () => Promise<void>;

/** All of it together: requests and jobs get their time inside it, and nobody waits longer for a process to end. */
const LIMIT_MS = seconds(30);

/** What was started is stopped in the opposite order. */
export class Stops {
  readonly #stops: Stop[] = [];

  push(stop: Stop): void {
    this.#stops.push(stop);
  }

  /** Answers whether everything stopped as it should. */
  async run(log: Log | undefined): Promise<boolean> {
    const late = setTimeout(() => {
      log?.error('stopping takes too long: ended by force');
      process.exit(1);
    }, LIMIT_MS);
    let isClean = true;
    for (const stop of this.#stops.splice(0).reverse()) {
      await stop().catch((error: unknown) => {
        log?.error({ err: error }, 'while stopping');
        isClean = false;
      });
    }
    clearTimeout(late);
    return isClean;
  }
}
