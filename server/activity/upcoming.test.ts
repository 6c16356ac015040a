import { describe, expect, it } from 'vitest';
import { anEmail } from '../../test/an-email.ts';
import { aProject, type TestProject } from '../../test/world.ts';
import { reportRelay } from '../delivery/relay-reports.ts';
import { recordEvents } from '../events/record-events.ts';
import { days, hours, seconds } from '../platform/clock.ts';

const later = ({ ctx }: TestProject, ms: number): Date => new Date(ctx.clock.now().getTime() + ms);

const scheduled = (project: TestProject, name: string, at: Date) =>
  project.ctx.db
    .insertInto('campaigns')
    .values({
      project_id: project.id,
      name,
      subject: 'S',
      body: 'B',
      from: 'a@acme.test',
      status: 'SCHEDULED',
      audience_type: 'ALL',
      total_recipients: 7,
      scheduled_for: at,
    })
    .execute();

/** A delay before an email and one before the end, and someone who sleeps at each. */
async function aWorkflowWithSleepers(project: TestProject, wakeAt: Date) {
  const { db } = project.ctx;
  const scope = { project_id: project.id };
  const made = { ...scope, config: {}, position: {} };
  const { id: workflow_id } = await db
    .insertInto('workflows')
    .values({ ...scope, name: 'Welcome' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const [delay, email, exit] = await db
    .insertInto('workflow_steps')
    .values([
      { ...made, workflow_id, type: 'DELAY', name: 'Wait' },
      { ...made, workflow_id, type: 'SEND_EMAIL', name: 'Say hello' },
      { ...made, workflow_id, type: 'DELAY', name: 'Wait again' },
    ])
    .returning('id')
    .execute();
  const [from_step_id, to_step_id, lastId] = [delay?.id as string, email?.id as string, exit?.id as string];
  await db
    .insertInto('workflow_transitions')
    .values([
      { ...scope, workflow_id, from_step_id, to_step_id },
      { ...scope, workflow_id, from_step_id: to_step_id, to_step_id: lastId },
    ])
    .execute();
  const contact = await project.contact('ann@example.com');
  const sleeper = { ...scope, workflow_id, contact_id: contact.id, version: 1, is_sole: false, status: 'WAITING' };
  await db
    .insertInto('workflow_executions')
    .values([
      { ...sleeper, current_step_id: from_step_id, wake_at: wakeAt, started_at: project.ctx.clock.now() },
      { ...sleeper, current_step_id: lastId, wake_at: wakeAt, started_at: project.ctx.clock.now() },
    ])
    .execute();
  return contact;
}

describe('GET /activity/upcoming', () => {
  it('lists scheduled campaigns and emails that workflows will send, soonest first', async () => {
    const acme = await aProject();
    await scheduled(acme, 'Later', later(acme, days(3)));
    await scheduled(acme, 'Too late', later(acme, days(45)));
    const contact = await aWorkflowWithSleepers(acme, later(acme, hours(5)));
    const { activities } = (await acme.request('GET', '/activity/upcoming')).body;
    expect(activities).toMatchObject([
      {
        type: 'workflow.email.scheduled',
        contactId: contact.id,
        contactEmail: 'ann@example.com',
        metadata: { workflowName: 'Welcome', stepName: 'Say hello' },
      },
      {
        type: 'campaign.scheduled',
        id: expect.stringMatching(/^campaign_.*_scheduled$/),
        metadata: { campaignName: 'Later', totalRecipients: 7, audienceType: 'ALL' },
      },
    ]);
    const count = async (query: string) =>
      (await acme.request('GET', `/activity/upcoming?${query}`)).body.activities.length;
    expect(await Promise.all([count('daysAhead=60'), count('daysAhead=1'), count('limit=1')])).toEqual([3, 1, 1]);
    expect((await (await aProject()).request('GET', '/activity/upcoming')).body).toEqual({ activities: [] });
  });
});

describe('GET /activity/queue', () => {
  it('tells what waits, for how long, and what left in the last minute', async () => {
    const acme = await aProject();
    const health = async () => (await acme.request('GET', '/activity/queue')).body;
    expect(await health()).toMatchObject({ queued: 0, isQueuedExact: true, oldestDueSeconds: null, sentLastMinute: 0 });
    const { id, contact } = await anEmail(acme, { status: 'QUEUED', sentAt: null });
    await anEmail(acme, { status: 'QUEUED', sentAt: null });
    await acme.ctx.db
      .updateTable('emails')
      .set({ due_at: later(acme, -seconds(90)) })
      .where('id', '=', id)
      .execute();
    await recordEvents(acme.ctx, [{ name: 'email.sent', contactId: contact.id, emailId: id }]);
    expect(await health()).toMatchObject({ queued: 2, oldestDueSeconds: 90, sentLastMinute: 1 });
    await acme.ctx.db
      .insertInto('held_lanes')
      .values({ project_id: acme.id, lane: '00000000-0000-0000-0000-000000000000' })
      .execute();
    expect(await health()).toMatchObject({ queued: 2, oldestDueSeconds: null });
  });

  it('tells what the workers know of the relay', async () => {
    const acme = await aProject();
    const relay = async () => (await acme.request('GET', '/activity/queue')).body.relay;
    const [idle, busy] = [crypto.randomUUID(), crypto.randomUUID()];
    const fine = { isOpen: false, since: null, reason: null, retryAt: null };
    expect(await relay()).toEqual({ status: 'unknown', since: null, reason: null, retryAt: null });
    await reportRelay(acme.ctx, idle, fine);
    expect(await relay()).toMatchObject({ status: 'ok' });
    const since = acme.ctx.clock.now();
    await reportRelay(acme.ctx, busy, { isOpen: true, since, reason: 'refused', retryAt: since });
    expect(await relay()).toMatchObject({ status: 'down', since: since.toISOString(), reason: 'refused' });
    await reportRelay(acme.ctx, busy, fine);
    expect(await relay()).toMatchObject({ status: 'ok', reason: null });
    await acme.ctx.db.deleteFrom('relay_reports').where('worker_id', 'in', [idle, busy]).execute();
  });
});
