import { firstUuidV7, isUuid } from '../platform/uuid.ts';

/** Where items come from. The feed is ordered by time, then row id, then source: every item has one place in it. */
export type Source = 'campaign' | 'ended' | 'event' | 'started' | 'step' | 'suppressed';

export interface Position {
  ms: number;
  id: string;
  source: Source;
}

const CURSOR = /^(\d{1,14})_([0-9a-f-]{36})_([a-z]+)$/;
const SOURCES: readonly string[] = ['campaign', 'ended', 'event', 'started', 'step', 'suppressed'] satisfies Source[];

export const cursorOf = ({ ms, id, source }: Position): string => `${ms}_${id}_${source}`;

/** Cursors come from anyone: what was not made by cursorOf is no position. */
export function positionOf(cursor: string): Position | undefined {
  const [, ms, id = '', source = ''] = CURSOR.exec(cursor) ?? [];
  if (!isUuid(id) || !SOURCES.includes(source)) return undefined;
  return { ms: Number(ms), id, source: source as Source };
}

/** Newest first. Ids are lower-case text of one layout, which sorts as their bytes do in the database. */
export function newestFirst(a: Position, b: Position): number {
  if (a.ms !== b.ms) return b.ms - a.ms;
  if (a.id !== b.id) return a.id < b.id ? 1 : -1;
  return a.source < b.source ? 1 : -1;
}

/** For sources whose ids are made from their time: only smaller ids come after the position. */
export function idLimit({ ms, id }: Position): string {
  const [first, next] = [firstUuidV7(new Date(ms)), firstUuidV7(new Date(ms + 1))];
  if (id < first) return first;
  return id < next ? id : next;
}

/** When an id was made. */
export const msOf = (id: string): number => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
