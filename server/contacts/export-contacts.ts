import { sql } from 'kysely';
import type { Ctx } from '../platform/context.ts';
import { csvLine } from '../platform/csv.ts';
import { Download } from '../platform/http/download.ts';
import { type ContactRow, toContact } from './contact.ts';
import { type ContactQuery, contactsMatching } from './list-contacts.ts';

type Filter = Pick<ContactQuery, 'search' | 'subscribed'>;

const PAGE = 1000;
const COLUMNS = ['id', 'email', 'subscribed', 'createdAt', 'updatedAt'] as const;

/** In the order of their creation, a page at a time: what is exported never stands in memory as a whole. */
export function exportContacts(ctx: Ctx, filter: Filter): Download {
  return new Download({
    filename: 'contacts.csv',
    contentType: 'text/csv; charset=utf-8',
    chunks: linesOf(ctx, filter),
  });
}

async function* linesOf(ctx: Ctx, filter: Filter): AsyncGenerator<string> {
  const keys = await keysOf(ctx, filter);
  yield csvLine([...COLUMNS, ...keys.map(columnName)]);
  for (let after: string | undefined, more = true; more; ) {
    const page = await pageAfter(ctx, filter, after);
    yield page.map((row) => lineOf(row, keys)).join('');
    after = page.at(-1)?.id;
    more = page.length === PAGE;
  }
}

/** A key that is named like a column of the contact itself is told apart; an import knows the prefix. */
const columnName = (key: string): string =>
  (COLUMNS as readonly string[]).includes(key) || key.startsWith('data.') ? `data.${key}` : key;

async function keysOf(ctx: Ctx, filter: Filter): Promise<string[]> {
  const rows = await contactsMatching(ctx, filter)
    .select(sql<string>`jsonb_object_keys(data)`.as('key'))
    .distinct()
    .execute();
  return rows.map(({ key }) => key).sort();
}

function pageAfter(ctx: Ctx, filter: Filter, after: string | undefined): Promise<ContactRow[]> {
  let page = contactsMatching(ctx, filter).selectAll().orderBy('id').limit(PAGE);
  if (after !== undefined) page = page.where('id', '>', after);
  return page.execute();
}

function lineOf(row: ContactRow, keys: string[]): string {
  const contact = toContact(row);
  return csvLine([...COLUMNS.map((column) => contact[column]), ...keys.map((key) => contact.data?.[key])]);
}
