import type { Ctx } from '../platform/context.ts';
import { RenderLimitError } from '../templates/language/compile.ts';
import { renderEmail } from './compose-email.ts';
import { type EmailRow, getEmailRow, toEmail } from './email.ts';
import type { SourceType } from './email-content.ts';
import { contentLoader, type PreparedContent } from './prepared-content.ts';

const loadContents = contentLoader();

/** One email as its recipient reads it: rendered again from the frozen content, since the ledger keeps no HTML. */
export async function readEmail(ctx: Ctx, id: string) {
  const row = await getEmailRow(ctx, id);
  const contents = await loadContents(ctx, [row]);
  const tries = await ctx.db
    .selectFrom('email_attempts')
    .select(['attempt', 'at', 'outcome', 'response'])
    .where('project_id', '=', ctx.projectId)
    .where('email_id', '=', id)
    .orderBy('attempt')
    .execute();
  return {
    ...toEmail(row),
    ...preview(ctx, row, contents.get(row.content_id) as PreparedContent),
    response: row.response,
    tries: tries.map((each) => ({ ...each, at: each.at.toISOString() })),
  };
}

function preview(ctx: Ctx, row: EmailRow, content: PreparedContent): { subject: string; body: string } {
  const contact = {
    id: row.contact_id,
    email: row.contact_email,
    subscribed: row.contact_subscribed,
    data: row.contact_data,
  };
  const variables = row.variables as Record<string, unknown> | null;
  try {
    const { subject, html } = renderEmail(ctx.config, content, {
      ...row,
      contact,
      variables,
      source_type: row.source_type as SourceType,
    });
    return { subject, body: html };
  } catch (error) {
    if (!(error instanceof RenderLimitError)) throw error;
    return { subject: row.subject, body: '' };
  }
}
