import type { Key } from './lookup.ts';
import { splitOutsideQuotes } from './quotes.ts';

export interface PlaceholderParts {
  /** Names or Liquid expressions, the first that is there is printed. */
  operands: string[];
  fallback: string | undefined;
  /** Filters of the whole, from the first bar on; empty when there are none. */
  filters: string;
}

/** Cuts what stands between `{{` and `}}`. Of several `??` the last is followed by literal text. */
export function parsePlaceholder(code: string, isFilter: (name: string) => boolean): PlaceholderParts {
  const parts = splitOutsideQuotes(code, '??');
  const last = parts.length > 1 ? (parts.pop() as string).trim() : undefined;
  if (last !== undefined) return { operands: parts, ...readFallback(last, isFilter) };
  const [operand = '', ...filters] = splitOutsideQuotes(code, '|');
  return { operands: [operand], fallback: undefined, filters: withBars(filters) };
}

const CLOSING_QUOTE: Record<string, string> = { '"': '"', "'": "'", '“': '”', '‘': '’' };

/** Matching quotes go. Text after a bar is literal too, unless all of it names filters. */
function readFallback(text: string, isFilter: (name: string) => boolean) {
  const quote = CLOSING_QUOTE[text[0] ?? ''];
  const close = quote ? text.indexOf(quote, 1) : -1;
  const rest = text.slice(close + 1).trim();
  if (close !== -1 && (rest === '' || rest.startsWith('|'))) return { fallback: text.slice(1, close), filters: rest };
  const [literal = '', ...filters] = splitOutsideQuotes(text, '|');
  const areFilters = filters.every((filter) => isFilter(/^\s*([\w-]+)\s*(?::|$)/.exec(filter)?.[1] ?? ''));
  return areFilters ? { fallback: literal.trim(), filters: withBars(filters) } : { fallback: text, filters: '' };
}

const withBars = (filters: string[]): string => filters.map((filter) => `|${filter}`).join('');

const NAME = /^[\p{L}\p{M}\p{N}_$@#&/%?-]+(?:[ .][\p{L}\p{M}\p{N}_$@#&/%?-]+)*$/u;
const LITERAL_OR_OPERATOR = /^(?:true|false|-?\d+(?:\.\d+)?)$|(?:^| )(?:and|or|not|contains)(?: |$)/;

/** The path of a name such as `first name` or `order.items.0.title`; undefined for any other expression. */
export function keysOf(operand: string): Key[] | undefined {
  const name = operand
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/ ?\. ?/g, '.');
  if (name === '') return [''];
  return NAME.test(name) && !LITERAL_OR_OPERATOR.test(name) ? name.split('.') : undefined;
}
