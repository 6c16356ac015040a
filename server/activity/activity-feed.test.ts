import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Activity } from '../../contract/activity.ts';
import { aRecipeOfActivity, type Recipe } from '../../test/activity.ts';
import { anEmail } from '../../test/an-email.ts';
import { aProject, aWorld, type TestProject, type World } from '../../test/world.ts';
import { markClicked, markOpened } from '../delivery/mark-read.ts';
import { recordEvents } from '../events/record-events.ts';
import { days, minutes } from '../platform/clock.ts';

const feed = async (project: TestProject, query = ''): Promise<Activity[]> => {
  const { status, body } = await project.request('GET', `/activity?${query}`);
  expect(status).toBe(200);
  return body.data;
};
const types = (items: Activity[]): string[] => items.map(({ type }) => type);

async function allPages(project: TestProject, query: string, between = async () => {}): Promise<Activity[]> {
  const items: Activity[] = [];
  for (let cursor = ''; ; ) {
    const { body } = await project.request('GET', `/activity?${query}${cursor && `&cursor=${cursor}`}`);
    items.push(...body.data);
    if (!body.hasMore) return items;
    cursor = body.cursor;
    await between();
  }
}

// A clock of its own: these tests move it.
let world: World;
let acme: TestProject;
let recipe: Recipe;
beforeAll(async () => {
  world = await aWorld({}, { database: `posthorn_activity_${process.env.VITEST_POOL_ID}` });
  acme = await aProject({ world });
  recipe = await aRecipeOfActivity(acme);
  return () => world.close();
});

describe('GET /activity', () => {
  it('tells every kind of thing that happened, newest first', async () => {
    const items = await feed(acme);
    expect(types(items)).toEqual([
      'workflow.completed',
      'workflow.started',
      'campaign.sent',
      'contact.unsubscribed',
      'email.suppressed',
      'email.received',
      'contact.unsubscribed',
      'email.complaint',
      'contact.unsubscribed',
      'email.bounced',
      'event.triggered',
      'email.clicked',
      'email.opened',
      'email.delivered',
      'email.sent',
      'event.triggered',
    ]);
    const times = items.map(({ timestamp }) => timestamp);
    expect(times).toEqual(times.toSorted().reverse());
  });

  it('names items and their details as the contract says', async () => {
    const byType = new Map((await feed(acme)).toReversed().map((item) => [item.type, item]));
    expect(byType.get('email.opened')).toEqual({
      id: `${recipe.read.id}_opened`,
      type: 'email.opened',
      timestamp: expect.any(String),
      contactEmail: 'reader@example.com',
      contactId: recipe.read.contact.id,
      metadata: {
        subject: 'Hello Reader',
        from: 'ann@acme.test',
        fromName: 'Ann',
        replyTo: null,
        toName: null,
        sourceType: 'TRANSACTIONAL',
        totalOpens: 2,
      },
    });
    expect(byType.get('email.clicked')).toMatchObject({
      id: `${recipe.read.id}_clicked`,
      metadata: { totalClicks: 1 },
    });
    expect(byType.get('email.bounced')?.metadata.error).toBe('no such user');
    expect(byType.get('event.triggered')?.metadata).toEqual({ eventName: 'purchase', eventData: { total: 5 } });
    expect(byType.get('campaign.sent')).toMatchObject({ id: `campaign_${recipe.campaignId}_sent` });
    expect(byType.get('workflow.completed')).toMatchObject({
      id: `${recipe.executionId}_completed`,
      contactEmail: 'reader@example.com',
      metadata: { workflowName: 'Welcome', status: 'EXITED', exitReason: 'done' },
    });
    expect(JSON.stringify([...byType.values()])).not.toContain('"body"');
  });

  it.each([
    'email.sent',
    'email.opened',
    'email.bounced',
    'email.suppressed',
    'contact.unsubscribed',
    'campaign.sent',
    'workflow.started',
    'workflow.completed',
    'event.triggered',
    'email.opened,workflow.started,nonsense',
  ])('only %s when asked', async (wanted) => {
    const all = await feed(acme);
    const expected = all.filter(({ type }) => wanted.split(',').includes(type));
    expect(expected.length).toBeGreaterThan(0);
    expect(await feed(acme, `types=${wanted}`)).toEqual(expected);
  });

  it('nothing when only unknown types are asked for', async () => {
    expect(await feed(acme, 'types=nonsense')).toEqual([]);
  });

  it('the pages of any size are the whole list, cut', async () => {
    const all = await feed(acme);
    for (const size of [1, 3, 7, 100]) {
      expect(await allPages(acme, `limit=${size}`)).toEqual(all);
      expect(await allPages(acme, `limit=${size}&types=email.sent,event.triggered,workflow.started`)).toEqual(
        all.filter(({ type }) => ['email.sent', 'event.triggered', 'workflow.started'].includes(type)),
      );
    }
  });

  it('a soft bounce is an event, later opens and machine opens are no items', async () => {
    const project = await aProject({ world });
    const email = await anEmail(project);
    for (const isMachine of [true, false, false])
      await markOpened(project.ctx, email.id, { at: new Date(), isMachine });
    await recordEvents(project.ctx, [
      { name: 'email.bounce', contactId: email.contact.id, emailId: email.id, data: { bounceType: 'Transient' } },
    ]);
    expect(types(await feed(project)).sort()).toEqual(['email.opened', 'event.triggered']);
    expect(types(await feed(project, 'types=email.bounced'))).toEqual([]);
    expect(types(await feed(project, 'types=event.triggered'))).toEqual(['event.triggered']);
  });

  it('pages stay what they were while new rows arrive', async () => {
    const project = await aProject({ world });
    for (let n = 0; n < 12; n++) await project.track(`a${n % 3}@example.com`, `e${n % 4}`, { n });
    const before = await feed(project);
    const arrive = () => project.track('late@example.com', 'late');
    expect(await allPages(project, 'limit=5', arrive)).toEqual(before);
    expect(await allPages(project, 'limit=5&types=event.triggered', arrive)).toHaveLength(14);
  });

  it('items of one instant keep one order over page borders', async () => {
    const project = await aProject({ world });
    const contact = await project.contact('a@example.com');
    const events = Array.from({ length: 30 }, (_, n) => ({ name: `same${n % 3}`, contactId: contact.id, data: { n } }));
    await recordEvents(project.ctx, events);
    for (const query of ['limit=7', 'limit=7&types=event.triggered', `limit=7&contactId=${contact.id}`]) {
      const items = await allPages(project, query);
      expect(items.map(({ metadata }) => (metadata.eventData as { n: number }).n)).toEqual(
        Array.from({ length: 30 }, (_, n) => 29 - n),
      );
    }
  });

  it('tells a month unless asked for more, and a page after the first goes back without end', async () => {
    const project = await aProject({ world });
    await project.track('a@example.com', 'old');
    world.clock.advance(days(31));
    for (const name of ['new', 'newer']) await project.track('a@example.com', name);
    const names = async (query: string) => (await feed(project, query)).map(({ metadata }) => metadata.eventName);
    expect(await names('')).toEqual(['newer', 'new']);
    expect(await names('startDate=2020-01-01')).toEqual(['newer', 'new', 'old']);
    const first = (await project.request('GET', '/activity?limit=1')).body;
    expect(await names(`cursor=${first.cursor}`)).toEqual(['new', 'old']);
    const { timestamp } = (await feed(project, 'startDate=2020-01-01')).at(-1) as Activity;
    expect(await names(`endDate=${timestamp}`)).toEqual(['old']);
  });

  it.each(['startDate=nonsense', 'endDate=2026-13-45', 'startDate='])('refuses %s with 400', async (query) => {
    expect(await acme.request('GET', `/activity?${query}`)).toMatchObject({
      status: 400,
      body: { error: { code: 'BAD_REQUEST' } },
    });
  });

  it.each(['cursor=nonsense', `cursor=1_${randomUUID()}_other`, 'contactId=nobody', `contactId=${randomUUID()}`])(
    'answers an empty page to %s',
    async (query) => {
      expect((await acme.request('GET', `/activity?${query}`)).body).toEqual({ data: [], hasMore: false });
    },
  );

  it('shows nothing of another project, whoever is asked about', async () => {
    const other = await aProject({ world });
    expect(await feed(other)).toEqual([]);
    expect(await feed(other, `contactId=${recipe.read.contact.id}`)).toEqual([]);
  });
});

describe('a contact’s timeline', () => {
  it('has everything about the contact, workflow steps included, and nothing about others', async () => {
    const items = await feed(acme, `contactId=${recipe.read.contact.id}`);
    expect(types(items)).toEqual([
      'workflow.completed',
      'workflow.step',
      'workflow.started',
      'email.clicked',
      'email.opened',
      'email.delivered',
      'email.sent',
    ]);
    expect(items[1]?.metadata).toEqual({
      workflowName: 'Welcome',
      stepName: 'Wait a day',
      stepType: 'DELAY',
      status: 'COMPLETED',
    });
    expect(await allPages(acme, `contactId=${recipe.read.contact.id}&limit=2`)).toEqual(items);
    expect(types(await feed(acme, `contactId=${recipe.suppressed.contact.id}&types=email.suppressed`))).toHaveLength(1);
  });

  it('goes back without end from its first page', async () => {
    const project = await aProject({ world });
    await project.track('a@example.com', 'old');
    const contact = await project.contact('a@example.com');
    world.clock.advance(days(400));
    expect(await feed(project, `contactId=${contact.id}`)).toHaveLength(1);
  });
});

describe('GET /activity/types', () => {
  it('lists every type there is', async () => {
    const { body } = await acme.request('GET', '/activity/types');
    expect(body.types).toEqual(expect.arrayContaining(['event.triggered', 'campaign.scheduled', 'email.complaint']));
    expect(body.types).toHaveLength(16);
  });
});

describe('GET /activity/recent-count', () => {
  it('counts what began in the last minutes, at most an hour', async () => {
    const project = await aProject({ world });
    await anEmail(project);
    await project.track('a@example.com', 'one');
    world.clock.advance(minutes(30));
    await project.track('a@example.com', 'two');
    const count = async (query: string) => (await project.request('GET', `/activity/recent-count${query}`)).body;
    expect(await count('')).toEqual({ count: 1, minutes: 5 });
    expect(await count('?minutes=999')).toEqual({ count: 3, minutes: 60 });
  });
});

describe('GET /activity/stats', () => {
  it('counts emails, readers, events and starts, with rates in percent', async () => {
    const project = await aProject({ world });
    const emails = [await anEmail(project), await anEmail(project), await anEmail(project), await anEmail(project)];
    const seen = { at: world.clock.now(), isMachine: false };
    await markOpened(project.ctx, (emails[0] as { id: string }).id, seen);
    await markOpened(project.ctx, (emails[1] as { id: string }).id, seen);
    await markClicked(project.ctx, (emails[0] as { id: string }).id, { ...seen, link: 'https://a.test' });
    expect((await project.request('GET', '/activity/stats')).body).toEqual({
      totalEvents: 3,
      totalEmailsSent: 4,
      totalEmailsOpened: 2,
      totalEmailsClicked: 1,
      totalWorkflowsStarted: 0,
      openRate: 50,
      clickRate: 25,
    });
  });

  it('counts a part of a day exactly', async () => {
    const project = await aProject({ world });
    world.clock.set(new Date(Math.ceil(world.clock.now().getTime() / days(1)) * days(1) + minutes(600)));
    const start = world.clock.now().toISOString();
    await anEmail(project);
    await project.track('a@example.com', 'one');
    world.clock.advance(minutes(10));
    const end = world.clock.now().toISOString();
    world.clock.advance(minutes(10));
    await anEmail(project);
    await project.track('a@example.com', 'two');
    const stats = async (query: string) => (await project.request('GET', `/activity/stats?${query}`)).body;
    expect(await stats(`startDate=${start}&endDate=${end}`)).toMatchObject({ totalEvents: 1, totalEmailsSent: 1 });
    expect(await stats(`startDate=${end}`)).toMatchObject({ totalEvents: 1, totalEmailsSent: 1 });
    expect(await stats(`endDate=${end}`)).toMatchObject({ totalEvents: 1, totalEmailsSent: 1 });
    expect(await stats(`startDate=${start}`)).toMatchObject({ totalEvents: 2, totalEmailsSent: 2 });
  });

  it('refuses what is no date with 400', async () => {
    expect((await acme.request('GET', '/activity/stats?endDate=soon')).status).toBe(400);
  });
});
