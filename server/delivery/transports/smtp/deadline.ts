/** A time limit that is moved very often: moving it later costs no timer. */
export class Deadline {
  readonly #onDue: () => void;
  #timer: NodeJS.Timeout | undefined;
  #timerAt = 0;
  #dueAt = 0;

  constructor(onDue: () => void) {
    this.#onDue = onDue;
  }

  set(ms: number): void {
    this.#dueAt = performance.now() + ms;
    if (this.#timer && this.#timerAt <= this.#dueAt) return;
    this.clear();
    this.#start(ms);
  }

  clear(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #start(ms: number): void {
    this.#timerAt = performance.now() + ms;
    this.#timer = setTimeout(() => this.#check(), ms);
  }

  #check(): void {
    this.#timer = undefined;
    const left = this.#dueAt - performance.now();
    // Timers may fire a fraction of a millisecond early.
    if (left > 1) this.#start(left);
    else this.#onDue();
  }
}
