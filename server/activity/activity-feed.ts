import { ACTIVITY_TYPES, type ActivityType } from '../../contract/activity.ts';
import { days } from '../platform/clock.ts';
import type { Ctx } from '../platform/context.ts';
import { cutPage } from '../platform/db/page.ts';
import { type AskedPeriod, readPeriod } from '../platform/period.ts';
import { isUuid } from '../platform/uuid.ts';
import { campaignItems } from './campaign-items.ts';
import { eventItems } from './event-items.ts';
import type { Slice } from './feed-sources.ts';
import { cursorOf, newestFirst, positionOf } from './position.ts';
import { stepItems } from './step-items.ts';
import { suppressedItems } from './suppressed-items.ts';
import { endedItems, startedItems } from './workflow-items.ts';

export interface ActivityQuery extends AskedPeriod {
  limit: number;
  cursor?: string | undefined;
  types?: string | undefined;
  contactId?: string | undefined;
}

const FEED_DAYS = 30;

/**
 * Each source answers with its own newest items, at most a page of them and by an index; the page is cut from those. So
 * its cost depends on neither the size of the project nor how far back it is.
 */
export async function listActivity(ctx: Ctx, { limit, cursor, types, contactId, ...asked }: ActivityQuery) {
  const position = cursor === undefined ? undefined : positionOf(cursor);
  const slice: Slice = {
    types: typesOf(types),
    contactId,
    position,
    limit: limit + 1,
    ...timesOf(ctx, asked, position !== undefined || contactId !== undefined),
  };
  // A cursor that we did not make points nowhere, and such an id names nobody.
  if ((cursor !== undefined && !position) || (contactId !== undefined && !isUuid(contactId))) {
    return { data: [], hasMore: false };
  }
  const sources = [eventItems, suppressedItems, campaignItems, startedItems, endedItems, stepItems];
  const found = await Promise.all(sources.map((source) => source(ctx, slice)));
  const sorted = found.flat().sort((a, b) => newestFirst(a.position, b.position));
  const { page, ...rest } = cutPage(sorted, limit, (last) => cursorOf(last.position));
  return { data: page.map(({ item }) => item), ...rest };
}

/** Unknown types are dropped; when none is left of those that were asked for, nothing matches. */
function typesOf(text: string | undefined): ActivityType[] {
  const all: ActivityType[] = [...ACTIVITY_TYPES, 'workflow.step'];
  const asked = (text ?? '').split(',').map((type) => type.trim());
  return asked.every((type) => type === '') ? all : all.filter((type) => asked.includes(type));
}

/** A first page looks back a month; the pages after it, and a contact's timeline, as far as there is anything. */
function timesOf(ctx: Ctx, asked: AskedPeriod, isWhole: boolean): Pick<Slice, 'start' | 'end'> {
  const now = ctx.clock.now();
  const { start, end } = readPeriod(now, asked);
  const last = asked.endDate === undefined ? now : end;
  const monthBefore = isWhole ? undefined : new Date(last.getTime() - days(FEED_DAYS));
  return {
    start: asked.startDate === undefined ? monthBefore : start,
    end: asked.endDate === undefined ? undefined : end,
  };
}
