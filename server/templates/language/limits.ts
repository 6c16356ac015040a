import { type Measure, measure } from './measure.ts';

export const MAX_TEMPLATE_BYTES = 2 * 1024 * 1024;
/** Placeholders and tags of one template. */
export const MAX_PIECES = 10_000;
/** Characters between one pair of delimiters: bounds what happens between two looks at the clock. */
export const MAX_CODE_LENGTH = 32_000;
export const MAX_BLOCK_DEPTH = 100;

/** What a rendered mail may have beyond its own source. */
const MAX_GROWTH = 10_000_000;
const MAX_ITERATIONS = 100_000;
/** Characters and list elements that filters and comparisons may touch; ten million take 0.1 to 0.5 s. */
const MAX_WORK = 10_000_000;
const MAX_MILLISECONDS = 1_000;
const WORK_BETWEEN_CLOCK_CHECKS = 5_000;
/** A template that did less than this was not slow: the machine stood still, and that must not fail a mail. */
const MIN_CLOCK_CHECKS = 1_000;

/** Thrown by `render`, and for nothing but a breach of the limits. */
export class RenderLimitError extends Error {
  constructor(reason: string) {
    super(`The template exceeds a rendering limit: ${reason}`);
    this.name = 'RenderLimitError';
  }
}

/**
 * What one rendering may use. Counted before the work is done wherever the work can be large, because nothing can
 * interrupt a running filter. The library's own limits are not enough: they are not consulted between the filters of
 * one placeholder, nor by comparisons, nor for nested lists.
 */
export class Budget {
  readonly #maxOutput: number;
  readonly #deadline = performance.now() + MAX_MILLISECONDS;
  #output = 0;
  #iterations = 0;
  #work = 0;
  #workAtClockCheck = 0;
  #clockChecks = 0;
  #measured: WeakMap<object, Measure> | undefined;
  /** The first breach: it must survive whatever wraps or swallows errors on the way out. */
  breach: RenderLimitError | undefined;

  constructor(sourceLength: number) {
    this.#maxOutput = sourceLength + MAX_GROWTH;
  }

  print(characters: number): void {
    this.#output += characters;
    if (this.#output > this.#maxOutput) this.#fail(`the output is longer than ${this.#maxOutput} characters`);
  }

  iterate(times: number): void {
    this.#iterations += times;
    if (this.#iterations > MAX_ITERATIONS) this.#fail(`its loops run more than ${MAX_ITERATIONS} times`);
  }

  work(units: number): void {
    this.#work += units;
    if (this.#work > MAX_WORK) this.#fail('its filters and comparisons handle too much data');
    if (this.#work - this.#workAtClockCheck < WORK_BETWEEN_CLOCK_CHECKS) return;
    this.#workAtClockCheck = this.#work;
    this.checkClock(performance.now());
  }

  checkClock(now: number): void {
    this.#clockChecks += 1;
    if (now > this.#deadline && this.#clockChecks > MIN_CLOCK_CHECKS)
      this.#fail(`it takes longer than ${MAX_MILLISECONDS} ms`);
  }

  /** Size of a value once printed, and how deep it is nested. */
  measure(value: unknown): Measure {
    this.#measured ??= new WeakMap();
    const size = measure(value, this.#measured);
    if (size.depth > MAX_VALUE_DEPTH) this.#fail('a list is nested too deeply');
    return size;
  }

  weigh(values: unknown[]): number {
    return values.reduce((sum: number, value) => sum + this.measure(value).weight, 0);
  }

  #fail(reason: string): never {
    this.breach ??= new RenderLimitError(reason);
    throw this.breach;
  }
}

/** More than any stored JSON (64 levels), less than what exhausts a stack. */
const MAX_VALUE_DEPTH = 100;
