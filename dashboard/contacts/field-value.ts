export type FieldKind = 'text' | 'number' | 'yes/no' | 'date' | 'JSON';

export const FIELD_KINDS: readonly FieldKind[] = ['text', 'number', 'yes/no', 'date', 'JSON'];

const ISO_DATE = /^\d{4}-\d\d-\d\d(T|$)/;

export function kindOf(value: unknown): FieldKind {
  if (typeof value === 'number') return 'number';
  if (typeof value === 'boolean') return 'yes/no';
  if (typeof value === 'object' && value !== null) return 'JSON';
  return typeof value === 'string' && ISO_DATE.test(value) ? 'date' : 'text';
}

export function shownValue(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

export const textOf = (value: unknown): string =>
  value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value);

/** What the text means as a value of that kind; a problem in words if it means nothing. */
export function readValue(kind: FieldKind, text: string): { value: unknown } | { problem: string } {
  if (kind === 'number') {
    const value = Number(text);
    return text.trim() === '' || !Number.isFinite(value) ? { problem: 'Must be a number' } : { value };
  }
  if (kind === 'yes/no') return { value: text === 'true' };
  if (kind === 'date') return Number.isNaN(Date.parse(text)) ? { problem: 'Must be a date' } : { value: text };
  if (kind === 'text') return text === '' ? { problem: 'Must not be empty' } : { value: text };
  try {
    return { value: JSON.parse(text) };
  } catch {
    return { problem: 'Must be JSON' };
  }
}
