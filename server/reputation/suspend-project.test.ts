import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { anEmail } from '../../test/an-email.ts';
import { aRelay, type Relay } from '../../test/relay.ts';
import { runJobs } from '../../test/run-jobs.ts';
import { aProject, type SignedIn, signedIn, type TestProject, theWorld } from '../../test/world.ts';
import type { ClaimedEmail } from '../delivery/claim-emails.ts';
import { recordBounces, recordComplaints } from '../delivery/email-lifecycle.ts';
import { markOnWire } from '../delivery/leases.ts';
import { days } from '../platform/clock.ts';
import { forgive } from './forgive.ts';

let acme: TestProject;
let ann: SignedIn;
let relay: Relay;
beforeAll(async () => {
  relay = await aRelay(await theWorld());
});
afterAll(() => relay.close());
let n = 0;
beforeEach(async () => {
  acme = await aProject({ verifiedDomain: 'reputation.test' });
  ann = await signedIn(acme);
});

const now = () => acme.ctx.clock.now();
const project = () =>
  acme.ctx.db.selectFrom('projects').selectAll().where('id', '=', acme.id).executeTakeFirstOrThrow();
const security = async (id = acme.id) => acme.request('GET', `/projects/${id}/security`);

/** So many were handed over before today's. */
const sent = (count: number) =>
  acme.ctx.db
    .insertInto('email_counts')
    .values({ project_id: acme.id, day: sql<Date>`${now().toISOString()}::date`, source_type: 'CAMPAIGN', sent: count })
    .execute();

async function refused(count: number, how: 'bounce' | 'complaint') {
  const emails = [];
  for (let i = 0; i < count; i++) emails.push(await anEmail(acme, { to: `r${n++}@example.com` }));
  const notices = emails.map(({ id }) => ({ emailId: id, at: now(), reason: 'no such user' }));
  if (how === 'complaint') await recordComplaints(acme.ctx, notices);
  else
    await recordBounces(
      acme.ctx,
      notices.map((notice) => ({ ...notice, type: 'Permanent' as const })),
    );
}

const mailsToAnn = () =>
  acme.ctx.db
    .selectFrom('emails')
    .innerJoin('email_contents', 'email_contents.id', 'emails.content_id')
    .select('subject')
    .where('to_email', '=', ann.email)
    .execute();

describe('the security state', () => {
  it('of a project that sent nothing is healthy', async () => {
    const { status, body } = await security();
    const none = { total: 0, bounces: 0, complaints: 0, bounceRate: 0, complaintRate: 0 };
    expect([status, body]).toEqual([
      200,
      {
        success: true,
        data: {
          status: {
            projectId: acme.id,
            isHealthy: true,
            shouldDisable: false,
            twentyFourHour: none,
            sevenDay: none,
            allTime: none,
            isNewProject: false,
            violations: [],
            warnings: [],
          },
          levels: {
            bounce7Day: 'healthy',
            bounceAllTime: 'healthy',
            complaint7Day: 'healthy',
            complaintAllTime: 'healthy',
          },
          isDisabled: false,
          disabledReason: null,
        },
      },
    ]);
  });

  it('counts a week and all time, and each refusal once', async () => {
    await sent(200);
    acme.world.clock.advance(-days(9));
    await refused(2, 'bounce');
    acme.world.clock.advance(days(9));
    await refused(3, 'bounce');
    const email = await anEmail(acme, { to: 'twice@example.com' });
    for (let i = 0; i < 2; i++) await recordComplaints(acme.ctx, [{ emailId: email.id, at: now(), reason: '' }]);
    const { status } = (await security()).body.data;
    expect(status.sevenDay).toEqual({ total: 200, bounces: 3, complaints: 1, bounceRate: 1.5, complaintRate: 0.5 });
    expect(status.allTime).toMatchObject({ total: 200, bounces: 5, complaints: 1 });
  });

  it('counts what a relay took and what it refused', async () => {
    for (const to of ['a@example.com', 'b@example.com']) {
      await acme.request('POST', '/v1/send', { body: { to, from: 'a@reputation.test', subject: 'Hi', body: 'Hi' } });
    }
    await relay.settle();
    expect((await security()).body.data.status.sevenDay.total).toBe(2);
  });

  it('is read by members under both paths, bare under the second, and by nobody else', async () => {
    const one = await ann.request('GET', `/projects/${acme.id}/security`);
    const two = await ann.request('GET', `/users/@me/projects/${acme.id}/security`);
    expect(two.body).toEqual(one.body.data);
    const other = await aProject();
    expect((await security(other.id)).status).toBe(404);
    expect((await ann.request('GET', `/users/@me/projects/${other.id}/security`)).status).toBe(404);
    expect((await security('x')).status).toBe(422);
  });
});

describe('a project whose mail is refused too often', () => {
  it('is suspended, told so, and its queued mail and campaigns are cancelled', async () => {
    const body = { name: 'N', subject: 'S', body: '<p>B</p>', from: 'a@reputation.test', audienceType: 'ALL' };
    const campaign = (await acme.request('POST', '/campaigns', { body })).body.data.id;
    await acme.request('POST', `/campaigns/${campaign}/send`, { body: { scheduledFor: '2099-01-01T00:00:00Z' } });
    const waiting = await anEmail(acme, { to: 'waiting@example.com', status: 'QUEUED', sentAt: null });
    await sent(150);
    await refused(16, 'bounce');
    await runJobs(acme.world);
    expect(await project()).toMatchObject({ disabled: true, disabled_reason: 'EMAIL_REPUTATION' });
    expect(await waiting.row()).toMatchObject({ status: 'CANCELLED', error: 'The project was suspended' });
    expect((await acme.request('GET', `/campaigns/${campaign}`)).body.data.status).toBe('CANCELLED');
    expect(await mailsToAnn()).toMatchObject([{ subject: 'Acme has been suspended' }]);
    expect((await security()).body.data).toMatchObject({
      isDisabled: true,
      disabledReason: 'EMAIL_REPUTATION',
      status: { shouldDisable: true, violations: ['The bounce rate is too high'] },
      levels: { bounce7Day: 'critical' },
    });
  });

  it('can read and not write, and is told once', async () => {
    const another = await anEmail(acme, { to: 'another@example.com' });
    await refused(8, 'complaint');
    await runJobs(acme.world);
    expect((await acme.request('GET', '/contacts')).status).toBe(200);
    const write = await acme.request('POST', '/contacts', { body: { email: 'x@example.com' } });
    expect([write.status, write.body.error.code]).toEqual([403, 'PROJECT_DISABLED']);
    await recordComplaints(acme.ctx, [{ emailId: another.id, at: now(), reason: '' }]);
    await runJobs(acme.world);
    expect(await mailsToAnn()).toHaveLength(1);
  });

  it('stays as it is below the limits', async () => {
    await sent(1000);
    await refused(9, 'bounce');
    await runJobs(acme.world);
    expect((await project()).disabled).toBe(false);
  });

  it('is left alone where the operator says so', async () => {
    const config = { ...acme.ctx.config, autoProjectDisable: false };
    const emails = [];
    for (let i = 0; i < 8; i++) emails.push(await anEmail(acme, { to: `off${n++}@example.com` }));
    await recordComplaints(
      { ...acme.ctx, config },
      emails.map(({ id }) => ({ emailId: id, at: now(), reason: '' })),
    );
    await runJobs(acme.world);
    expect((await project()).disabled).toBe(false);
  });

  it('is not judged by what was before an operator enabled it again', async () => {
    await refused(8, 'complaint');
    await runJobs(acme.world);
    // Within the same day: the clock says whether a refusal was before.
    acme.world.clock.advance(1);
    expect(await forgive(acme.ctx)).toEqual({ name: 'Acme' });
    expect(await forgive(acme.ctx)).toBeUndefined();
    await refused(1, 'complaint');
    await runJobs(acme.world);
    expect((await project()).disabled).toBe(false);
    expect((await security()).body.data.status.allTime.complaints).toBe(1);
  });

  it('is judged by what was before it was reset, or its contacts were deleted', async () => {
    await refused(6, 'complaint');
    await runJobs(acme.world);
    expect((await project()).disabled).toBe(false);
    expect((await ann.request('POST', `/users/@me/projects/${acme.id}/reset`)).status).toBe(200);
    await refused(1, 'complaint');
    await runJobs(acme.world);
    expect((await project()).disabled).toBe(true);
  });

  it('sends nothing more', async () => {
    await acme.request('POST', '/v1/send', {
      body: { to: 'late@example.com', from: 'a@reputation.test', subject: 'Hi', body: 'Hi' },
    });
    await acme.disable();
    await relay.settle();
    expect(await relay.mailTo('late@example.com')).toEqual([]);
  });

  it('sends not even what a worker holds already', async () => {
    const email = await anEmail(acme, { to: 'held@example.com', status: 'SENDING', sentAt: null });
    await acme.ctx.db.updateTable('emails').set({ lease_owner: acme.id }).where('id', '=', email.id).execute();
    await acme.disable();
    const claimed = [{ project_id: acme.id, id: email.id }] as ClaimedEmail[];
    expect(await markOnWire(acme.ctx, acme.id, claimed)).toEqual(new Set());
    expect(await email.row()).toMatchObject({ status: 'QUEUED', lease_owner: null });
  });
});
