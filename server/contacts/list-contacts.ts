import { type SelectQueryBuilder, sql } from 'kysely';
import type { Ctx } from '../platform/context.ts';
import { cutPage, decodeCursor, encodeCursor, escapeLike, type Position } from '../platform/db/page.ts';
import type { DB } from '../platform/db/tables.ts';
import { isUuid } from '../platform/uuid.ts';
import { toContact } from './contact.ts';
import { countContacts } from './contact-counts.ts';

export interface ContactQuery {
  limit: number;
  cursor?: string | undefined;
  search?: string | undefined;
  subscribed?: boolean | undefined;
  sort: 'createdAt' | 'email';
  dir: 'asc' | 'desc';
}

type Contacts = SelectQueryBuilder<DB, 'contacts', unknown>;

// A cursor carries the exact time: whole microseconds, as text.
const MICROSECONDS = /^\d{1,17}$/;
const sortText = {
  createdAt: sql<string>`(extract(epoch from created_at) * 1000000)::bigint::text`,
  email: sql<string>`email`,
};

export async function listContacts(ctx: Ctx, query: ContactQuery) {
  const position = query.cursor ? positionOf(query.cursor, query.sort) : undefined;
  // A cursor that we did not make points nowhere.
  if (query.cursor && !position) return { data: [], hasMore: false, total: 0 };
  const matching = contactsMatching(ctx, query);
  const [rows, total] = await Promise.all([
    pageAfter(matching, query, position),
    position ? 0 : totalOf(ctx, matching, query),
  ]);
  const { page, ...rest } = cutPage(rows, query.limit, ({ sort_text, id }) => encodeCursor({ value: sort_text, id }));
  return { data: page.map(toContact), ...rest, total };
}

export function contactsMatching(
  ctx: Ctx,
  { search, subscribed }: Pick<ContactQuery, 'search' | 'subscribed'>,
): Contacts {
  let matching: Contacts = ctx.db.selectFrom('contacts').where('project_id', '=', ctx.projectId);
  if (subscribed !== undefined) matching = matching.where('subscribed', '=', subscribed);
  // Addresses are stored in lower case: `like` on the lowered term is the case-insensitive match, by trigrams.
  if (search) matching = matching.where('email', 'like', `%${escapeLike(search.trim().toLowerCase())}%`);
  return matching;
}

/** One row more than asked tells whether a next page exists. */
function pageAfter(matching: Contacts, { sort, dir, limit }: ContactQuery, position: Position | undefined) {
  const column = sort === 'email' ? ('email' as const) : ('created_at' as const);
  let page = matching
    .selectAll()
    .select(sortText[sort].as('sort_text'))
    .orderBy(column, dir)
    .orderBy('id', dir)
    .limit(limit + 1);
  if (position) {
    const value =
      sort === 'email'
        ? sql`${position.value}`
        : sql`timestamptz 'epoch' + ${position.value}::bigint * interval '1 microsecond'`;
    const after = sql.raw(dir === 'asc' ? '>' : '<');
    page = page.where(sql<boolean>`((${sql.ref(column)}, id) ${after} (${value}, ${position.id}::uuid))`);
  }
  return page.execute();
}

function positionOf(cursor: string, sort: ContactQuery['sort']): Position | undefined {
  const position = decodeCursor(cursor);
  if (!position || !isUuid(position.id)) return undefined;
  return sort === 'email' || MICROSECONDS.test(position.value) ? position : undefined;
}

/** Only a search has to count: the others are known at any size. */
async function totalOf(ctx: Ctx, matching: Contacts, { search, subscribed }: ContactQuery): Promise<number> {
  if (!search) return countContacts(ctx, { subscribed });
  const { count } = await matching.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  return count;
}
