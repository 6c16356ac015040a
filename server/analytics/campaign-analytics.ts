import type { CAMPAIGN_METRICS } from '../../contract/analytics.ts';
import { countCampaignReaders } from '../delivery/email-day-counts.ts';
import type { Ctx } from '../platform/context.ts';
import { type AskedPeriod, type Period, readPeriod } from '../platform/period.ts';

interface CampaignFigures {
  id: string;
  name: string;
  subject: string;
  sentCount: number;
  openedCount: number;
  clickedCount: number;
}

export interface TopQuery extends AskedPeriod {
  limit: number;
  metric: (typeof CAMPAIGN_METRICS)[number];
}

const FIGURE = { opens: 'openedCount', clicks: 'clickedCount', sent: 'sentCount' } as const;

export async function topCampaigns(ctx: Ctx, { limit, metric, ...asked }: TopQuery) {
  const campaigns = await sentCampaigns(ctx, readPeriod(ctx.clock.now(), asked));
  const figure = FIGURE[metric];
  return campaigns
    .sort((a, b) => b[figure] - a[figure] || (a.id < b.id ? 1 : -1))
    .slice(0, limit)
    .map((campaign) => ({
      ...campaign,
      openRate: percent(campaign.openedCount, campaign.sentCount),
      clickRate: percent(campaign.clickedCount, campaign.sentCount),
    }));
}

export async function campaignBreakdown(ctx: Ctx, asked: AskedPeriod) {
  const period = readPeriod(ctx.clock.now(), asked);
  const [made, sent] = await Promise.all([countMade(ctx, period), sentCampaigns(ctx, period)]);
  const sum = (figure: 'sentCount' | 'openedCount' | 'clickedCount') =>
    sent.reduce((total, campaign) => total + campaign[figure], 0);
  const average = (part: number): number => Math.round(percent(part, sum('sentCount')) * 10) / 10;
  return {
    ...made,
    completed: sent.length,
    averageOpenRate: average(sum('openedCount')),
    averageClickRate: average(sum('clickedCount')),
  };
}

const percent = (part: number, whole: number): number => (whole === 0 ? 0 : (part / whole) * 100);

/** The campaign's own columns stop following its readers after some days; these counts never do. */
async function sentCampaigns(ctx: Ctx, { start, end }: Period): Promise<CampaignFigures[]> {
  const rows = await ctx.db
    .selectFrom('campaigns')
    .select(['id', 'name', 'subject', 'sent_count'])
    .where('project_id', '=', ctx.projectId)
    .where('status', '=', 'SENT')
    .where('sent_at', '>=', start)
    .where('sent_at', '<', end)
    .execute();
  const readers = await countCampaignReaders(
    ctx,
    rows.map(({ id }) => id),
  );
  return rows.map(({ id, name, subject, sent_count }) => {
    const { opened = 0, clicked = 0 } = readers.get(id) ?? {};
    return { id, name, subject, sentCount: sent_count, openedCount: opened, clickedCount: clicked };
  });
}

function countMade(ctx: Ctx, { start, end }: Period) {
  return ctx.db
    .selectFrom('campaigns')
    .select((eb) => [
      eb.fn.countAll<number>().as('total'),
      eb.fn.countAll<number>().filterWhere('status', 'in', ['DRAFT', 'SCHEDULED']).as('active'),
    ])
    .where('project_id', '=', ctx.projectId)
    .where('created_at', '>=', start)
    .where('created_at', '<', end)
    .executeTakeFirstOrThrow();
}
