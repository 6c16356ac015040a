import { sql } from 'kysely';
import type { Template } from '../../contract/templates.ts';
import { assertVerifiedSender } from '../domains/verified-sender.ts';
import type { Ctx } from '../platform/context.ts';
import { notFound } from '../platform/errors.ts';
import { isUuid } from '../platform/uuid.ts';
import { assertTemplateSyntax } from './language/compile.ts';
import { getTemplate, type TemplateRow } from './template.ts';

interface Options {
  description?: string | null | undefined;
  fromName?: string | null | undefined;
  replyTo?: string | null | undefined;
}

type Content = Pick<Template, 'name' | 'subject' | 'body' | 'from' | 'type'>;
export type NewTemplate = Content & Options;
export type TemplatePatch = { [field in keyof Content]?: Content[field] | undefined } & Options;

export async function createTemplate(ctx: Ctx, template: NewTemplate): Promise<TemplateRow> {
  await assertContent(ctx, template);
  const { name, subject, body, from, type, description, fromName, replyTo } = template;
  const now = ctx.clock.now();
  return ctx.db
    .insertInto('templates')
    .values({
      project_id: ctx.projectId,
      ...{ name, subject, body, from, type },
      description: description ?? null,
      from_name: fromName ?? null,
      reply_to: replyTo ?? null,
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function updateTemplate(ctx: Ctx, id: string, patch: TemplatePatch): Promise<TemplateRow> {
  await getTemplate(ctx, id);
  await assertContent(ctx, patch);
  const { fromName, replyTo, ...columns } = patch;
  const row = await ctx.db
    .updateTable('templates')
    .set({ ...columns, from_name: fromName, reply_to: replyTo, updated_at: ctx.clock.now() })
    .where('project_id', '=', ctx.projectId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
  if (!row) throw notFound('Template', id);
  return row;
}

async function assertContent(ctx: Ctx, { subject, body, from }: TemplatePatch): Promise<void> {
  if (subject !== undefined) assertTemplateSyntax('subject', subject);
  if (body !== undefined) assertTemplateSyntax('body', body);
  if (from !== undefined) await assertVerifiedSender(ctx, from);
}

export async function duplicateTemplate(ctx: Ctx, id: string): Promise<TemplateRow> {
  const { id: _, name, ...columns } = await getTemplate(ctx, id);
  const now = ctx.clock.now();
  return ctx.db
    .insertInto('templates')
    .values({ ...columns, name: `${name} (Copy)`, created_at: now, updated_at: now })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Emails that were made from it have their own frozen content, and stay. */
export async function deleteTemplates(ctx: Ctx, ids: string[]): Promise<{ deleted: number }> {
  const deleted = await ctx.db
    .deleteFrom('templates')
    .where('project_id', '=', ctx.projectId)
    .where(sql<boolean>`(id = any(${ids.filter(isUuid)}::uuid[]))`)
    .returning('id')
    .execute();
  return { deleted: deleted.length };
}

export async function deleteTemplate(ctx: Ctx, id: string): Promise<void> {
  const { deleted } = await deleteTemplates(ctx, [id]);
  if (deleted === 0) throw notFound('Template', id);
}
