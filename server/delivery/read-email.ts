import type { Ctx } from '../platform/context.ts';
import { RenderLimitError } from '../templates/language/compile.ts';
import { renderEmail } from './compose-email.ts';
import { type EmailRow, getEmailRow, recipientOf, toEmail } from './email.ts';
import { contentLoader, type PreparedContent } from './prepared-content.ts';

const loadContents = contentLoader();

/** One email as its recipient reads it: rendered again from the frozen content, since the ledger keeps no HTML. */
export async function readEmail(ctx: Ctx, id: string) {
  const row = await getEmailRow(ctx, id);
  const tries = await ctx.db
    .selectFrom('email_attempts')
    .select(['attempt', 'at', 'outcome', 'response'])
    .where('project_id', '=', ctx.projectId)
    .where('email_id', '=', id)
    .orderBy('attempt')
    .execute();
  return {
    ...toEmail(row),
    ...(row.source_type === 'INBOUND' ? { body: await receivedBody(ctx, row) } : await preview(ctx, row)),
    response: row.response,
    tries: tries.map((each) => ({ ...each, at: each.at.toISOString() })),
  };
}

/** A stranger wrote it: what looks like a placeholder is none. */
async function receivedBody(ctx: Ctx, { content_id }: EmailRow): Promise<string> {
  const { body } = await ctx.db
    .selectFrom('email_contents')
    .select('body')
    .where('project_id', '=', ctx.projectId)
    .where('id', '=', content_id)
    .executeTakeFirstOrThrow();
  return body;
}

async function preview(ctx: Ctx, row: EmailRow): Promise<{ subject: string; body: string }> {
  const contents = await loadContents(ctx, [row]);
  const content = contents.get(row.content_id) as PreparedContent;
  try {
    const { subject, html } = renderEmail(ctx.config, content, recipientOf(row));
    return { subject, body: html };
  } catch (error) {
    if (!(error instanceof RenderLimitError)) throw error;
    return { subject: row.subject, body: '' };
  }
}
