import { sql } from 'kysely';
import { type BaseCtx, transaction } from '../platform/context.ts';

/** Each slice looks through the mail of one project once: the more contents it asks about, the better. */
const SLICE = 10_000;

/** Deletes frozen contents, attachments included, whose emails are all gone. */
export async function deleteLooseContents(ctx: BaseCtx): Promise<void> {
  for (let at: Place | undefined = { projectId: FIRST, contentId: FIRST }; at; ) {
    const noted = await nextSlice(ctx, at);
    if (noted) await transaction(ctx, (ctx) => settle(ctx, noted));
    at = noted && { projectId: noted.projectId, contentId: noted.contentIds.at(-1) as string };
  }
}

const FIRST = '00000000-0000-0000-0000-000000000000';

interface Place {
  projectId: string;
  contentId: string;
}

interface Noted {
  projectId: string;
  contentIds: string[];
}

/** Contents of the next project, in order, that lost an email. */
async function nextSlice(ctx: BaseCtx, { projectId, contentId }: Place): Promise<Noted | undefined> {
  const { rows } = await sql<{ project_id: string; content_id: string }>`
    with next as (
      select project_id from loose_contents
      where (project_id, content_id) > (${projectId}::uuid, ${contentId}::uuid)
      order by project_id, content_id
      limit 1
    )
    select distinct project_id, content_id from loose_contents
    where project_id = (select project_id from next) and (project_id, content_id) > (${projectId}::uuid, ${contentId}::uuid)
    order by project_id, content_id
    limit ${SLICE}
  `.execute(ctx.db);
  const [first] = rows;
  return first && { projectId: first.project_id, contentIds: rows.map((row) => row.content_id) };
}

/**
 * Several statements on purpose. Who queues mail of a content holds its row until the emails can be seen
 * (email-content.ts#freezeContent). Rows that are held are left for the next time; the others cannot be held any more when
 * the last statement begins, and it sees every email there is. The notes go before it: one that comes in between stays.
 */
async function settle(ctx: BaseCtx, { projectId, contentIds }: Noted): Promise<void> {
  const { rows: free } = await sql<{ id: string }>`
    select id from email_contents
    where project_id = ${projectId} and id = any(${contentIds}::uuid[])
    for update skip locked
  `.execute(ctx.db);
  const ids = free.map(({ id }) => id);
  await sql`
    delete from loose_contents
    where project_id = ${projectId} and content_id = any(${contentIds}::uuid[])
      and (content_id = any(${ids}::uuid[])
        or not exists (select from email_contents where project_id = ${projectId} and id = loose_contents.content_id))
  `.execute(ctx.db);
  await sql`
    delete from email_contents
    where project_id = ${projectId} and id = any(${ids}::uuid[])
      and not exists (select from emails
        where emails.project_id = ${projectId} and emails.content_id = email_contents.id)
      and not exists (select from campaigns
        where campaigns.project_id = ${projectId} and campaigns.content_id = email_contents.id)
  `.execute(ctx.db);
}
