import { beforeAll, describe, expect, it } from 'vitest';
import { anEmail } from '../../test/an-email.ts';
import { everythingOf } from '../../test/everything-of.ts';
import { OWNED_THINGS } from '../../test/owned-things.ts';
import { runJobs } from '../../test/run-jobs.ts';
import { aStripeServer } from '../../test/stripe-server.ts';
import { aProject, aWorld, signedIn, type TestProject, theWorld, type World } from '../../test/world.ts';
import { cancelSubscription } from '../billing/cancel-subscription.ts';
import { WIPED_TABLES } from './wipe-project.ts';

/** What a reset leaves: tables of a project are in one of the two lists, so that a new one is decided about. */
const KEPT = [
  'audit_log',
  'contact_counts',
  'domain_notices',
  'domains',
  'email_counts',
  'email_day_changes',
  'email_day_counts',
  'event_day_changes',
  'event_day_counts',
  'feedback_receipts',
  'idempotency_keys',
  'invitations',
  'memberships',
  'metering_reports',
  'suppressions',
  'usage_warnings',
];

let world: World;
beforeAll(async () => {
  world = await theWorld();
});

const rowsOf = (project: TestProject) =>
  everythingOf(world.database.pool, project.id) as Promise<Record<string, unknown[]>>;

/** One of everything that a project can own. */
async function aFullProject() {
  const project = await aProject({ verifiedDomain: `${crypto.randomUUID()}.test` });
  for (const [path, make] of Object.entries(OWNED_THINGS)) {
    if (!path.startsWith('/projects/') && !path.startsWith('/users/')) await make(project);
  }
  return project;
}

it('every table of a project is either wiped or kept by a reset', async () => {
  const tables = Object.keys(await rowsOf(await aProject()));
  expect([...WIPED_TABLES, ...KEPT].sort()).toEqual(tables);
});

describe('a reset', () => {
  it('deletes the data and keeps keys, members, domains and suppressed addresses', async () => {
    const [acme, other] = [await aFullProject(), await aFullProject()];
    const admin = await signedIn(acme, 'ADMIN');
    const before = await rowsOf(acme);
    expect(
      ['contacts', 'events', 'emails', 'campaigns', 'workflows', 'templates'].map((name) => before[name]?.length),
    ).not.toContain(0);
    const untouched = await rowsOf(other);
    const answer = await admin.request('POST', `/users/@me/projects/${acme.id}/reset`);
    expect([answer.status, answer.body]).toEqual([200, { success: true, message: 'Project reset successfully' }]);
    const after = await rowsOf(acme);
    for (const table of WIPED_TABLES) expect([table, after[table]]).toEqual([table, []]);
    for (const table of ['memberships', 'domains', 'suppressions']) expect(after[table]).toEqual(before[table]);
    expect(await rowsOf(other)).toEqual(untouched);
    expect((await acme.request('GET', '/contacts')).body.total).toBe(0);
    await acme.contact('new@example.com');
    expect((await acme.request('GET', '/contacts')).body.total).toBe(1);
    expect(after.audit_log).toContainEqual({ row: expect.objectContaining({ action: 'project.reset' }) });
  });

  it('stops a campaign that was waiting or on its way: its jobs find nothing to do', async () => {
    const acme = await aProject({ verifiedDomain: 'wiped.test' });
    await acme.contact('ada@example.com');
    const draft = { name: 'C', subject: 'Hi', body: '<p>Hi</p>', from: 'a@wiped.test', audienceType: 'ALL' };
    const { body } = await acme.request('POST', '/campaigns', { body: draft });
    expect((await acme.request('POST', `/campaigns/${body.data.id}/send`)).status).toBe(200);
    await anEmail(acme);
    const admin = await signedIn(acme, 'ADMIN');
    expect((await admin.request('POST', `/users/@me/projects/${acme.id}/reset`)).status).toBe(200);
    await runJobs(world);
    const { emails } = await rowsOf(acme);
    expect(emails).toEqual([]);
  });

  it('and deleting are refused while the project is disabled', async () => {
    const acme = await aProject();
    const admin = await signedIn(acme, 'ADMIN');
    await acme.disable();
    for (const [method, path] of [
      ['POST', '/reset'],
      ['DELETE', ''],
    ] as const) {
      const { status, body } = await admin.request(method, `/users/@me/projects/${acme.id}${path}`);
      expect([status, body.error.code]).toEqual([403, 'PROJECT_DISABLED']);
    }
  });
});

describe('a deleted project', () => {
  it('leaves nothing but the note that it was deleted; its keys and members are out', async () => {
    const [acme, other] = [await aFullProject(), await aFullProject()];
    const admin = await signedIn(acme, 'ADMIN');
    const untouched = await rowsOf(other);
    const { status, body } = await admin.request('DELETE', `/users/@me/projects/${acme.id}`);
    expect([status, body.success]).toEqual([200, true]);
    const { audit_log, ...rest } = await rowsOf(acme);
    for (const [table, rows] of Object.entries(rest)) expect([table, rows]).toEqual([table, []]);
    expect(audit_log).toContainEqual({
      row: expect.objectContaining({ action: 'project.deleted', target: 'Acme', actor_email: admin.email }),
    });
    expect(await rowsOf(other)).toEqual(untouched);
    expect((await acme.request('GET', '/contacts')).body.error.code).toBe('INVALID_API_KEY');
    expect((await admin.request('GET', '/contacts')).body.error.code).toBe('PROJECT_ACCESS_DENIED');
    expect((await admin.request('DELETE', `/users/@me/projects/${acme.id}`)).status).toBe(404);
    expect((await admin.request('GET', '/users/@me/projects')).body).toEqual([]);
    await runJobs(world);
  });

  it('is forgotten by the provider of its domains and by the one that it paid', async () => {
    const stripe = await aStripeServer();
    const there = await aWorld({ mailTransport: 'ses', stripe: stripe.settings });
    const acme = await aProject({ world: there, verifiedDomain: 'leaving.test' });
    const admin = await signedIn(acme, 'ADMIN');
    const subscription = `sub_${acme.id}`;
    await there.ctx.db.updateTable('projects').set({ subscription }).where('id', '=', acme.id).execute();
    expect((await admin.request('DELETE', `/users/@me/projects/${acme.id}`)).status).toBe(200);
    const { rows } = await there.database.pool.query(
      `select name, data -> 'args' as args from pgboss.job where data ->> 'projectId' = $1 order by name`,
      [acme.id],
    );
    expect(rows).toEqual([
      { name: 'domain.removed', args: { domain: 'leaving.test' } },
      { name: 'project.subscription-orphaned', args: { subscription } },
    ]);
    await cancelSubscription({ ...there.ctx, projectId: acme.id }, { subscription });
    expect(stripe.calls.map(({ method, path }) => `${method} ${path}`)).toContain(
      `DELETE /v1/subscriptions/${subscription}`,
    );
    // SES is not there: its job is not for the tests that follow.
    await there.database.pool.query(`delete from pgboss.job where data ->> 'projectId' = $1`, [acme.id]);
    await there.close();
    await stripe.close();
  });

  it('is deleted once when two ask at the same moment', async () => {
    const acme = await aProject();
    const admin = await signedIn(acme, 'ADMIN');
    const remove = () => admin.request('DELETE', `/users/@me/projects/${acme.id}`);
    const statuses = (await Promise.all([remove(), remove()])).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 404]);
  });
});
