import { isMissing, type Key, lookup } from './lookup.ts';
import { keysOf, parsePlaceholder } from './parse-placeholder.ts';
import type { Print } from './print.ts';
import { splitOutsideQuotes } from './quotes.ts';

/** A placeholder of names and a fallback only: it needs no Liquid. */
export class Slot {
  readonly #names: Key[][];
  readonly #fallback: string | undefined;
  readonly #print: Print;

  constructor(names: Key[][], fallback: string | undefined, print: Print) {
    this.#names = names;
    this.#fallback = fallback;
    this.#print = print;
  }

  fill(variables: object): string {
    for (const name of this.#names) {
      const value = lookup(variables, name);
      if (!isMissing(value)) return this.#print(value);
    }
    return this.#print(this.#fallback);
  }
}

/** Reads any placeholder as names and a fallback: filters count as not written, expressions as unknown names. */
export function readSlot(code: string, print: Print): Slot {
  const { operands, fallback } = parsePlaceholder(code, () => true);
  const names = operands.map((operand) => keysOf(splitOutsideQuotes(operand, '|')[0] ?? '')).filter((name) => !!name);
  return new Slot(names, fallback, print);
}
