import { sql } from 'kysely';
import type { Template } from '../../contract/templates.ts';
import type { Ctx } from '../platform/context.ts';
import { escapeLike } from '../platform/db/page.ts';
import { toTemplate } from './template.ts';

export interface TemplateQuery {
  page: number;
  pageSize: number;
  type?: Template['type'] | undefined;
  search?: string | undefined;
  sort: 'createdAt' | 'name' | 'updatedAt';
  dir: 'asc' | 'desc';
}

const ORDER = { createdAt: sql`created_at`, name: sql`lower(name)`, updatedAt: sql`updated_at` };

export async function listTemplates(ctx: Ctx, { page, pageSize, type, search, sort, dir }: TemplateQuery) {
  let matching = ctx.db.selectFrom('templates').where('project_id', '=', ctx.projectId);
  if (type) matching = matching.where('type', '=', type);
  if (search?.trim()) {
    const pattern = `%${escapeLike(search.trim())}%`;
    matching = matching.where((eb) =>
      eb.or([eb('name', 'ilike', pattern), eb('description', 'ilike', pattern), eb('subject', 'ilike', pattern)]),
    );
  }
  const { total } = await matching.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await matching
    .selectAll()
    .orderBy(ORDER[sort], dir)
    .orderBy('id', dir)
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
  return { data: rows.map(toTemplate), total, page, pageSize, totalPages: Math.ceil(total / pageSize) };
}
