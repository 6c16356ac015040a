/** Keeps what was used last, up to a total weight; for things whose sizes differ by a factor of a million. */
export class WeightedCache<Value> {
  readonly #entries = new Map<string, { value: Value; weight: number; since: number }>();
  readonly #maxWeight: number;
  readonly #maxAgeMs: number;
  #weight = 0;

  constructor({ maxWeight, maxAgeMs }: { maxWeight: number; maxAgeMs: number }) {
    this.#maxWeight = maxWeight;
    this.#maxAgeMs = maxAgeMs;
  }

  get(key: string, now = Date.now()): Value | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    this.#drop(key);
    if (now - entry.since > this.#maxAgeMs) return undefined;
    this.#put(key, entry);
    return entry.value;
  }

  set(key: string, value: Value, weight: number, now = Date.now()): void {
    this.#drop(key);
    this.#put(key, { value, weight, since: now });
    // The newest entry stays even when it alone is too heavy: it is about to be used.
    for (const oldest of this.#entries.keys()) {
      if (this.#weight <= this.#maxWeight || oldest === key) return;
      this.#drop(oldest);
    }
  }

  #put(key: string, entry: { value: Value; weight: number; since: number }): void {
    this.#entries.set(key, entry);
    this.#weight += entry.weight;
  }

  #drop(key: string): void {
    this.#weight -= this.#entries.get(key)?.weight ?? 0;
    this.#entries.delete(key);
  }
}
