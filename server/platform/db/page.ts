/** A keyset position: the sort value and the id of the last row seen, as text that Postgres reads back exactly. */
export interface Position {
  value: string;
  id: string;
}

export function encodeCursor({ value, id }: Position): string {
  return Buffer.from(JSON.stringify([value, id])).toString('base64url');
}

/** Cursors come from anyone: what was not made by encodeCursor is no position. */
export function decodeCursor(cursor: string): Position | undefined {
  try {
    const decoded: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    if (!Array.isArray(decoded) || decoded.length !== 2) return undefined;
    const [value, id] = decoded as unknown[];
    return typeof value === 'string' && typeof id === 'string' ? { value, id } : undefined;
  } catch {
    return undefined;
  }
}

/** Rows are fetched one more than asked: the surplus row tells that a next page exists. */
export function cutPage<Row>(rows: Row[], limit: number, cursorOf: (last: Row) => string) {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const hasMore = rows.length > limit;
  return { page, hasMore, ...(hasMore && last !== undefined ? { cursor: cursorOf(last) } : {}) };
}

/** A term of a person's search is text, not a pattern. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, (sign) => `\\${sign}`);
