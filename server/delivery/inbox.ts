import { sql } from 'kysely';
import PostalMime from 'postal-mime';
import type { Ctx } from '../platform/context.ts';
import { cutPage } from '../platform/db/page.ts';
import { notFound } from '../platform/errors.ts';
import { isUuid } from '../platform/uuid.ts';

/** Enough for any header block of ours; the list needs no more of a message than its headers. */
const HEADER_BYTES = 16_384;

/** Mail of the project, and tests that somebody in it asked for. */
const isHere = (ctx: Ctx) => sql<boolean>`(
  project_id = ${ctx.projectId}
  or (project_id, email_id) in (select sender_id, email_id from test_emails where project_id = ${ctx.projectId})
)`;

const captured = (ctx: Ctx) =>
  ctx.db
    .selectFrom('captured_messages')
    .select(['email_id', 'envelope_to', 'created_at', sql<number>`octet_length(raw)`.as('size')])
    .where(isHere(ctx));

export async function listInbox(ctx: Ctx, { limit, cursor }: { limit: number; cursor?: string | undefined }) {
  if (cursor !== undefined && !isUuid(cursor)) return { data: [], hasMore: false, total: 0 };
  const rows = await captured(ctx)
    .select(sql<Buffer>`substring(raw for ${HEADER_BYTES})`.as('head'))
    .$if(cursor !== undefined, (query) => query.where('email_id', '<', cursor as string))
    .orderBy('email_id', 'desc')
    .limit(limit + 1)
    .execute();
  const { page, ...rest } = cutPage(rows, limit, ({ email_id }) => email_id);
  const data = await Promise.all(page.map(async (row) => summary(row, await PostalMime.parse(headersOnly(row.head)))));
  return { data, ...rest, total: cursor === undefined ? await countCaptured(ctx) : 0 };
}

const headersOnly = (head: Buffer): Buffer => {
  const end = head.indexOf('\r\n\r\n');
  return end < 0 ? head : head.subarray(0, end + 4);
};

interface CapturedRow {
  email_id: string;
  envelope_to: string;
  created_at: Date;
  size: number;
}

type Parsed = Awaited<ReturnType<typeof PostalMime.parse>>;

function summary(row: CapturedRow, parsed: Parsed) {
  return {
    id: row.email_id,
    from: headerOf(parsed, 'from'),
    to: headerOf(parsed, 'to') || row.envelope_to,
    subject: parsed.subject ?? '',
    size: row.size,
    createdAt: row.created_at.toISOString(),
  };
}

const headerOf = (parsed: Parsed, key: 'from' | 'to'): string =>
  [parsed[key] ?? []]
    .flat()
    .map(({ name, address }) => (name ? `${name} <${address}>` : (address ?? '')))
    .join(', ');

async function countCaptured(ctx: Ctx): Promise<number> {
  const { count } = await ctx.db
    .selectFrom('captured_messages')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where(isHere(ctx))
    .executeTakeFirstOrThrow();
  return count;
}

export async function getCaptured(ctx: Ctx, id: string) {
  const row = isUuid(id) ? await captured(ctx).select('raw').where('email_id', '=', id).executeTakeFirst() : undefined;
  if (!row) throw notFound('Message', id);
  const parsed = await PostalMime.parse(row.raw, { attachmentEncoding: 'arraybuffer' });
  return {
    ...summary(row, parsed),
    html: parsed.html ?? null,
    text: parsed.text ?? null,
    headers: parsed.headers.map(({ originalKey, value }) => ({ name: originalKey, value })),
    source: row.raw.toString('base64'),
    attachments: parsed.attachments.map((attachment) => {
      const content = Buffer.from(attachment.content as ArrayBuffer);
      return {
        filename: attachment.filename,
        contentType: attachment.mimeType,
        disposition: attachment.disposition,
        contentId: attachment.contentId ?? null,
        size: content.length,
        content: content.toString('base64'),
      };
    }),
  };
}

export async function emptyInbox(ctx: Ctx): Promise<void> {
  await ctx.db.deleteFrom('captured_messages').where(isHere(ctx)).execute();
}
