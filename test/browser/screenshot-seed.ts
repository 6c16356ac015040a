import { createCampaign, sendCampaign } from '../../contract/campaigns.ts';
import { listContacts } from '../../contract/contacts.ts';
import { createSegment } from '../../contract/segments.ts';
import { createTemplate } from '../../contract/templates.ts';
import { updateWorkflow } from '../../contract/workflows.ts';
import { markDelivered } from '../../server/delivery/email-lifecycle.ts';
import { linksFor } from '../../server/delivery/links.ts';
import { markOpened } from '../../server/delivery/mark-read.ts';
import { seconds } from '../../server/platform/clock.ts';
import { WorkflowEngine } from '../../server/workflows/engine.ts';
import { aTemplate, aWorkflow } from '../a-workflow.ts';
import { aProject, signedIn, type TestProject } from '../world.ts';
import { type AudienceSeed, anAudience } from './audience-seed.ts';
import type { Inbox, Sender } from './captured-mail.ts';
import { numbered, RECEIPT } from './inbox-story.ts';
import { pastMail, WELCOME_HTML } from './past-mail.ts';

export interface ScreenshotSeed extends AudienceSeed {
  /** Of the person who looks: owner of both projects. */
  cookie: string;
  project: Sender;
  empty: TestProject;
  campaignId: string;
  templateId: string;
  segmentId: string;
  contactId: string;
  emailId: string;
  workflowId: string;
  /** Paths of the pages that a reader of mail sees. */
  links: Record<'unsubscribe' | 'manage' | 'subscribe', string>;
}

const CONTACTS = 140;
const WELCOME = {
  to: { name: 'Grace Hopper', email: 'grace@example.com' },
  subject: 'Welcome to Acme',
  body: WELCOME_HTML,
  tracking: true,
};
const PLANS = ['free', 'pro', 'enterprise'];

/** A project as it looks after some weeks of use. */
export async function aSeed(capture: Inbox['capture']): Promise<ScreenshotSeed> {
  const domain = 'mail.acme.example';
  const project: Sender = { ...(await aProject({ verifiedDomain: domain })), domain };
  await project.ctx.db.updateTable('projects').set({ name: 'Acme Shop' }).where('id', '=', project.id).execute();
  for (let i = 1; i <= CONTACTS; i++) {
    await project.contact(`person${i}@example.com`, {
      subscribed: i % 7 !== 0,
      data: { firstName: `Person ${i}`, plan: PLANS[i % 3], visits: i },
    });
  }
  for (let i = 1; i <= 30; i++) {
    await project.track(`person${i}@example.com`, i % 2 ? 'order.placed' : 'page.viewed', { total: i * 10 });
  }
  await aMonthOfMail(project);
  await capture(project, [...numbered(8), RECEIPT]);
  const empty = await aProject();
  const { data } = await project.call(listContacts, { query: { search: 'person1@' } });
  const workflowId = await aWelcomeSeries(project);
  const made = { ...(await aCampaign(project)), ...(await anAudience(project, capture)) };
  // The database numbers campaign mail by its own clock: what comes last must be later than that.
  project.world.clock.set(new Date(Date.now() + seconds(1)));
  const [emailId] = (await capture(project, [WELCOME])) as [string];
  await markDelivered(project.ctx, [emailId], project.ctx.clock.now());
  await markOpened(project.ctx, emailId, { at: project.ctx.clock.now(), isMachine: false });
  return {
    project,
    empty,
    cookie: await anOwner(project, empty),
    emailId,
    workflowId,
    contactId: data[0]?.id as string,
    links: linksOf(project, data[0]?.id as string),
    ...made,
  };
}

function linksOf({ ctx, id: projectId }: Sender, contactId: string): ScreenshotSeed['links'] {
  const { unsubscribeUrl, manageUrl, subscribeUrl } = linksFor(ctx.config, { projectId, contactId });
  const path = (url: string) => new URL(url).pathname;
  return { unsubscribe: path(unsubscribeUrl), manage: path(manageUrl), subscribe: path(subscribeUrl) };
}

/** More on weekdays, some of it read, now and then a bounce. */
async function aMonthOfMail(project: Sender): Promise<void> {
  for (let daysAgo = 29; daysAgo >= 0; daysAgo--) {
    const count = [21, 58, 66, 61, 74, 52, 18][daysAgo % 7] as number;
    const opened = Math.round(count * (0.3 + (daysAgo % 5) / 20));
    const to = `person${daysAgo * 4 + 1}@example.com`;
    const clicked = Math.round(opened / 3);
    await pastMail(project, {
      to,
      count,
      daysAgo,
      delivered: count - 1,
      opened,
      clicked,
      bounced: daysAgo % 9 === 4 ? 1 : 0,
    });
  }
  await pastMail(project, { to: 'person99@example.com', count: 1, daysAgo: 0, delivered: 1, complained: 1 });
}

/** With contacts at several of its steps. */
async function aWelcomeSeries(project: Sender): Promise<string> {
  const templateId = await aTemplate(project, { from: `hello@${project.domain}`, subject: 'Welcome to Acme' });
  const workflow = await aWorkflow(project, {
    eventName: 'signed_up',
    steps: {
      'Say hello': { type: 'SEND_EMAIL', templateId },
      'First order?': { type: 'WAIT_FOR_EVENT', config: { eventName: 'order.placed', timeout: 259_200 } },
      'Paying?': {
        type: 'CONDITION',
        config: { field: 'data.plan', operator: 'equals', value: 'pro' },
        waitOutcome: 'EVENT',
      },
      'Tell the shop': { type: 'WEBHOOK', config: { url: 'https://hooks.acme.test/orders' }, branch: 'yes' },
      'Give it time': { type: 'DELAY', config: { amount: 2, unit: 'days' }, after: 'Paying?', branch: 'no' },
      Remind: { type: 'SEND_EMAIL', after: 'First order?', waitOutcome: 'TIMEOUT' },
      'Mark as quiet': { type: 'UPDATE_CONTACT', config: { updates: { quiet: true } } },
      Done: { type: 'EXIT', config: { reason: 'not interested' } },
    },
  });
  await project.call(updateWorkflow, { params: { id: workflow.id }, body: { name: 'Welcome series' } });
  const { data } = await project.call(listContacts, { query: { limit: '40' } });
  for (const { id } of data.slice(0, 12)) await workflow.start(id);
  const engine = new WorkflowEngine(project.ctx);
  await engine.settle();
  for (const { email } of data.slice(0, 5)) await project.track(email, 'order.placed', { total: 20 });
  await engine.settle();
  return workflow.id;
}

async function anOwner(project: Sender, empty: TestProject): Promise<string> {
  const { cookie, userId } = await signedIn(project);
  const { db } = project.ctx;
  await db.updateTable('users').set({ email: 'ada@acme.example' }).where('id', '=', userId).execute();
  await db.insertInto('memberships').values({ project_id: empty.id, user_id: userId, role: 'OWNER' }).execute();
  for (const [email, role] of [
    ['grace@acme.example', 'ADMIN'],
    ['a.very.long.name.of.a.colleague@department.acme.example', 'MEMBER'],
  ] as const) {
    const member = await signedIn(project, role);
    await db.updateTable('users').set({ email }).where('id', '=', member.userId).execute();
  }
  return cookie;
}

async function aCampaign(project: Sender) {
  const from = `news@${project.domain}`;
  const body =
    '<h1>Hello {{firstName}}</h1><p>This is what is new in November.</p><p><a href="https://acme.test">Read on</a></p>';
  const template = await project.call(createTemplate, {
    body: { name: 'Monthly news', subject: 'News for {{firstName}}', body, from, type: 'MARKETING' },
  });
  const segment = await project.call(createSegment, {
    body: {
      name: 'Paying customers',
      condition: {
        logic: 'AND',
        groups: [{ filters: [{ field: 'data.plan', operator: 'equals', value: 'pro' }] }],
      },
    },
  });
  const campaign = await project.call(createCampaign, {
    body: { name: 'November news', subject: 'What is new in November', body, from, audienceType: 'ALL' },
  });
  const draft = await project.call(createCampaign, {
    body: { name: 'Black Friday', subject: 'One day only', body, from, audienceType: 'SEGMENT', segmentId: segment.id },
  });
  await project.call(sendCampaign, {
    params: { id: draft.data.id },
    body: { scheduledFor: '2099-11-27T09:00:00.000Z' },
  });
  return { campaignId: campaign.data.id, templateId: template.id, segmentId: segment.id };
}
