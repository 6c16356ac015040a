import type { Selectable } from 'kysely';
import type { Template } from '../../contract/templates.ts';
import type { Ctx } from '../platform/context.ts';
import type { Templates } from '../platform/db/tables.ts';
import { notFound } from '../platform/errors.ts';
import { isUuid } from '../platform/uuid.ts';

export type TemplateRow = Selectable<Templates>;

export function toTemplate(row: TemplateRow): Template {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    subject: row.subject,
    body: row.body,
    from: row.from,
    fromName: row.from_name,
    replyTo: row.reply_to,
    type: row.type as Template['type'],
    projectId: row.project_id,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

export async function getTemplate(ctx: Ctx, id: string): Promise<TemplateRow> {
  const row = isUuid(id) ? await templateWithId(ctx, id).executeTakeFirst() : undefined;
  if (!row) throw notFound('Template', id);
  return row;
}

/** For whoever is about to refer to it: it stays until the transaction ends. */
export async function holdTemplate(ctx: Ctx, id: string): Promise<TemplateRow> {
  const row = isUuid(id) ? await templateWithId(ctx, id).forKeyShare().executeTakeFirst() : undefined;
  if (!row) throw notFound('Template', id);
  return row;
}

const templateWithId = (ctx: Ctx, id: string) =>
  ctx.db.selectFrom('templates').selectAll().where('project_id', '=', ctx.projectId).where('id', '=', id);
