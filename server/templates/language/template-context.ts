import { Context, Drop, type Liquid, type Scope, toValue } from 'liquidjs';
import type { Budget } from './limits.ts';
import { type Key, lookup, readProperty } from './lookup.ts';

type Limiter = Context['memoryLimit'];

/** The state of one rendering: our lookup order, our limits, and local variables apart from the given ones. */
export class TemplateContext extends Context {
  readonly budget: Budget;
  readonly #locals: Scope[] = [Object.create(null)];

  constructor(liquid: Liquid, variables: object, budget: Budget) {
    // A copy, because `increment` writes into it; without a prototype, because the library asks `in`.
    const own = Object.assign(Object.create(null), variables);
    super(own, liquid.options, { sync: true }, { liquid, ...limitersOf(budget) });
    this.budget = budget;
  }

  resolve(keys: readonly Key[]): unknown {
    const name = keys[0] as Key;
    for (let level = this.#locals.length - 1; level >= 0; level--) {
      const scope = this.#locals[level] as Scope;
      if (name in scope) return this.#followLocal(scope, keys);
    }
    return lookup(this.environments, keys);
  }

  #followLocal(scope: Scope, keys: readonly Key[]): unknown {
    let value: unknown = scope;
    for (const key of keys) {
      if (value === undefined || value === null) return undefined;
      value = this.readProperty(value as Scope, key);
    }
    return value;
  }

  // The library drives generators; this one has nothing to wait for.
  // biome-ignore lint/correctness/useYield: see above
  override *_get(paths: (Key | Drop)[]): IterableIterator<unknown> {
    this.budget.work(paths.length);
    return this.resolve(paths.map(asKey));
  }

  override readProperty(object: Scope, key: Key | Drop): unknown {
    return object instanceof Drop ? super.readProperty(object, key) : readProperty(object, asKey(key));
  }

  override push(scope: object): number {
    return this.#locals.push(scope as Scope);
  }

  override pop(): Scope | undefined {
    return this.#locals.pop();
  }

  override bottom(): Scope {
    return this.#locals[0] as Scope;
  }
}

/** A list or an object is no key; turning a large one into text would cost more than it tells. */
function asKey(given: unknown): Key {
  const key: unknown = toValue(given);
  return typeof key === 'number' ? key : typeof key === 'object' ? '' : String(key);
}

/** The library reports to these; the counting is ours. */
function limitersOf(budget: Budget): { memoryLimit: Limiter; renderLimit: Limiter } {
  const memory = { use: (units: number) => (units > 0 ? budget.work(units) : undefined), check: () => undefined };
  const clock = { use: () => undefined, check: (now: number) => budget.checkClock(now) };
  return { memoryLimit: memory as unknown as Limiter, renderLimit: clock as unknown as Limiter };
}
