import { beforeAll, describe, expect, it } from 'vitest';
import { anEmail } from '../../test/an-email.ts';
import { everythingOf } from '../../test/everything-of.ts';
import { OWNED_THINGS } from '../../test/owned-things.ts';
import { runJobs } from '../../test/run-jobs.ts';
import { aStripeServer } from '../../test/stripe-server.ts';
import { aProject, aWorld, type SignedIn, signedIn, type TestProject, theWorld, type World } from '../../test/world.ts';
import { cancelSubscription } from '../billing/cancel-subscription.ts';
import { claimEmails } from '../delivery/claim-emails.ts';
import { disableProject, forgiveProject } from '../projects/disable-project.ts';
import { deleteInSlices } from './delete-in-slices.ts';
import { deleteProject, resumeWipes } from './wipe-project.ts';
import { WIPED_TABLES } from './wiped-tables.ts';

const WIPED = WIPED_TABLES.map(({ table }) => table);

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

const findProject = ({ ctx, id }: TestProject) =>
  ctx.db.selectFrom('projects').selectAll().where('id', '=', id).executeTakeFirst();

/** As a reset leaves it that was killed before it deleted anything, and whose job is gone. */
const markedForReset = ({ ctx, id }: TestProject) =>
  ctx.db.updateTable('projects').set({ wipe: 'RESET', disabled: true }).where('id', '=', id).execute();

const manyContacts = ({ id }: TestProject, count: number) =>
  world.database.pool.query(
    `insert into contacts (project_id, email, subscribed) select $1, 'c' || i || '@example.com', true
     from generate_series(1, $2::int) i`,
    [id, count],
  );

/** The job of a reset waits for the request that asked. */
async function runWaiting(): Promise<void> {
  await world.database.pool.query(`update pgboss.job set start_after = now() where name = 'project.wiped'`);
  await runJobs(world);
}

/** To its keys, to those who were its members, and to anybody who looks for it. */
async function assertGone(project: TestProject, admin: SignedIn): Promise<void> {
  expect((await project.request('GET', '/contacts')).body.error.code).toBe('INVALID_API_KEY');
  expect((await project.request('POST', '/v1/track', { key: 'public' })).body.error.code).toBe('INVALID_API_KEY');
  expect((await admin.request('GET', '/contacts')).body.error.code).toBe('PROJECT_ACCESS_DENIED');
  expect((await admin.request('DELETE', `/users/@me/projects/${project.id}`)).status).toBe(404);
  expect((await admin.request('GET', '/users/@me/projects')).body).toEqual([]);
}

it('every table of a project is either wiped or kept by a reset', async () => {
  const tables = Object.keys(await rowsOf(await aProject()));
  expect([...WIPED, ...KEPT].sort()).toEqual(tables);
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
    for (const table of WIPED) expect([table, after[table]]).toEqual([table, []]);
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

describe('a reset of a project with many rows', () => {
  it('is answered at once; the project is read-only until a job has deleted the rest, wherever it was killed', async () => {
    const acme = await aProject();
    const [admin, other] = [await signedIn(acme, 'ADMIN'), await aProject()];
    await manyContacts(acme, 12_000);
    const kept = await other.contact('kept@example.com');
    const answer = await admin.request('POST', `/users/@me/projects/${acme.id}/reset`);
    expect([answer.status, answer.body]).toEqual([200, { success: true, message: 'Project reset successfully' }]);
    expect((await acme.request('GET', '/contacts')).body.total).toBe(2000);
    const { status, body } = await acme.request('POST', '/contacts', { body: { email: 'late@example.com' } });
    expect([status, body.error.code]).toEqual([403, 'PROJECT_DISABLED']);
    expect(body.error.message).toMatch(/being reset/);
    expect((await admin.request('GET', '/users/@me/projects')).body).toMatchObject([
      { disabled: true, disabledReason: 'RESET' },
    ]);
    // What a run did before it was killed is done: the next one goes on from there.
    expect(await deleteInSlices(acme.ctx, WIPED_TABLES, 500)).toBe(false);
    expect((await acme.request('GET', '/contacts')).body.total).toBe(1500);
    await runWaiting();
    expect((await acme.request('GET', '/contacts')).body.total).toBe(0);
    expect((await acme.contact('new@example.com')).email).toBe('new@example.com');
    expect((await admin.request('GET', '/users/@me/projects')).body).toMatchObject([
      { disabled: false, disabledReason: null },
    ]);
    expect((await other.request('GET', `/contacts/${kept.id}`)).status).toBe(200);
  });

  it('can be followed by deleting it', async () => {
    const acme = await aProject();
    const admin = await signedIn(acme, 'ADMIN');
    await markedForReset(acme);
    expect((await admin.request('DELETE', `/users/@me/projects/${acme.id}`)).status).toBe(403);
    await deleteProject(acme.ctx);
    await runWaiting();
    expect(await findProject(acme)).toBeUndefined();
  });

  it('leaves a project suspended that was suspended meanwhile, and hands back one whose job was given up', async () => {
    const [bad, good] = [await aProject(), await aProject()];
    for (const project of [bad, good]) await markedForReset(project);
    await disableProject(bad.ctx, 'EMAIL_REPUTATION');
    await resumeWipes(world.ctx);
    await runJobs(world);
    expect(await findProject(bad)).toMatchObject({ wipe: null, disabled: true, disabled_reason: 'EMAIL_REPUTATION' });
    expect(await findProject(good)).toMatchObject({ wipe: null, disabled: false, disabled_reason: null });
  });

  it('is not undone by somebody who enables projects', async () => {
    const acme = await aProject();
    await markedForReset(acme);
    await forgiveProject(acme.ctx);
    expect(await findProject(acme)).toMatchObject({ wipe: 'RESET', disabled: true });
  });
});

describe('a deleted project', () => {
  it('leaves nothing but the note that it was deleted; its keys and members are out', async () => {
    const [acme, other] = [await aFullProject(), await aFullProject()];
    const admin = await signedIn(acme, 'ADMIN');
    // Jobs of their own would change them as well.
    await runJobs(world);
    const untouched = await rowsOf(other);
    const { status, body } = await admin.request('DELETE', `/users/@me/projects/${acme.id}`);
    expect([status, body]).toEqual([200, { success: true, message: 'Project deleted successfully' }]);
    await assertGone(acme, admin);
    await runJobs(world);
    await assertGone(acme, admin);
    const { audit_log, ...rest } = await rowsOf(acme);
    for (const [table, rows] of Object.entries(rest)) expect([table, rows]).toEqual([table, []]);
    expect(audit_log).toContainEqual({
      row: expect.objectContaining({ action: 'project.deleted', target: 'Acme', actor_email: admin.email }),
    });
    expect(await rowsOf(other)).toEqual(untouched);
  });

  it('sends nothing more, and its queue does not hold up others', async () => {
    const acme = await aProject({ verifiedDomain: 'deleted.test' });
    const email = await anEmail(acme);
    const admin = await signedIn(acme, 'ADMIN');
    await admin.request('DELETE', `/users/@me/projects/${acme.id}`);
    const claimed = await claimEmails(world.ctx, { owner: crypto.randomUUID(), ms: 1000 }, 1000);
    expect(claimed.map(({ id }) => id)).not.toContain(email.id);
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
      { name: 'project.wiped', args: {} },
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
