import { beforeAll, describe, expect, it } from 'vitest';
import { aSentCampaign } from '../../test/activity.ts';
import { anEmail } from '../../test/an-email.ts';
import { aProject, aWorld, type TestProject, type World } from '../../test/world.ts';
import { markDelivered, recordBounces } from '../delivery/email-lifecycle.ts';
import { markClicked, markOpened } from '../delivery/mark-read.ts';
import { days } from '../platform/clock.ts';

// A clock of its own: these tests move it.
let world: World;
beforeAll(async () => {
  world = await aWorld({}, { database: `posthorn_analytics_${process.env.VITEST_POOL_ID}` });
  return () => world.close();
});

const ask = async (project: TestProject, what: string) => {
  const { status, body } = await project.request('GET', `/analytics/${what}`);
  expect(status).toBe(200);
  return body;
};
const human = () => ({ at: world.clock.now(), isMachine: false });
const timeAgo = (n: number): string => new Date(world.clock.now().getTime() - days(n)).toISOString();
const dayAgo = (n: number): string => timeAgo(n).slice(0, 10);

/** An email of a campaign, opened and clicked as told. */
async function campaignEmail(project: TestProject, campaignId: string, to: string, did: ('open' | 'click')[]) {
  const { id } = await anEmail(project, { to });
  const { ctx } = project;
  await ctx.db.deleteFrom('emails').where('project_id', '=', project.id).where('id', '=', id).execute();
  const contact = await project.contact(to);
  const content = await ctx.db
    .selectFrom('email_contents')
    .select('id')
    .where('project_id', '=', project.id)
    .executeTakeFirstOrThrow();
  const email = await ctx.db
    .insertInto('emails')
    .values({
      project_id: project.id,
      contact_id: contact.id,
      content_id: content.id,
      to_email: to,
      source_type: 'CAMPAIGN',
      campaign_id: campaignId,
      status: 'SENT',
      due_at: ctx.clock.now(),
      created_at: ctx.clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (did.includes('open')) await markOpened(ctx, email.id, human());
  if (did.includes('click')) await markClicked(ctx, email.id, { ...human(), link: 'https://a.test' });
}

describe('GET /analytics/timeseries', () => {
  it('has a row for each of the last 30 days, today last, zeros where nothing happened', async () => {
    const acme = await aProject({ world });
    const series = await ask(acme, 'timeseries');
    expect(series).toHaveLength(30);
    expect(series[0]).toEqual({
      date: `${dayAgo(29)}T00:00:00.000Z`,
      emails: 0,
      opens: 0,
      clicks: 0,
      bounces: 0,
      delivered: 0,
    });
    expect(series[29].date).toBe(`${dayAgo(0)}T00:00:00.000Z`);
  });

  it('counts what became of the emails of each day, on the day they were queued', async () => {
    const acme = await aProject({ world });
    const first = await anEmail(acme, { to: 'a@example.com' });
    const second = await anEmail(acme, { to: 'b@example.com' });
    world.clock.advance(days(2));
    const third = await anEmail(acme, { to: 'c@example.com' });
    await markDelivered(acme.ctx, [first.id, third.id], world.clock.now());
    await markOpened(acme.ctx, first.id, human());
    await markOpened(acme.ctx, first.id, human());
    await markClicked(acme.ctx, first.id, { ...human(), link: 'https://a.test' });
    await recordBounces(acme.ctx, [{ emailId: second.id, at: world.clock.now(), type: 'Permanent', reason: '' }]);
    const [twoDaysAgo, yesterday, today] = (await ask(acme, 'timeseries')).slice(-3);
    expect(twoDaysAgo).toMatchObject({ emails: 2, opens: 1, clicks: 1, bounces: 1, delivered: 1 });
    expect(yesterday).toMatchObject({ emails: 0 });
    expect(today).toMatchObject({ emails: 1, opens: 0, delivered: 1 });
  });

  it.each([
    ['seven days', () => `startDate=${dayAgo(6)}`, 7],
    ['one day', () => `startDate=${dayAgo(3)}&endDate=${dayAgo(3)}`, 1],
    ['times of day', () => `startDate=${dayAgo(3)}T10:00:00Z&endDate=${dayAgo(2)}T09:00:00Z`, 2],
    ['a month back from this time of day', () => `startDate=${timeAgo(30)}`, 30],
    ['the same, to now', () => `startDate=${timeAgo(30)}&endDate=${timeAgo(0)}`, 30],
    ['a start before the 90th day', () => 'startDate=2001-01-01', 90],
    ['an end in the future', () => 'endDate=2999-01-01', 30],
    ['an end before the start', () => `startDate=${dayAgo(1)}&endDate=${dayAgo(5)}`, 0],
    ['an end long ago', () => 'endDate=2001-01-01', 0],
  ])('%s', async (_, query, rows) => {
    expect(await ask(await aProject({ world }), `timeseries?${query()}`)).toHaveLength(rows);
  });

  it('shows nothing of another project', async () => {
    await anEmail(await aProject({ world }));
    const series: { emails: number }[] = await ask(await aProject({ world }), 'timeseries');
    expect(series.every(({ emails }) => emails === 0)).toBe(true);
  });
});

describe('campaigns', () => {
  it('the best by opens, clicks or mails sent, with rates', async () => {
    const acme = await aProject({ world });
    const news = await aSentCampaign(acme, { name: 'News', sentCount: 4 });
    const offer = await aSentCampaign(acme, { name: 'Offer', sentCount: 2 });
    await campaignEmail(acme, news, 'a@example.com', ['open']);
    await campaignEmail(acme, news, 'b@example.com', ['open']);
    await campaignEmail(acme, offer, 'c@example.com', ['open', 'click']);
    const top = await ask(acme, 'top-campaigns');
    expect(top[0]).toEqual({
      id: news,
      name: 'News',
      subject: 'Our news',
      sentCount: 4,
      openedCount: 2,
      clickedCount: 0,
      openRate: 50,
      clickRate: 0,
    });
    const order = async (query: string) =>
      (await ask(acme, `top-campaigns?${query}`)).map(({ name }: { name: string }) => name);
    expect(await order('metric=clicks')).toEqual(['Offer', 'News']);
    expect(await order('metric=sent')).toEqual(['News', 'Offer']);
    expect(await order('metric=other&limit=1')).toEqual(['News']);
    expect(await order(`endDate=${dayAgo(1)}`)).toEqual([]);
    expect(await ask(await aProject({ world }), 'top-campaigns')).toEqual([]);
  });

  it('how many there are, and the averages over all mail sent', async () => {
    const acme = await aProject({ world, verifiedDomain: 'averages.test' });
    const first = await aSentCampaign(acme, { sentCount: 3 });
    await aSentCampaign(acme, { sentCount: 0 });
    await campaignEmail(acme, first, 'a@example.com', ['open', 'click']);
    await campaignEmail(acme, first, 'b@example.com', ['open']);
    const draft = { name: 'D', subject: 'S', body: '<p>B</p>', from: 'a@averages.test', audienceType: 'ALL' };
    expect((await acme.request('POST', '/campaigns', { body: draft })).status).toBe(201);
    expect(await ask(acme, 'campaign-stats')).toEqual({
      total: 3,
      active: 1,
      completed: 2,
      averageOpenRate: 66.7,
      averageClickRate: 33.3,
    });
    expect(await ask(await aProject({ world }), 'campaign-stats')).toEqual({
      total: 0,
      active: 0,
      completed: 0,
      averageOpenRate: 0,
      averageClickRate: 0,
    });
  });
});

describe('GET /analytics/top-events', () => {
  it('tracked names by count, with their change against the period before', async () => {
    const acme = await aProject({ world });
    const track = async (name: string, times: number) => {
      for (let n = 0; n < times; n++) await acme.track('a@example.com', name);
    };
    await track('falling', 4);
    await track('steady', 2);
    world.clock.advance(days(30));
    await track('falling', 1);
    await track('steady', 2);
    await track('new', 3);
    await anEmail(acme).then(({ id }) => markOpened(acme.ctx, id, human()));
    expect(await ask(acme, 'top-events')).toEqual([
      { name: 'new', count: 3, trend: 100 },
      { name: 'steady', count: 2, trend: 0 },
      { name: 'falling', count: 1, trend: -75 },
    ]);
    expect(await ask(acme, 'top-events?limit=1')).toHaveLength(1);
    expect(await ask(acme, `top-events?startDate=${dayAgo(40)}`)).toContainEqual({
      name: 'falling',
      count: 5,
      trend: 100,
    });
    expect(await ask(await aProject({ world }), 'top-events')).toEqual([]);
  });
});

it.each(['timeseries', 'top-campaigns', 'campaign-stats', 'top-events'])(
  'GET /analytics/%s refuses what is no date with 400',
  async (what) => {
    const acme = await aProject({ world });
    for (const query of ['startDate=soon', 'endDate=2026-02-45']) {
      const { status, body } = await acme.request('GET', `/analytics/${what}?${query}`);
      expect([status, body.error.code]).toEqual([400, 'BAD_REQUEST']);
    }
  },
);
