import { type RawBuilder, sql } from 'kysely';
import { createCampaign } from '../../server/campaigns/edit-campaign.ts';
import { fanOutCampaign } from '../../server/campaigns/fan-out-campaign.ts';
import { addBootstrapDomains } from '../../server/domains/domain.ts';
import type { Ctx } from '../../server/platform/context.ts';
import { all, bareNested, hasBought, nested, recentPurchases } from './audience-questions.ts';
import { seconds, timed, verdict } from './report.ts';

const DOMAIN = 'bench.test';
const MAX_RATIO = 2;

/** Two audiences that have to be looked for, and then everybody of the project. */
export async function benchFreezing(ctx: Ctx): Promise<void> {
  await addBootstrapDomains(ctx, ctx.projectId, [DOMAIN]);
  const bought = sql`id in (select contact_id from ${recentPurchases(ctx)})`;
  await freeze(ctx, { name: 'by event', audienceType: 'FILTERED', audienceCondition: all(hasBought) }, bought);
  await freeze(ctx, { name: 'nested', audienceType: 'FILTERED', audienceCondition: nested }, bareNested(ctx));
  await freeze(ctx, { name: 'everyone', audienceType: 'ALL' }, sql`true`);
}

type Audience = Pick<Parameters<typeof createCampaign>[1], 'name' | 'audienceType' | 'audienceCondition'>;

async function freeze(ctx: Ctx, audience: Audience, who: RawBuilder<unknown>): Promise<void> {
  // To everyone, subscribed or not: the largest audience that there is.
  const content = { type: 'TRANSACTIONAL' as const, subject: 'Hi', body: '<p>Hi</p>', from: `news@${DOMAIN}` };
  const { id } = await createCampaign(ctx, { ...content, ...audience });
  await sql`update campaigns set status = 'SENDING', sent_at = now() where id = ${id}`.execute(ctx.db);
  const ours = await timed(() => fanOutCampaign(ctx, { campaignId: id }));
  const { rows } = await sql<{ content_id: string; queued: number }>`
    select content_id, (select count(*) from emails where campaign_id = campaigns.id) as queued
    from campaigns where id = ${id}
  `.execute(ctx.db);
  const [{ content_id, queued } = { content_id: '', queued: 0 }] = rows;
  const bare = await bareInsert(ctx, content_id, who);
  console.log(
    `freezing, ${audience.name.padEnd(12)} ${seconds(ours)}   bare SQL ${seconds(bare)}   (${Number(queued).toLocaleString('en')} recipients)`,
  );
  verdict(`  ${(ours / bare).toFixed(1)} times the bare SQL (at most ${MAX_RATIO})`, ours / bare <= MAX_RATIO);
}

/** One statement into a table of the same shape, without keys to other tables. */
async function bareInsert(ctx: Ctx, contentId: string, who: RawBuilder<unknown>): Promise<number> {
  await sql`create table bare_emails (like emails including defaults including generated including indexes)`.execute(
    ctx.db,
  );
  const elapsed = await timed(() =>
    sql`
      insert into bare_emails (project_id, contact_id, content_id, to_email, source_type, campaign_id, priority, due_at)
      select project_id, id, ${contentId}, email, 'CAMPAIGN', ${contentId}, 2, now() from contacts
      where project_id = ${ctx.projectId} and ${who}
    `.execute(ctx.db),
  );
  await sql`drop table bare_emails`.execute(ctx.db);
  return elapsed;
}
