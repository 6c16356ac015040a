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

/** Freezes what is to be sent and answers its id. The same content, frozen again, is the same row. */
export async function freezeContent(ctx: Ctx, content: EmailContent): Promise<string> {
  const { attachments, ...fields } = content;
  const hash = hashOf(content);
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
  if (!inserted) return findByHash(ctx, hash);
  await storeAttachments(ctx, inserted.id, attachments);
  return inserted.id;
}

function hashOf({ attachments, ...fields }: EmailContent): Buffer {
  const hash = createHash('sha256').update(JSON.stringify(fields));
  for (const { content, ...about } of attachments) hash.update(JSON.stringify(about)).update(content);
  return hash.digest();
}

async function findByHash(ctx: Ctx, hash: Buffer): Promise<string> {
  const { id } = await ctx.db
    .selectFrom('email_contents')
    .select('id')
    .where('project_id', '=', ctx.projectId)
    .where('hash', '=', hash)
    .executeTakeFirstOrThrow();
  return id;
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
