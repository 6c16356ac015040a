import { createCampaign, sendCampaign } from '../../contract/campaigns.ts';
import { listContacts } from '../../contract/contacts.ts';
import { createSegment } from '../../contract/segments.ts';
import { createTemplate } from '../../contract/templates.ts';
import { linksFor } from '../../server/delivery/links.ts';
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
  const emailId = await aMonthOfMail(project);
  await capture(project, [...numbered(8), RECEIPT, WELCOME]);
  const empty = await aProject();
  const { data } = await project.call(listContacts, { query: { search: 'person1@' } });
  return {
    project,
    empty,
    cookie: await anOwner(project, empty),
    emailId,
    contactId: data[0]?.id as string,
    links: linksOf(project, data[0]?.id as string),
    ...(await aCampaign(project)),
    ...(await anAudience(project, capture)),
  };
}

function linksOf({ ctx, id: projectId }: Sender, contactId: string): ScreenshotSeed['links'] {
  const { unsubscribeUrl, manageUrl, subscribeUrl } = linksFor(ctx.config, { projectId, contactId });
  const path = (url: string) => new URL(url).pathname;
  return { unsubscribe: path(unsubscribeUrl), manage: path(manageUrl), subscribe: path(subscribeUrl) };
}

/** More on weekdays, some of it read, now and then a bounce. */
async function aMonthOfMail(project: Sender): Promise<string> {
  for (let daysAgo = 29; daysAgo >= 0; daysAgo--) {
    const count = [6, 18, 22, 19, 24, 16, 5][daysAgo % 7] as number;
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
  const [read] = await pastMail(project, { to: 'person2@example.com', count: 1, daysAgo: 0, delivered: 1, opened: 1 });
  return read as string;
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
