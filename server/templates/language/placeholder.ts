import { type Emitter, type Liquid, type Template, type Token, toValueSync, Value } from 'liquidjs';
import { isMissing, type Key } from './lookup.ts';
import { keysOf, parsePlaceholder } from './parse-placeholder.ts';
import { Markup, type Print } from './print.ts';
import { splitOutsideQuotes } from './quotes.ts';
import { Slot } from './slot.ts';
import type { TemplateContext } from './template-context.ts';

type Operand = Key[] | Value;

/** `{{ name }}`, `{{ name ?? fallback }}`, either with filters, or any Liquid expression. */
export class Placeholder implements Template {
  readonly token: Token;
  /** The same without Liquid, where it needs none. */
  readonly slot: Slot | undefined;
  readonly #operands: Operand[];
  readonly #fallback: string | undefined;
  readonly #filters: Value | undefined;
  readonly #print: Print;

  constructor(code: string, { liquid, print, token }: { liquid: Liquid; print: Print; token: Token }) {
    const { operands, fallback, filters } = parsePlaceholder(code, (name) => name in liquid.filters);
    this.token = token;
    this.#operands = operands.map((operand) => operandOf(operand, liquid));
    this.#fallback = fallback;
    this.#filters = filters ? new Value(`value ${filters}`, liquid) : undefined;
    this.#print = print;
    const names = this.#operands.filter((operand): operand is Key[] => Array.isArray(operand));
    if (!filters && names.length === operands.length) this.slot = new Slot(names, fallback, print);
  }

  render(ctx: TemplateContext, emitter: Emitter): void {
    let value = this.#choose(ctx);
    for (const filter of this.#filters?.filters ?? []) value = toValueSync(filter.render(value, ctx));
    // Lists and objects are checked before they become text, which for nested ones could be endless.
    if (typeof value === 'object' && !(value instanceof Markup)) ctx.budget.print(ctx.budget.measure(value).weight);
    const text = this.#print(value);
    ctx.budget.print(text.length);
    emitter.write(text);
  }

  /** For whoever walks the tokens. */
  *arguments() {
    for (const part of [...this.#operands, this.#filters]) if (part instanceof Value) yield part;
  }

  #choose(ctx: TemplateContext): unknown {
    let value: unknown;
    for (const operand of this.#operands) {
      value = operand instanceof Value ? toValueSync(operand.value(ctx)) : ctx.resolve(operand);
      if (!isMissing(value)) return value;
    }
    return this.#fallback ?? value;
  }
}

function operandOf(code: string, liquid: Liquid): Operand {
  const [base = '', ...filters] = splitOutsideQuotes(code, '|');
  const keys = keysOf(base);
  if (keys && filters.length === 0) return keys;
  // Names with spaces are written in brackets for Liquid; a name has no quotes in it.
  const operand = keys ? keys.map((key) => `["${key}"]`).join('') : base;
  return new Value([operand, ...filters].join('|'), liquid);
}
