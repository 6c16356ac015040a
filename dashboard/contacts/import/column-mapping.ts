import { csvLine, rowsOf } from './csv.ts';
import type { Preview } from './read-preview.ts';

type Role = 'email' | 'subscribed' | 'field' | 'skip';

/** What a column of the file becomes. */
export interface Becomes {
  as: Role;
  /** Name of the field; kept while the column is something else, in case it becomes one again. */
  field: string;
}

const ADDRESS_NAMES = ['email', 'e-mail', 'mail', 'email address', 'e-mail address', 'emailaddress'];
const SUBSCRIPTION_NAMES = ['subscribed', 'subscription', 'opted in', 'opt-in', 'marketing'];
/** Columns of our own export that describe the contact itself. */
const OF_EXPORTS = ['id', 'createdat', 'updatedat', 'unsubscribeurl', 'subscribeurl', 'manageurl'];

/** What each column most likely is, by its name, then by what is in it. */
export function guessedMapping({ header, rows }: Preview): Becomes[] {
  const names = header.map((name) => name.trim().toLowerCase());
  const named = (wanted: string[]) => wanted.map((name) => names.indexOf(name)).find((at) => at !== -1);
  const looksLikeAddress = (at: number) => rows.length > 0 && rows.every((row) => /^\S+@\S+$/.test(row[at] ?? ''));
  const email = named(ADDRESS_NAMES) ?? names.findIndex((_, at) => looksLikeAddress(at));
  const subscribed = named(SUBSCRIPTION_NAMES);
  return header.map((name, at) => {
    const field = name.trim().replace(/^data\./, '');
    if (at === email) return { as: 'email', field };
    if (at === subscribed) return { as: 'subscribed', field };
    const isSkipped = field === '' || OF_EXPORTS.includes(names[at] as string) || name.startsWith('plunk_');
    return { as: isSkipped ? 'skip' : 'field', field };
  });
}

/** One column changed; there is one address and one subscription, so whoever had the role gives it up. */
export function withColumn(mapping: readonly Becomes[], at: number, change: Partial<Becomes>): Becomes[] {
  const isSingle = change.as === 'email' || change.as === 'subscribed';
  return mapping.map((column, each) => {
    if (each === at) return { ...column, ...change };
    return isSingle && column.as === change.as ? { ...column, as: column.field ? 'field' : 'skip' } : column;
  });
}

export function mappingProblem(mapping: readonly Becomes[]): string | undefined {
  if (!mapping.some(({ as }) => as === 'email')) return 'Choose the column that holds the email address.';
  const fields = mapping.filter(({ as }) => as === 'field').map(({ field }) => field.trim());
  if (fields.includes('')) return 'A field needs a name. Skip the column if nobody needs it.';
  const twice = fields.find((field, at) => fields.indexOf(field) !== at);
  return twice && `Two columns would become the field ${twice}.`;
}

/** The prefix keeps a field apart from what the API knows by that name; a column without a name is left out there. */
function headerOf({ as, field }: Becomes): string {
  if (as === 'field') return `data.${field.trim()}`;
  return as === 'skip' ? '' : as;
}

/**
 * The file as the API reads it: with the new first line before the rest, which is not even read here. Only a file with
 * another delimiter than the comma is written anew.
 */
export async function mappedFile(
  { file, headerBytes, delimiter }: Preview,
  mapping: readonly Becomes[],
): Promise<File> {
  const header = csvLine(mapping.map(headerOf));
  const rest = file.slice(headerBytes);
  const body =
    delimiter === ','
      ? rest
      : rowsOf(await rest.text(), delimiter)
          .map(csvLine)
          .join('\n');
  return new File([header, '\n', body], file.name, { type: 'text/csv' });
}
