import type { Ctx } from '../platform/context.ts';
import { cutPage } from '../platform/db/page.ts';
import { isUuid } from '../platform/uuid.ts';
import { selectEmails, toEmail } from './email.ts';

export interface EmailQuery {
  limit: number;
  cursor?: string | undefined;
  status?: string | undefined;
  campaignId?: string | undefined;
  contactId?: string | undefined;
}

/** Newest first: ids are made in the order of time, so the last id of a page is the cursor of the next. */
export async function listEmails(ctx: Ctx, { limit, cursor, ...filter }: EmailQuery) {
  const ids = [cursor, filter.campaignId, filter.contactId].filter((id) => id !== undefined);
  if (!ids.every(isUuid)) return { data: [], hasMore: false, total: 0 };
  const rows = await selectEmails(ctx)
    .where((eb) => eb.and(matches(filter).map(([column, value]) => eb(column, '=', value))))
    .$if(cursor !== undefined, (query) => query.where('emails.id', '<', cursor as string))
    .orderBy('emails.id', 'desc')
    .limit(limit + 1)
    .execute();
  const { page, ...rest } = cutPage(rows, limit, ({ id }) => id);
  return { data: page.map(toEmail), ...rest, total: cursor === undefined ? await countEmails(ctx, filter) : 0 };
}

type Filter = Omit<EmailQuery, 'limit' | 'cursor'>;

function matches({ status, campaignId, contactId }: Filter) {
  const wanted = [
    ['emails.status', status],
    ['emails.campaign_id', campaignId],
    ['emails.contact_id', contactId],
  ] as const;
  return wanted.filter((each): each is [(typeof each)[0], string] => each[1] !== undefined);
}

async function countEmails(ctx: Ctx, filter: Filter): Promise<number> {
  const { count } = await ctx.db
    .selectFrom('emails')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('project_id', '=', ctx.projectId)
    .where((eb) => eb.and(matches(filter).map(([column, value]) => eb(column, '=', value))))
    .executeTakeFirstOrThrow();
  return count;
}
