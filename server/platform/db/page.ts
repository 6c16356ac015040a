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
