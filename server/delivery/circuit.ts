import { seconds } from '../platform/clock.ts';

const FIRST_PAUSE_MS = seconds(1);
const LONGEST_PAUSE_MS = seconds(60);

export interface CircuitState {
  isOpen: boolean;
  since: Date | null;
  reason: string | null;
  /** When the next probe goes out. */
  retryAt: Date | null;
}

/**
 * Stops claiming while the relay cannot be used, so that nobody's attempts are burnt. After a pause, which doubles up
 * to a minute, one message goes out as a probe; its success closes the circuit.
 */
export class Circuit {
  #state: CircuitState = { isOpen: false, since: null, reason: null, retryAt: null };
  #pauseMs = FIRST_PAUSE_MS;

  get state(): CircuitState {
    return this.#state;
  }

  open(reason: string, now = new Date()): void {
    const { isOpen, since, retryAt } = this.#state;
    // Messages that were on the wire together fail together: that is one finding, not many.
    if (isOpen && retryAt && retryAt > now) return;
    this.#pauseMs = isOpen ? Math.min(this.#pauseMs * 2, LONGEST_PAUSE_MS) : FIRST_PAUSE_MS;
    this.#state = {
      isOpen: true,
      since: since ?? now,
      reason,
      retryAt: new Date(now.getTime() + this.#pauseMs),
    };
  }

  close(): void {
    if (this.#state.isOpen) this.#state = { isOpen: false, since: null, reason: null, retryAt: null };
  }

  /** How many messages may be claimed now: all, one probe, or none. */
  admits(wanted: number, now = new Date()): number {
    const { isOpen, retryAt } = this.#state;
    if (!isOpen) return wanted;
    return retryAt && retryAt <= now ? Math.min(1, wanted) : 0;
  }
}
