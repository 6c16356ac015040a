import { type RawBuilder, sql } from 'kysely';
import type { Activity } from '../../contract/activity.ts';
import { firstUuidV7 } from '../platform/uuid.ts';
import { idLimit, type Position, type Source } from './position.ts';

/** What part of the feed is read: at most `limit` items of `types`, after the position, inside the times. */
export interface Slice {
  types: readonly Activity['type'][];
  contactId: string | undefined;
  position: Position | undefined;
  start: Date | undefined;
  end: Date | undefined;
  limit: number;
}

export interface Placed {
  position: Position;
  item: Activity;
}

/** Bounds on ids that are made from their time. */
export function idBounds({ position, start, end }: Slice): { from: string; before: string } {
  const limits = [position ? idLimit(position) : LAST_ID, end ? firstUuidV7(end) : LAST_ID].sort();
  return { from: firstUuidV7(start ?? new Date(0)), before: limits[0] ?? LAST_ID };
}

const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** True for rows of a source inside the slice, by a column of time and one of ids, in a form that an index serves. */
export function isInside(
  { position, start, end }: Slice,
  source: Source,
  [time, id]: [RawBuilder<unknown>, RawBuilder<unknown>],
): RawBuilder<unknown> {
  const bounds = [sql`${time} is not null`];
  if (start) bounds.push(sql`${time} >= ${start}`);
  if (end) bounds.push(sql`${time} < ${end}`);
  if (position) {
    const isBefore = sql.raw(source < position.source ? '<=' : '<');
    bounds.push(sql`(${time}, ${id}) ${isBefore} (${new Date(position.ms)}::timestamptz, ${position.id}::uuid)`);
  }
  return sql`(${sql.join(bounds, sql` and `)})`;
}

export const contactOf = (row: { contact_id: string | null; contact_email: string | null }) => ({
  ...(row.contact_email === null ? {} : { contactEmail: row.contact_email }),
  ...(row.contact_id === null ? {} : { contactId: row.contact_id }),
});
