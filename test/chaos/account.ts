import { sql } from 'kysely';
import { followFinishedCampaigns } from '../../server/campaigns/finish-campaigns.ts';
import { countContacts } from '../../server/contacts/contact-counts.ts';
import type { Ctx } from '../../server/platform/context.ts';
import type { Deployment } from './deployment.ts';
import type { Request } from './load.ts';
import type { Notices } from './notices.ts';

/** What the ledger, the relay and the clients say, put side by side. */
export interface Account {
  acknowledged: number;
  /** Not known to their client: repeated until it gave up, or taken under a key that tells no end. */
  undecided: number;
  /** Acknowledged and not in the ledger. */
  lost: number;
  /** More than once in the ledger. */
  duplicated: number;
  emails: Record<string, number>;
  /** Recipients without an end, and rows called sent that never arrived. */
  unaccounted: number;
  campaignRecipients: number;
  /** Recipients of the campaign that are not in the ledger exactly once. */
  campaignMissing: number;
  marketingDuplicates: number;
  /** When and what: one line for each of them. */
  duplicateStories: string[];
  /** Transactional mail that arrived again, as its policy says. */
  transactionalRepeats: number;
  /** … under another Message-ID than the first time: must be none. */
  repeatsUnderAnotherId: number;
  /** Emails whose state is not what the notices about them say, and events of notices recorded more than once. */
  misjudgedByNotices: number;
  /** Counters that differ from a recount, by name. */
  wrongCounters: string[];
}

interface Seen {
  requests: Request[];
  campaignId: string;
  recipients: number;
  notices: Notices;
}

export async function account(deployment: Deployment, seen: Seen): Promise<Account> {
  const { ctx } = deployment;
  const inLedger = await effectsByRequest(ctx);
  const times = ({ kind, n, email }: Request): number => inLedger.get(kind === 'track' ? `track:${n}` : email) ?? 0;
  const acknowledged = seen.requests.filter(({ isAcknowledged }) => isAcknowledged);
  return {
    acknowledged: acknowledged.length,
    undecided: seen.requests.length - acknowledged.length,
    lost: acknowledged.filter((request) => times(request) === 0).length,
    duplicated: seen.requests.filter((request) => times(request) > 1).length,
    ...(await accountForMail(deployment, seen)),
    misjudgedByNotices: await countMisjudged(ctx, seen.notices),
    wrongCounters: await wrongCounters(ctx, seen.campaignId),
  };
}

/** How often each request took effect: events by their number, sends by their address. */
async function effectsByRequest(ctx: Ctx): Promise<Map<string, number>> {
  const { rows } = await sql<{ key: string; count: number }>`
    select 'track:' || (data ->> 'n') as key, count(*) from events
    where project_id = ${ctx.projectId} and name = 'chaos' group by 1
    union all
    select to_email, count(*) from emails
    where project_id = ${ctx.projectId} and to_email like 'send%' group by 1
  `.execute(ctx.db);
  return new Map(rows.map(({ key, count }) => [key, count]));
}

const ENDED_UNSENT = new Set(['UNKNOWN', 'FAILED', 'SUPPRESSED', 'CANCELLED']);

async function accountForMail({ ctx, arrivals }: Deployment, { campaignId, recipients }: Seen) {
  const rows = await ctx.db
    .selectFrom('emails')
    .select(['to_email', 'status', 'campaign_id', 'attempts', 'error'])
    .where('project_id', '=', ctx.projectId)
    .execute();
  const idsOf = Map.groupBy(arrivals, ({ to }) => to);
  const copies = (email: string): string[] => idsOf.get(email)?.map(({ messageId }) => messageId) ?? [];
  const campaign = rows.filter(({ campaign_id }) => campaign_id === campaignId);
  const others = rows.filter(({ campaign_id }) => campaign_id !== campaignId);
  const twice = campaign.filter(({ to_email }) => copies(to_email).length > 1);
  const repeated = others.filter(({ to_email }) => copies(to_email).length > 1);
  return {
    emails: Object.fromEntries(
      [...Map.groupBy(rows, ({ status }) => status)].map(([status, of]) => [status, of.length]),
    ),
    unaccounted: rows.filter(
      ({ to_email, status }) =>
        ['QUEUED', 'SENDING'].includes(status) || (!ENDED_UNSENT.has(status) && copies(to_email).length === 0),
    ).length,
    campaignRecipients: recipients,
    campaignMissing: recipients - new Set(campaign.map(({ to_email }) => to_email)).size,
    marketingDuplicates: twice.length,
    duplicateStories: twice.map(({ to_email, status, attempts, error }) => {
      const times = idsOf
        .get(to_email)
        ?.map(({ at }) => new Date(performance.timeOrigin + at).toISOString().slice(11, 23));
      return `${to_email} at ${times?.join(' and ')}: ${status} after ${attempts} attempts, ${error}`;
    }),
    transactionalRepeats: repeated.length,
    repeatsUnderAnotherId: repeated.filter(({ to_email }) => new Set(copies(to_email)).size > 1).length,
  };
}

async function countMisjudged(ctx: Ctx, { expected }: Notices): Promise<number> {
  const rows = await ctx.db
    .selectFrom('emails')
    .select(['id', 'status'])
    .where('project_id', '=', ctx.projectId)
    .where('id', 'in', [...expected.keys(), '00000000-0000-0000-0000-000000000000'])
    .execute();
  const { rows: repeated } = await sql`
    select email_id from events
    where project_id = ${ctx.projectId} and name in ('email.delivery', 'email.bounce', 'email.complaint', 'email.sent')
    group by email_id, name having count(*) > 1
  `.execute(ctx.db);
  return rows.filter(({ id, status }) => status !== expected.get(id)).length + repeated.length;
}

/** The sweep of every minute is run once more, so that nobody waits for it; then every counter must equal the rows. */
async function wrongCounters(ctx: Ctx, campaignId: string): Promise<string[]> {
  await followFinishedCampaigns(ctx);
  const { rows } = await sql<{ name: string; counter: number; recount: number }>`
    with mine as (select * from emails where project_id = ${ctx.projectId} and campaign_id = ${campaignId}),
    campaign as (select * from campaigns where project_id = ${ctx.projectId} and id = ${campaignId})
    select 'campaign.total' as name, total_recipients as counter, (select count(*) from mine) as recount from campaign
    union all select 'campaign.sent', sent_count, (select count(sent_at) from mine) from campaign
    union all select 'campaign.delivered', delivered_count, (select count(delivered_at) from mine) from campaign
    union all select 'campaign.bounced', bounced_count, (select count(bounced_at) from mine) from campaign
    union all select 'campaign.complained', complained_count, (select count(complained_at) from mine) from campaign
    union all select 'contacts', ${await countContacts(ctx)}::bigint, (select count(*) from contacts where project_id = ${ctx.projectId})
    union all select 'subscribers', ${await countContacts(ctx, { subscribed: true })}::bigint,
      (select count(*) from contacts where project_id = ${ctx.projectId} and subscribed)
  `.execute(ctx.db);
  return rows
    .filter(({ counter, recount }) => counter !== recount)
    .map(({ name, counter, recount }) => `${name}: ${counter}, recounted ${recount}`);
}
