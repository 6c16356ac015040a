import type { CampaignRow } from '../../server/campaigns/campaign.ts';
import type { campaignStats } from '../../server/campaigns/campaign-stats.ts';
import type { Ctx } from '../../server/platform/context.ts';
import type { CrashSite } from './worker-process.ts';

export interface CampaignCrashReport {
  recipients: number;
  /** Kills before the audience was complete, and after the first mail. */
  fanOutKills: number;
  sendingKills: number;
  sent: number;
  unknown: number;
  suppressed: number;
  /** Contacts without a row in the ledger, and rows that a contact has too many: must be none. */
  missing: number;
  extraRows: number;
  /** Recipients that got it twice: must be none. */
  secondMails: number;
  /** Rows called SENT that never arrived, called SUPPRESSED that did, and without an end: must be none. */
  lost: number;
  /** Counters that differ from a recount of the ledger: must be none. */
  miscounted: string[];
  /** Most messages that can be on the wire at once. */
  window: number;
}

/** What the report must not show. */
export function campaignShortfalls(report: CampaignCrashReport): string[] {
  const { fanOutKills, sendingKills, unknown, window, miscounted } = report;
  const none = (['missing', 'extraRows', 'secondMails', 'lost'] as const).filter((each) => report[each] > 0);
  return [
    ...none.map((each) => `${each}: ${report[each]}`),
    ...miscounted,
    ...(fanOutKills === 0 ? ['no kill hit the fan-out'] : []),
    ...(sendingKills === 0 ? ['no kill hit the sending'] : []),
    ...(unknown > (fanOutKills + sendingKills) * window ? [`${unknown} unknown: more than were on the wire`] : []),
  ];
}

interface Outcome {
  stored: CampaignRow;
  stats: Awaited<ReturnType<typeof campaignStats>>['data'];
  site: Pick<CrashSite, 'received' | 'window'>;
  fanOutKills: number;
  sendingKills: number;
}

export async function accountForCampaign(
  ctx: Ctx,
  { stored, stats, site: { received, window }, fanOutKills, sendingKills }: Outcome,
): Promise<CampaignCrashReport> {
  const contacts = await ctx.db
    .selectFrom('contacts')
    .select('email')
    .where('project_id', '=', ctx.projectId)
    .execute();
  const rows = await ctx.db
    .selectFrom('emails')
    .select(['to_email', 'status', 'sent_at'])
    .where('project_id', '=', ctx.projectId)
    .where('campaign_id', '=', stored.id)
    .execute();
  const inLedger = new Set(rows.map(({ to_email }) => to_email));
  const copies = (email: string): number => received.get(email) ?? 0;
  const isSettled = ({ status, to_email }: (typeof rows)[number]): boolean =>
    status === 'UNKNOWN' || (copies(to_email) > 0 ? status === 'SENT' : status === 'SUPPRESSED');
  const count = (wanted: string): number => rows.filter(({ status }) => status === wanted).length;
  const unknown = count('UNKNOWN');
  const suppressed = count('SUPPRESSED');
  return {
    recipients: contacts.length,
    fanOutKills,
    sendingKills,
    sent: count('SENT'),
    unknown,
    suppressed,
    missing: contacts.filter(({ email }) => !inLedger.has(email)).length,
    extraRows: rows.length - inLedger.size,
    secondMails: [...received.values()].filter((count) => count > 1).length,
    lost: rows.filter((row) => !isSettled(row)).length,
    miscounted: differences({
      sent_count: [stored.sent_count, rows.filter(({ sent_at }) => sent_at !== null).length],
      total_recipients: [stored.total_recipients, rows.length],
      sentCount: [stats.sentCount, stored.sent_count],
      unknownCount: [stats.unknownCount, unknown],
      suppressedCount: [stats.suppressedCount, suppressed],
      queuedCount: [stats.queuedCount, 0],
    }),
    window,
  };
}

const differences = (counters: Record<string, [shown: number, counted: number]>): string[] =>
  Object.entries(counters)
    .filter(([, [shown, counted]]) => shown !== counted)
    .map(([name, [shown, counted]]) => `${name} is ${shown}, recounted ${counted}`);
