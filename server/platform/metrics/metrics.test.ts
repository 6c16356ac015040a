import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anEmail } from '../../../test/an-email.ts';
import { aProject, aWorld, type TestProject, theWorld, type World } from '../../../test/world.ts';
import { allMeasures } from '../../app.ts';
import { countOutcomes } from '../../delivery/queue-metrics.ts';
import { minutes } from '../clock.ts';
import { startMetricsServer } from './serve-metrics.ts';

const TOKEN = 'a token for prometheus';
let world: World;
let acme: TestProject;
beforeAll(async () => {
  world = await aWorld({ metrics: { port: undefined, token: TOKEN } });
  acme = await aProject({ world });
});
afterAll(() => world.app.close());

const scrape = (authorization?: string) =>
  world.app.inject({ method: 'GET', url: '/metrics', headers: authorization ? { authorization } : {} });
const read = async () => (await scrape(`Bearer ${TOKEN}`)).body;
/** The value of a series, told by its beginning. */
const figure = (text: string, series: string): number =>
  Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${series} `))
      ?.split(' ')
      .at(-1),
  );

describe('GET /metrics', () => {
  it('is not there unless a port or a token is set', async () => {
    const { app } = await theWorld();
    expect((await app.inject({ method: 'GET', url: '/metrics' })).statusCode).toBe(404);
  });

  it.each([undefined, 'Bearer wrong', TOKEN, `Basic ${TOKEN}`])('refuses the authorization %s', async (given) => {
    expect((await scrape(given)).statusCode).toBe(401);
  });

  it('answers in the format of Prometheus', async () => {
    const { statusCode, headers, body } = await scrape(`Bearer ${TOKEN}`);
    expect([statusCode, headers['content-type']]).toEqual([200, expect.stringContaining('text/plain; version=')]);
    for (const line of body.split('\n').filter(Boolean)) {
      expect(line).toMatch(/^(# (HELP|TYPE) \w+ .*|\w+(\{.*\})? [-+.\deNa]+)$/);
    }
    const names = [...body.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toEqual(expect.arrayContaining(['process_cpu_seconds_total', 'nodejs_eventloop_lag_seconds']));
  });

  it('counts requests by route and status, and how long they took', async () => {
    const series = 'posthorn_http_requests_total{method="GET",route="/contacts/:id",status="404"}';
    const before = figure(await read(), series) || 0;
    for (let i = 0; i < 3; i++) await acme.request('GET', `/contacts/${crypto.randomUUID()}`);
    const after = await read();
    expect(figure(after, series)).toBe(before + 3);
    const times = 'posthorn_http_request_duration_seconds_count{method="GET",route="/contacts/:id"}';
    expect(figure(after, times)).toBeGreaterThanOrEqual(3);
    expect(after).not.toContain(acme.id);
  });

  it('tells how many emails wait and for how long, without those held on purpose', async () => {
    await world.ctx.db.updateTable('emails').set({ status: 'CANCELLED' }).where('status', '=', 'QUEUED').execute();
    expect(figure(await read(), 'posthorn_oldest_queued_email_seconds')).toBe(0);
    await anEmail(acme, { status: 'QUEUED', sentAt: null });
    world.clock.advance(minutes(2));
    const text = await read();
    expect(figure(text, 'posthorn_emails_queued{priority="transactional"}')).toBe(1);
    expect(figure(text, 'posthorn_emails_queued{priority="campaign"}')).toBe(0);
    expect(figure(text, 'posthorn_oldest_queued_email_seconds')).toBeCloseTo(120, -1);
    await acme.disable();
    expect(figure(await read(), 'posthorn_oldest_queued_email_seconds')).toBe(0);
  });

  it('tells how late jobs are, what came of sends and who uses the database', async () => {
    await world.boss.send('campaign.due', {}, { startAfter: new Date(Date.now() - 60_000), singletonKey: 'metrics' });
    countOutcomes(['SENT', 'SENT', 'BOUNCED']);
    const text = await read();
    expect(figure(text, 'posthorn_jobs_waiting{queue="campaign.due"}')).toBeGreaterThanOrEqual(1);
    expect(figure(text, 'posthorn_job_lag_seconds{queue="campaign.due"}')).toBeGreaterThan(30);
    expect(figure(text, 'posthorn_email_outcomes_total{outcome="SENT"}')).toBeGreaterThanOrEqual(2);
    expect(figure(text, 'posthorn_database_connections{state="waiting"}')).toBe(0);
    expect(figure(text, 'posthorn_database_connections{state="idle"}')).toBeGreaterThanOrEqual(0);
    await world.boss.deleteQueuedJobs('campaign.due');
  });

  it('has a port of its own, where what needs the database is left out while that is away', async () => {
    const { ctx, database } = await aWorld();
    const served = { measures: allMeasures(ctx, database.pool), log: ctx.log, token: undefined };
    const server = await startMetricsServer(served, { host: '127.0.0.1', port: 0 });
    const url = `http://127.0.0.1:${(server.server.address() as { port: number }).port}/metrics`;
    expect(await (await fetch(url)).text()).toContain('posthorn_emails_queued{');
    await database.close();
    const text = await (await fetch(url)).text();
    expect(text).not.toContain('posthorn_emails_queued{');
    expect(text).toMatch(/^posthorn_oldest_queued_email_seconds NaN$/im);
    expect(text).toContain('process_cpu_seconds_total');
    await server.close();
  });
});
