import { sql } from 'kysely';
import { CAMPAIGN_STATUSES } from '../../contract/campaigns.ts';
import type { Ctx } from '../platform/context.ts';
import { escapeLike } from '../platform/db/page.ts';
import { badRequest } from '../platform/errors.ts';
import { withSegments } from './campaign.ts';

export interface CampaignQuery {
  page: number;
  pageSize: number;
  status?: string | undefined;
  search?: string | undefined;
  sort: 'createdAt' | 'name' | 'updatedAt';
  dir: 'asc' | 'desc';
}

const ORDER = { createdAt: sql`created_at`, name: sql`lower(name)`, updatedAt: sql`updated_at` };

export async function listCampaigns(ctx: Ctx, { page, pageSize, status, search, sort, dir }: CampaignQuery) {
  if (status && !CAMPAIGN_STATUSES.some((known) => known === status)) {
    throw badRequest('Invalid status value');
  }
  let matching = ctx.db.selectFrom('campaigns').where('project_id', '=', ctx.projectId);
  if (status) matching = matching.where('status', '=', status);
  if (search) {
    const pattern = `%${escapeLike(search)}%`;
    matching = matching.where((eb) =>
      eb.or([eb('name', 'ilike', pattern), eb('subject', 'ilike', pattern), eb('from', 'ilike', pattern)]),
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
  return { data: await withSegments(ctx, rows), total, page, pageSize, totalPages: Math.ceil(total / pageSize) };
}
