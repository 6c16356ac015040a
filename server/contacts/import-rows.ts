import type { RowError } from '../../contract/contact-tools.ts';
import { email as emailSchema } from '../../contract/fields.ts';
import type { CsvRecord } from '../platform/read-csv.ts';
import { type ContactData, planDataChange } from './contact-data.ts';
import type { ContactUpsert } from './upsert-contacts.ts';

/** What the columns of a file mean, by their place. */
export interface Columns {
  count: number;
  email: number;
  /** -1: the file says nothing about it. */
  subscribed: number;
  data: { index: number; key: string }[];
}

/** Columns of an export that describe the contact itself; as data they need the prefix. */
const NOT_DATA = new Set(['id', 'createdAt', 'updatedAt', 'unsubscribeUrl', 'subscribeUrl', 'manageUrl', '__proto__']);
const DATA_PREFIX = 'data.';

/** undefined: there is no email column. Names of custom columns keep their case. */
export function planColumns(header: string[]): Columns | undefined {
  const names = header.map((name) => name.trim());
  const placeOf = (wanted: string) => names.findIndex((name) => name.toLowerCase() === wanted);
  const [email, subscribed] = [placeOf('email'), placeOf('subscribed')];
  if (email === -1) return undefined;
  const data = names
    .map((name, index) => ({ index, key: keyOf(name) }))
    .filter((column): column is { index: number; key: string } => column.key !== undefined);
  return { count: names.length, email, subscribed, data };
}

function keyOf(name: string): string | undefined {
  if (name.startsWith(DATA_PREFIX)) return name.slice(DATA_PREFIX.length) || undefined;
  const isContactColumn = ['', 'email', 'subscribed'].includes(name.toLowerCase());
  return isContactColumn || NOT_DATA.has(name) || name.startsWith('plunk_') ? undefined : name;
}

/** A row of the file: the contact it asks for, or what is wrong with it. */
export function readRow(columns: Columns, { line, cells, isUnclosed }: CsvRecord): ContactUpsert | RowError {
  const cellAt = (index: number): string => cells[index]?.trim() ?? '';
  const given = cellAt(columns.email);
  const parsed = emailSchema.safeParse(given);
  const problem = problemOf(columns, cells, { given, isValid: parsed.success, isUnclosed });
  if (problem !== undefined || !parsed.success) return rowError(line, given, problem ?? INVALID_EMAIL);
  const data: ContactData = {};
  for (const { index, key } of columns.data) {
    const text = cellAt(index);
    // An empty cell says nothing: it must not undo what an earlier column of the same name said.
    if (text !== '') data[key] = typedValue(key, text);
  }
  return { email: parsed.data, subscribed: subscribedValue(cellAt(columns.subscribed)), change: planDataChange(data) };
}

export const isRowError = (row: ContactUpsert | RowError): row is RowError => 'error' in row;

const INVALID_EMAIL = 'Invalid email format';
const MAX_SHOWN_EMAIL = 300;

const rowError = (row: number, email: string, error: string): RowError => ({
  row,
  email: email.slice(0, MAX_SHOWN_EMAIL).toWellFormed(),
  error,
  reason: error,
});

interface Facts {
  given: string;
  isValid: boolean;
  isUnclosed: boolean;
}

function problemOf({ count }: Columns, cells: string[], { given, isValid, isUnclosed }: Facts): string | undefined {
  if (isUnclosed) return 'A quote is opened here and never closed: the rest of the file belongs to this row';
  // A comma without quotes around it would move every value after it into a wrong column.
  if (cells.slice(count).some((cell) => cell.trim() !== ''))
    return 'The row has more values than the header has columns';
  if (given === '') return 'Email is required';
  return isValid ? undefined : INVALID_EMAIL;
}

const subscribedValue = (text: string): boolean | undefined =>
  text === '' ? undefined : ['true', '1', 'yes'].includes(text.toLowerCase());

const WORDS = new Map([
  ['true', true],
  ['yes', true],
  ['false', false],
  ['no', false],
]);
/** Leading zeros, a plus sign and exponents are those of codes and telephone numbers, not of numbers. */
const PLAIN_NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?$/;
/** A double holds this many digits for certain; longer ones are identifiers and would be changed. */
const EXACT_DIGITS = 15;

/** A cell as a value of JSON. A locale is text by rule, and `no` is one. */
export function typedValue(key: string, text: string): string | number | boolean {
  if (key === 'locale') return text;
  const word = WORDS.get(text.toLowerCase());
  if (word !== undefined) return word;
  const isNumber = PLAIN_NUMBER.test(text) && text.replace(/[-.]/g, '').length <= EXACT_DIGITS;
  return isNumber ? Number(text) : text;
}
