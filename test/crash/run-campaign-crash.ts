import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { getCampaignRow } from '../../server/campaigns/campaign.ts';
import { campaignStats } from '../../server/campaigns/campaign-stats.ts';
import { createCampaign } from '../../server/campaigns/edit-campaign.ts';
import { sendCampaign } from '../../server/campaigns/send-campaign.ts';
import { upsertContacts } from '../../server/contacts/upsert-contacts.ts';
import { addBootstrapDomains } from '../../server/domains/domain.ts';
import type { Ctx } from '../../server/platform/context.ts';
import { accountForCampaign, type CampaignCrashReport } from './account-for-campaign.ts';
import { aCrashSite, type CrashOptions, type CrashSite, stopWorker, until } from './worker-process.ts';

const DOMAIN = 'crash.test';
/** How much longer a slice of the fan-out takes, so that kills hit it and the moment between two. */
const SLICE_DELAY_SECONDS = 0.4;

interface CampaignCrashOptions extends CrashOptions {
  /** Kills while the audience is frozen slice by slice; `kills` come while mail goes out. */
  fanOutKills: number;
}

/** Kills the worker with SIGKILL while it fans out a campaign and while it sends it; then everyone must have it once. */
export async function runCampaignCrash(options: CampaignCrashOptions): Promise<CampaignCrashReport> {
  const { ctx, mails } = options;
  const site = await aCrashSite({ ...options, connections: 10 });
  try {
    const campaignId = await startCampaign(ctx, mails);
    const fanOutKills = await withSlowSlices(ctx, () => killInFanOut(site, campaignId, options));
    const sendingKills = await killWhileSending(site, campaignId, options);
    const worker = site.startWorker();
    await until(worker, () => isSent(ctx, campaignId));
    await stopWorker(worker, 'SIGTERM');
    const stored = await getCampaignRow(ctx, campaignId);
    const { data: stats } = await campaignStats(ctx, campaignId);
    return await accountForCampaign(ctx, { stored, stats, site, fanOutKills, sendingKills });
  } finally {
    await site.close();
  }
}

async function startCampaign(ctx: Ctx, recipients: number): Promise<string> {
  const people = Array.from({ length: recipients }, (_, i) => ({ email: `crash-${i}@example.com`, subscribed: true }));
  await upsertContacts(ctx, people, { subscribedByDefault: true });
  await suppressMost(ctx);
  await addBootstrapDomains(ctx, ctx.projectId, [DOMAIN]);
  const fields = { name: 'Crash', subject: 'Hi', body: '<p>Hi {{email}}</p>', from: `news@${DOMAIN}` };
  const { id } = await createCampaign(ctx, { ...fields, audienceType: 'ALL' });
  await sendCampaign(ctx, id, {});
  return id;
}

/** A slice of the fan-out is large; with fewer mails on the wire the proof takes less time. */
async function suppressMost(ctx: Ctx): Promise<void> {
  await sql`
    insert into suppressions (project_id, email, reason)
    select project_id, email, 'MANUAL' from contacts
    where project_id = ${ctx.projectId} and email not like '%0@%' and email not like '%5@%'
  `.execute(ctx.db);
}

async function withSlowSlices<T>(ctx: Ctx, work: () => Promise<T>): Promise<T> {
  await sql`
    create function slow_slice() returns trigger language plpgsql as
    ${sql.lit(`begin perform pg_sleep(${SLICE_DELAY_SECONDS}); return null; end`)}
  `.execute(ctx.db);
  await sql`
    create trigger slow_slice after insert on emails for each statement execute function slow_slice()
  `.execute(ctx.db);
  try {
    return await work();
  } finally {
    await sql`drop trigger slow_slice on emails`.execute(ctx.db);
    await sql`drop function slow_slice`.execute(ctx.db);
  }
}

/** Each kill comes after at least one more slice than the last, and before the last one. Answers how many there were. */
async function killInFanOut(
  site: CrashSite,
  id: string,
  { ctx, mails, fanOutKills, random }: CampaignCrashOptions,
): Promise<number> {
  let queued = 0;
  for (let killed = 0; killed < fanOutKills; killed++) {
    const worker = site.startWorker();
    const before = queued;
    await until(worker, async () => {
      queued = await countQueued(ctx, id);
      return queued > before;
    });
    if (queued === mails) throw new Error('The whole audience was frozen before the worker could be killed');
    await delay(random() * SLICE_DELAY_SECONDS * 1000);
    await stopWorker(worker, 'SIGKILL');
    if ((await getCampaignRow(ctx, id)).is_fanned_out) return killed;
  }
  return fanOutKills;
}

async function killWhileSending(
  { received, startWorker }: CrashSite,
  id: string,
  { ctx, kills, random }: CrashOptions,
): Promise<number> {
  for (let killed = 0; killed < kills; killed++) {
    const worker = startWorker();
    const before = received.size;
    await until(worker, async () => received.size > before || (await isSent(ctx, id)));
    await delay(random() * 1500);
    const isOver = await isSent(ctx, id);
    await stopWorker(worker, 'SIGKILL');
    if (isOver) return killed;
  }
  return kills;
}

const isSent = async (ctx: Ctx, id: string): Promise<boolean> => (await getCampaignRow(ctx, id)).status === 'SENT';

async function countQueued(ctx: Ctx, campaignId: string): Promise<number> {
  const { count } = await ctx.db
    .selectFrom('emails')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('project_id', '=', ctx.projectId)
    .where('campaign_id', '=', campaignId)
    .executeTakeFirstOrThrow();
  return count;
}
