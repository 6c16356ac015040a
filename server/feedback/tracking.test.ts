import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anEmail } from '../../test/an-email.ts';
import { aProject, aWorld, type TestProject, type World } from '../../test/world.ts';

let acme: TestProject;
let relayed: World;
beforeAll(async () => {
  acme = await aProject();
  relayed = await aWorld({ mailTransport: 'smtp://127.0.0.1:1' });
});
afterAll(() => relayed.close());

const BROWSER = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15';
const LINK = 'https://shop.test/ä?a=1&b=%C3%BC#top';

const visit = (method: string, url: string, userAgent = BROWSER, { app } = acme.world) =>
  app.inject({ method: method as 'GET', url, headers: { 'user-agent': userAgent } });

describe('the pixel', () => {
  it('is a picture that nobody keeps', async () => {
    const email = await anEmail(acme);
    const answer = await visit('GET', email.path(email.links.pixelUrl));
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({ 'content-type': 'image/gif', 'cache-control': 'no-store' });
    expect(answer.rawPayload.subarray(0, 6).toString()).toBe('GIF89a');
    expect(answer.headers['set-cookie']).toBeUndefined();
  });

  it('counts every open, and the first as the first', async () => {
    const email = await anEmail(acme, { to: 'opens@example.com', messageId: '<opens@acme.test>' });
    const url = email.path(email.links.pixelUrl);
    const firstAt = acme.ctx.clock.now();
    await visit('GET', url);
    acme.world.clock.advance(5000);
    await visit('GET', url);
    expect(await email.row()).toMatchObject({ opens: 2, machine_opens: 0, opened_at: firstAt, status: 'SENT' });
    const common = {
      subject: 'Hello {{ name }}',
      from: 'ann@acme.test',
      fromName: 'Ann',
      messageId: '<opens@acme.test>',
      emailId: email.id,
      templateId: null,
      campaignId: null,
      sourceType: 'TRANSACTIONAL',
      openedAt: firstAt.toISOString(),
    };
    expect(await email.events()).toEqual([
      {
        name: 'email.open',
        contactId: email.contact.id,
        emailId: email.id,
        data: { ...common, opens: 1, isFirstOpen: true },
      },
      {
        name: 'email.open',
        contactId: email.contact.id,
        emailId: email.id,
        data: { ...common, opens: 2, isFirstOpen: false },
      },
    ]);
  });

  it('counts simultaneous opens one by one, with one first', async () => {
    const email = await anEmail(acme, { to: 'crowd@example.com' });
    await Promise.all(Array.from({ length: 12 }, () => visit('GET', email.path(email.links.pixelUrl))));
    expect((await email.row()).opens).toBe(12);
    const events = await email.events();
    expect(events.filter(({ data }) => data.isFirstOpen)).toHaveLength(1);
    expect(new Set(events.map(({ data }) => data.opens)).size).toBe(12);
  });

  it('marks a machine’s open, which is neither counted nor the first', async () => {
    const email = await anEmail(acme, { to: 'machine@example.com' });
    await visit('GET', email.path(email.links.pixelUrl), 'Slackbot-LinkExpanding 1.0');
    expect(await email.row()).toMatchObject({ opens: 0, machine_opens: 1, opened_at: null });
    expect((await email.events())[0]?.data).toMatchObject({
      machine: true,
      isFirstOpen: false,
      openedAt: null,
      opens: 0,
    });
    await visit('GET', email.path(email.links.pixelUrl));
    expect((await email.events())[1]?.data).toMatchObject({ isFirstOpen: true, opens: 1 });
    expect((await email.events())[1]?.data).not.toHaveProperty('machine');
  });

  it.each([
    ['at the moment of sending', { sentAt: 0, status: 'SENT' }, 1],
    ['while it is being sent', { sentAt: null, status: 'SENDING' }, 1],
    ['of mail whose sending we lost sight of', { sentAt: null, status: 'UNKNOWN' }, 0],
  ] as const)('an open %s, where mail leaves this server', async (what, { sentAt, status }, machineOpens) => {
    const sent = sentAt === null ? null : relayed.ctx.clock.now();
    const project = await aProject({ world: relayed });
    const email = await anEmail(project, { to: `${what.length}@soon.test`, status, sentAt: sent });
    await visit('GET', email.path(email.links.pixelUrl), BROWSER, relayed);
    expect((await email.row()).machine_opens).toBe(machineOpens);
  });

  it('an open at the moment of sending is a person’s where mail stays here: nobody scans it on its way', async () => {
    const email = await anEmail(acme, { to: 'at-once@example.com', sentAt: acme.ctx.clock.now() });
    await visit('GET', email.path(email.links.pixelUrl));
    expect(await email.row()).toMatchObject({ opens: 1, machine_opens: 0 });
  });

  it('is not opened by asking for its headers', async () => {
    const email = await anEmail(acme, { to: 'head@example.com' });
    expect((await visit('HEAD', email.path(email.links.pixelUrl))).statusCode).toBe(200);
    expect((await email.row()).opens).toBe(0);
  });

  it('is the same picture for a token that is nobody’s, and records nothing', async () => {
    const email = await anEmail(acme, { to: 'forged@example.com' });
    const token = email.links.pixelUrl.split('/').at(-1) as string;
    const good = await visit('GET', `/t/o/${token}`);
    const other = email.links.unsubscribeUrl.split('/').at(-1) as string;
    for (const bad of ['x', '%00', other, `${token}x`, token.slice(1), 'A'.repeat(3000)]) {
      const answer = await visit('GET', `/t/o/${bad}`);
      expect([answer.statusCode, answer.rawPayload]).toEqual([200, good.rawPayload]);
    }
    expect((await email.row()).opens).toBe(1);
  });

  it('still shows when the email is gone', async () => {
    const email = await anEmail(acme, { to: 'gone@example.com' });
    await acme.request('DELETE', `/contacts/${email.contact.id}`);
    expect((await visit('GET', email.path(email.links.pixelUrl))).statusCode).toBe(200);
  });
});

describe('a tracked link', () => {
  it('leads to the signed address and counts the click', async () => {
    const email = await anEmail(acme, { to: 'click@example.com' });
    const at = acme.ctx.clock.now().toISOString();
    const answer = await visit('GET', email.path(email.links.trackedUrl(LINK)));
    expect(answer.statusCode).toBe(302);
    expect(answer.headers.location).toBe('https://shop.test/%C3%A4?a=1&b=%C3%BC#top');
    expect(answer.headers['cache-control']).toBe('no-store');
    await visit('GET', email.path(email.links.trackedUrl(LINK)));
    expect(await email.row()).toMatchObject({ clicks: 2, machine_clicks: 0, opens: 0 });
    const data = (await email.events()).map((event) => event.data);
    expect(data[0]).toMatchObject({ link: LINK, clickedAt: at, clicks: 1, isFirstClick: true, emailId: email.id });
    expect(data[1]).toMatchObject({ link: LINK, clickedAt: at, clicks: 2, isFirstClick: false });
  });

  it('takes a machine there too, but only marks its click', async () => {
    const email = await anEmail(await aProject({ world: relayed }), { to: 'scanner@example.com' });
    const answer = await visit('GET', email.path(email.links.trackedUrl(LINK)), 'python-requests/2.32', relayed);
    expect(answer.statusCode).toBe(302);
    expect(await email.row()).toMatchObject({ clicks: 0, machine_clicks: 1, clicked_at: null });
    expect((await email.events())[0]?.data).toMatchObject({ machine: true, isFirstClick: false, clicks: 0 });
  });

  it('is a person’s when a library makes it where mail stays here: the person writes tests', async () => {
    const email = await anEmail(acme, { to: 'tester@example.com', sentAt: acme.ctx.clock.now() });
    await visit('GET', email.path(email.links.trackedUrl(LINK)), 'python-requests/2.32');
    await visit('GET', email.path(email.links.trackedUrl(LINK)), 'Slackbot-LinkExpanding 1.0');
    expect(await email.row()).toMatchObject({ clicks: 1, machine_clicks: 1 });
  });

  it('does not count a HEAD request', async () => {
    const email = await anEmail(acme, { to: 'headclick@example.com' });
    expect((await visit('HEAD', email.path(email.links.trackedUrl(LINK)))).statusCode).toBe(302);
    expect(await email.row()).toMatchObject({ clicks: 0, machine_clicks: 0 });
  });

  it('works for a reader whose contact was deleted', async () => {
    const email = await anEmail(acme, { to: 'deleted@example.com' });
    await acme.request('DELETE', `/contacts/${email.contact.id}`);
    expect((await visit('GET', email.path(email.links.trackedUrl(LINK)))).statusCode).toBe(302);
  });

  it('cannot be made to lead elsewhere', async () => {
    const email = await anEmail(acme, { to: 'open-redirect@example.com' });
    const good = email.path(email.links.trackedUrl(LINK));
    const path = good.split('?')[0] as string;
    const forged = [
      path,
      `${path}?u=`,
      `${path}?u=https%3A%2F%2Fevil.test%2F`,
      `${path}?u=${encodeURIComponent(LINK)}x`,
      `${path}?u=${encodeURIComponent(LINK)}&u=https%3A%2F%2Fevil.test`,
      `${path}?u=%2F%2Fevil.test`,
      `${path}?u=%FF`,
      `/t/c/x?u=${encodeURIComponent(LINK)}`,
      `/t/c/${email.links.pixelUrl.split('/').at(-1)}?u=${encodeURIComponent(LINK)}`,
    ];
    for (const url of forged) {
      const answer = await visit('GET', url);
      expect([url, answer.statusCode, answer.headers.location]).toEqual([url, 404, undefined]);
      expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    }
    expect((await email.row()).clicks).toBe(0);
  });

  it.each(['javascript:alert(1)', 'data:text/html,x', 'ftp://a.test/', 'https://', 'not a link'])(
    'never leads to %s, even signed',
    async (url) => {
      const email = await anEmail(acme, { to: 'scheme@example.com' });
      const answer = await visit('GET', email.path(email.links.trackedUrl(url)));
      expect([answer.statusCode, answer.headers.location]).toEqual([404, undefined]);
    },
  );

  it('belongs to its email: another project’s counts stay', async () => {
    const other = await aProject();
    const theirs = await anEmail(other, { to: 'click@example.com' });
    const mine = await anEmail(acme, { to: 'mine@example.com' });
    await visit('GET', mine.path(mine.links.trackedUrl(LINK)));
    expect([(await mine.row()).clicks, (await theirs.row()).clicks]).toEqual([1, 0]);
  });
});
