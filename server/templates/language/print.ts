import { Drop, toValue } from 'liquidjs';

/** HTML, or part of a URL, that a `capture` block made: its parts were escaped when they were written. */
export class Markup extends Drop {
  readonly html: string;

  constructor(html: string) {
    super();
    this.html = html;
  }

  override valueOf(): string {
    return this.html;
  }
}

export type Print = (value: unknown) => string;

export const printHtml: Print = (value) =>
  value instanceof Markup ? value.html : printAs(value, htmlItems, escapeHtml);

/** For `| raw`: the same form, unescaped. */
export const printRaw: Print = (value) => printAs(value, htmlItems, asIs);

export const printText: Print = (value) => printAs(value, (items) => items.join(', '), asIs);

/** For URLs: a value is a part of one, and cannot become another path, query or host. */
export const printUrl: Print = (value) =>
  value instanceof Markup ? value.html : printAs(value, (items) => items.join(','), percentEncoded);

function printAs(given: unknown, list: (items: string[]) => string, protect: (text: string) => string): string {
  const value: unknown = toValue(given);
  if (typeof value === 'string') return protect(value);
  if (Array.isArray(value)) return list(value.map((item) => protect(plainText(item))));
  return protect(plainText(value));
}

function plainText(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

const htmlItems = (items: string[]): string => items.map((item) => `<li>${item}</li>`).join('\n');

// A filter may have cut a character in half.
const percentEncoded = (text: string): string => encodeURIComponent(text.toWellFormed());

const asIs = (text: string): string => text;

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

export function escapeHtml(text: string): string {
  return /[&<>"']/.test(text) ? text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] as string) : text;
}
