import type { Ctx } from '../platform/context.ts';
import { cutPage } from '../platform/db/page.ts';
import { isUuid } from '../platform/uuid.ts';
import { countMatchingEmails, type EmailFilter } from './count-emails.ts';
import { selectEmails, toEmail } from './email.ts';
import { withSubjects } from './email-subjects.ts';

export interface EmailQuery extends EmailFilter {
  limit: number;
  cursor?: string | undefined;
}

/** Newest first: ids are made in the order of time, so the last id of a page is the cursor of the next. */
export async function listEmails(ctx: Ctx, { limit, cursor, ...filter }: EmailQuery) {
  const ids = [cursor, filter.campaignId, filter.contactId].filter((id) => id !== undefined);
  if (!ids.every(isUuid)) return { data: [], hasMore: false, total: 0 };
  const total = cursor === undefined ? await countMatchingEmails(ctx, filter) : 0;
  // Known before the rows are: looking for a state that no email has would walk over all of them.
  if (cursor === undefined && total === 0) return { data: [], hasMore: false, total };
  const rows = await pageAfter(ctx, { limit, cursor, ...filter });
  const { page, ...rest } = cutPage(rows, limit, ({ id }) => id);
  return { data: withSubjects(ctx, page).map(toEmail), ...rest, total };
}

function pageAfter(ctx: Ctx, { limit, cursor, status, campaignId, contactId }: EmailQuery) {
  let rows = selectEmails(ctx).limit(limit + 1);
  if (status !== undefined) rows = rows.where('emails.status', '=', status);
  if (contactId !== undefined) rows = rows.where('emails.contact_id', '=', contactId);
  if (campaignId === undefined) {
    if (cursor !== undefined) rows = rows.where('emails.id', '<', cursor);
    return rows.orderBy('emails.id', 'desc').execute();
  }
  // A campaign's emails are queued in the order of its contacts, and an index has them in that order.
  rows = rows.where('emails.campaign_id', '=', campaignId);
  if (cursor !== undefined) rows = rows.where('emails.contact_id', '<', contactOf(ctx, cursor));
  return rows.orderBy('emails.contact_id', 'desc').execute();
}

const contactOf = (ctx: Ctx, emailId: string) =>
  ctx.db
    .selectFrom('emails as last')
    .select('last.contact_id')
    .where('last.project_id', '=', ctx.projectId)
    .where('last.id', '=', emailId);
