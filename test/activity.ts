import { markDelivered, recordBounces, recordComplaints } from '../server/delivery/email-lifecycle.ts';
import { markClicked, markOpened } from '../server/delivery/mark-read.ts';
import { recordEvents } from '../server/events/record-events.ts';
import { minutes } from '../server/platform/clock.ts';
import { anEmail } from './an-email.ts';
import type { TestProject } from './world.ts';

/** One of everything that the activity feed tells, a minute apart, oldest first. */
export async function aRecipeOfActivity(project: TestProject) {
  const { ctx, world } = project;
  const tick = () => world.clock.advance(minutes(1));
  const emailEvent = (name: string, email: { id: string; contact: { id: string } }, data: object) =>
    recordEvents(ctx, [{ name, contactId: email.contact.id, emailId: email.id, data }]);

  const reader = await anEmail(project, { to: 'reader@example.com' });
  await project.track('buyer@example.com', 'signed_up');
  tick();
  await emailEvent('email.sent', reader, { subject: 'Hello Reader' });
  tick();
  await markDelivered(ctx, [reader.id], ctx.clock.now());
  tick();
  await markOpened(ctx, reader.id, { at: ctx.clock.now(), isMachine: false });
  tick();
  await markClicked(ctx, reader.id, { at: ctx.clock.now(), isMachine: false, link: 'https://a.test' });
  await markOpened(ctx, reader.id, { at: ctx.clock.now(), isMachine: false });
  tick();
  await project.track('buyer@example.com', 'purchase', { total: 5 });
  tick();
  const bounced = await anEmail(project, { to: 'gone@example.com' });
  await recordBounces(ctx, [{ emailId: bounced.id, at: ctx.clock.now(), type: 'Permanent', reason: 'no such user' }]);
  tick();
  const annoyed = await anEmail(project, { to: 'annoyed@example.com' });
  await recordComplaints(ctx, [{ emailId: annoyed.id, at: ctx.clock.now(), reason: 'abuse' }]);
  tick();
  const inbound = await anEmail(project, { to: 'writer@example.com' });
  await emailEvent('email.received', inbound, { subject: 'A question' });
  tick();
  const suppressed = await anEmail(project, { to: 'silent@example.com', status: 'SUPPRESSED', sentAt: null });
  tick();
  await project.contact('writer@example.com', { subscribed: false });
  tick();
  const campaignId = await aSentCampaign(project);
  tick();
  const executionId = await anEndedExecution(project, reader.contact.id);
  return { read: reader, suppressed, campaignId, executionId };
}
export type Recipe = Awaited<ReturnType<typeof aRecipeOfActivity>>;

export async function aSentCampaign(project: TestProject, fields: { name?: string; sentCount?: number } = {}) {
  const { ctx } = project;
  const { id } = await ctx.db
    .insertInto('campaigns')
    .values({
      project_id: project.id,
      name: fields.name ?? 'News',
      subject: 'Our news',
      body: '<p>News</p>',
      from: 'ann@acme.test',
      status: 'SENT',
      audience_type: 'ALL',
      sent_count: fields.sentCount ?? 0,
      sent_at: ctx.clock.now(),
      created_at: ctx.clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Started, one step, ended a minute later. */
async function anEndedExecution(project: TestProject, contactId: string): Promise<string> {
  const { ctx, world } = project;
  const scope = { project_id: project.id };
  const started = ctx.clock.now();
  const { id: workflowId } = await ctx.db
    .insertInto('workflows')
    .values({ ...scope, name: 'Welcome' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id } = await ctx.db
    .insertInto('workflow_executions')
    .values({
      ...scope,
      workflow_id: workflowId,
      contact_id: contactId,
      version: 1,
      is_sole: true,
      started_at: started,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  world.clock.advance(minutes(1));
  await ctx.db
    .insertInto('workflow_step_executions')
    .values({
      ...scope,
      execution_id: id,
      workflow_id: workflowId,
      step_id: workflowId,
      step_name: 'Wait a day',
      step_type: 'DELAY',
      status: 'COMPLETED',
      started_at: ctx.clock.now(),
    })
    .execute();
  world.clock.advance(minutes(1));
  await ctx.db
    .updateTable('workflow_executions')
    .set({ status: 'EXITED', exit_reason: 'done', completed_at: ctx.clock.now() })
    .where('project_id', '=', project.id)
    .where('id', '=', id)
    .execute();
  return id;
}
