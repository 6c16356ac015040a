import { sql } from 'kysely';
import { getDomain } from '../domains/domain.ts';
import { removeDomain } from '../domains/remove-domain.ts';
import { type Ctx, transaction } from '../platform/context.ts';
import { conflict } from '../platform/errors.ts';
import { openCampaigns } from './campaigns-mentioning.ts';

/** Workflow steps send through templates. */
export function deleteUnusedDomain(ctx: Ctx, id: string): Promise<{ success: true }> {
  return transaction(ctx, async (ctx) => {
    const { domain } = await getDomain(ctx, id);
    const templates = await templatesSendingFrom(ctx, domain);
    if (templates > 0) {
      throw conflict(`The domain ${domain} is the sender of ${templates} template(s): change or delete them first`);
    }
    const [campaign] = await campaignsSendingFrom(ctx, domain);
    if (campaign) throw conflict(`The domain ${domain} is the sender of the campaign "${campaign.name}"`);
    await removeDomain(ctx, id);
    return { success: true };
  });
}

/** The domain of the sender's address. */
const senderDomain = sql<string>`split_part(lower("from"), '@', 2)`;

async function templatesSendingFrom(ctx: Ctx, domain: string): Promise<number> {
  const { count } = await ctx.db
    .selectFrom('templates')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('project_id', '=', ctx.projectId)
    .where(senderDomain, '=', domain)
    .executeTakeFirstOrThrow();
  return count;
}

const campaignsSendingFrom = (ctx: Ctx, domain: string) =>
  openCampaigns(ctx).select('name').where(senderDomain, '=', domain).limit(1).execute();
