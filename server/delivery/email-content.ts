import { createHash } from 'node:crypto';
import type { Ctx } from '../platform/context.ts';

export type EmailKind = 'TRANSACTIONAL' | 'MARKETING' | 'HEADLESS';
export type SourceType = 'TRANSACTIONAL' | 'CAMPAIGN' | 'WORKFLOW';

export interface Attachment {
  filename: string;
  contentType: string;
  contentIdHeader?: string | undefined;
  disposition: 'attachment' | 'inline';
  content: Buffer;
}

export interface EmailContent {
  kind: EmailKind;
  subject: string;
  body: string;
  fromEmail: string;
  fromName: string | null;
  replyTo: string | null;
  headers: Record<string, string>;
  tracked: boolean;
  attachments: Attachment[];
}

/**
 * Freezes what is to be sent and answers its id. The same content, frozen again, is the same row. Nobody deletes it before
 * the caller's transaction ends, with the emails that refer to it (loose-contents.ts): no foreign key says so.
 */
export async function freezeContent(ctx: Ctx, content: EmailContent): Promise<string> {
  const hash = hashOf(content);
  for (;;) {
    const id = (await insertContent(ctx, content, hash)) ?? (await holdContent(ctx, hash));
    if (id) return id;
  }
}

/** Undefined: it is there already. */
async function insertContent(ctx: Ctx, content: EmailContent, hash: Buffer): Promise<string | undefined> {
  const { attachments, ...fields } = content;
  const inserted = await ctx.db
    .insertInto('email_contents')
    .values({
      project_id: ctx.projectId,
      hash,
      kind: fields.kind,
      subject: fields.subject,
      body: fields.body,
      from_email: fields.fromEmail,
      from_name: fields.fromName,
      reply_to: fields.replyTo,
      headers: JSON.stringify(fields.headers),
      tracked: fields.tracked,
    })
    .onConflict((conflict) => conflict.columns(['project_id', 'hash']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (inserted) await storeAttachments(ctx, inserted.id, attachments);
  return inserted?.id;
}

function hashOf({ attachments, ...fields }: EmailContent): Buffer {
  const hash = createHash('sha256').update(JSON.stringify(fields));
  for (const { content, ...about } of attachments) hash.update(JSON.stringify(about)).update(content);
  return hash.digest();
}

/** Undefined: it was deleted since it was found to be there. */
async function holdContent(ctx: Ctx, hash: Buffer): Promise<string | undefined> {
  const held = await ctx.db
    .selectFrom('email_contents')
    .select('id')
    .where('project_id', '=', ctx.projectId)
    .where('hash', '=', hash)
    .forKeyShare()
    .executeTakeFirst();
  return held?.id;
}

async function storeAttachments(ctx: Ctx, contentId: string, attachments: Attachment[]): Promise<void> {
  if (attachments.length === 0) return;
  await ctx.db
    .insertInto('email_attachments')
    .values(
      attachments.map((attachment, position) => ({
        project_id: ctx.projectId,
        content_id: contentId,
        position,
        filename: attachment.filename,
        content_type: attachment.contentType,
        content_id_header: attachment.contentIdHeader ?? null,
        disposition: attachment.disposition,
        content: attachment.content,
      })),
    )
    .execute();
}

/** Marketing mail goes to subscribers only; so does headless mail, except when a developer sends it to one person. */
export function needsSubscription(kind: EmailKind, sourceType: SourceType): boolean {
  return kind === 'MARKETING' || (kind === 'HEADLESS' && sourceType !== 'TRANSACTIONAL');
}
