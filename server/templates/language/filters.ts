import { type FilterImplOptions, filters as liquidFilters, toValueSync } from 'liquidjs';
import { type Budget, RenderLimitError } from './limits.ts';
import { searchCost } from './operators.ts';
import { escapeHtml, Markup, printRaw, printText } from './print.ts';
import type { TemplateContext } from './template-context.ts';

// The library exports the type of a handler only inside this union.
type Handler = Extract<FilterImplOptions, (...args: never[]) => unknown>;
type This = ThisParameterType<Handler>;

/** They compile a text as an expression while rendering, and that text may come from a contact. */
const REFUSED = ['where_exp', 'reject_exp', 'group_by_exp', 'has_exp', 'find_exp', 'find_index_exp'];

const SEARCHING = new Set([
  'split',
  'replace',
  'replace_first',
  'replace_last',
  'remove',
  'remove_first',
  'remove_last',
]);
const PER_ITEM = new Set(['map', 'sum', 'sort', 'sort_natural']);
const PARSES_PROPERTY = new Set(['where', 'reject', 'group_by', 'has', 'find', 'find_index']);
const DATES = new Set(['date', 'date_to_xmlschema', 'date_to_rfc822', 'date_to_string', 'date_to_long_string']);

// Measured, in characters touched meanwhile: reading a property, parsing and reading one, a part of a date (50 µs).
const ITEM_COST = 20;
const PARSED_ITEM_COST = 100;
const DATE_PART_COST = 5_000;

const handlers: Record<string, Handler> = {
  ...Object.fromEntries(
    Object.entries(liquidFilters)
      .filter(([name]) => !REFUSED.includes(name))
      .map(([name, filter]) => [name, typeof filter === 'function' ? filter : filter.handler])
      .map(([name, handler]) => [name, DATES.has(name as string) ? ofBareDates(handler as Handler) : handler]),
  ),
  default: orDefault,
  json,
  jsonify: json,
  inspect: json,
};

const guarded = Object.fromEntries(Object.entries(handlers).map(([name, handler]) => [name, guard(name, handler)]));

/** In text there is nothing to escape: the escaping filters do what they say and no more. */
export const textFilters: Record<string, FilterImplOptions> = guarded;

/** In HTML, filters that make markup say so, and what they made is not escaped again. */
export const htmlFilters: Record<string, FilterImplOptions> = {
  ...guarded,
  raw: { raw: true, handler: asMarkup((value) => (value instanceof Markup ? value.html : printRaw(value))) },
  escape: asMarkup(escaped),
  xml_escape: asMarkup(escaped),
  escape_once: asMarkup((value) => escaped(value).replace(/&amp;(#?\w{1,10};)/g, '&$1')),
  newline_to_br: asMarkup((value) => escaped(value).replace(/\r?\n/g, '<br />\n')),
};

/** In URLs, what a filter has encoded is not encoded again. */
export const urlFilters: Record<string, FilterImplOptions> = {
  ...guarded,
  raw: asMarkup((value) => (value instanceof Markup ? value.html : printText(value))),
  url_encode: encoding('url_encode'),
  cgi_escape: encoding('cgi_escape'),
  uri_escape: encoding('uri_escape'),
};

/**
 * A filter pays for its input before it runs and for its result after. One that fails on a value leaves the value as it
 * is: a contact's odd data must not cost the rest of the mail.
 */
function guard(name: string, handler: Handler): Handler {
  return function (this: This, given: unknown, ...args: unknown[]): unknown {
    const { budget } = this.context as TemplateContext;
    const value = given instanceof Markup ? given.html : given;
    budget.work(costOf(name, budget, value, args));
    if (PARSES_PROPERTY.has(name) && !isPlainPath(args[0])) return value;
    try {
      const result: unknown = toValueSync(handler.call(this, value, ...args));
      budget.work(budget.measure(result).weight);
      return result;
    } catch (error) {
      if (error instanceof RenderLimitError) throw error;
      return value;
    }
  };
}

function costOf(name: string, budget: Budget, value: unknown, args: unknown[]): number {
  const { weight } = budget.measure(value);
  const extra = budget.weigh(args);
  if (SEARCHING.has(name)) return searchCost(weight, extra);
  if (PER_ITEM.has(name)) return searchCost(weight, extra) * ITEM_COST;
  if (PARSES_PROPERTY.has(name)) return searchCost(weight, extra) * PARSED_ITEM_COST;
  if (DATES.has(name)) return weight + extra + DATE_PART_COST * (4 + partsOf(args[0]));
  return weight + extra;
}

const partsOf = (format: unknown): number => (typeof format === 'string' ? format.split('%').length : 0);

/** The library reads these as code, in which a range could be endless. */
const isPlainPath = (property: unknown): boolean => typeof property === 'string' && !property.includes('(');

function asMarkup(write: (value: unknown) => string): Handler {
  return function (this: This, value: unknown): Markup {
    const { budget } = this.context as TemplateContext;
    budget.work(budget.measure(value).weight);
    return new Markup(write(value));
  };
}

function encoding(name: string): Handler {
  const encode = guarded[name] as Handler;
  return function (this: This, ...args: unknown[]): Markup {
    return new Markup(printText(encode.apply(this, args as Parameters<Handler>)));
  };
}

function escaped(value: unknown): string {
  return value instanceof Markup ? value.html : escapeHtml(printRaw(value));
}

/** As Shopify's: nothing, false and what is empty give way; 0 stays. */
function orDefault(value: unknown, fallback: unknown, ...options: unknown[]): unknown {
  if (value === false) return options.some((option) => isAllowFalse(option)) ? false : fallback;
  const isEmpty = value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
  return isEmpty ? fallback : value;
}

const isAllowFalse = (option: unknown): boolean =>
  Array.isArray(option) && option[0] === 'allow_false' && option[1] === true;

function json(this: This, value: unknown, indent: unknown = 0): string {
  const { budget } = this.context as TemplateContext;
  const { weight, depth } = budget.measure(value);
  const spaces = Math.min(Number(indent) || 0, 4);
  budget.work(weight * (1 + spaces * depth));
  return JSON.stringify(value, undefined, spaces);
}

/** JavaScript reads a bare date as UTC, and the library would show it in the machine's zone: in America, a day early. */
function ofBareDates(handler: Handler): Handler {
  return function (this: This, value: unknown, ...args: unknown[]): unknown {
    const isBare = typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value));
    return handler.call(this, isBare ? `${value}T00:00:00Z` : value, ...args);
  };
}
