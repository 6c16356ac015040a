import { createCampaign, sendCampaign } from '../../contract/campaigns.ts';
import { listContacts } from '../../contract/contacts.ts';
import { createSegment } from '../../contract/segments.ts';
import { createTemplate } from '../../contract/templates.ts';
import { aProject, signedIn, type TestProject } from '../world.ts';
import { aSender, type Inbox, type Sender } from './captured-mail.ts';
import { numbered, RECEIPT } from './inbox-story.ts';
import { pastMail } from './past-mail.ts';

export interface ScreenshotSeed {
  /** Of the person who looks: owner of both projects. */
  cookie: string;
  project: Sender;
  empty: TestProject;
  campaignId: string;
  templateId: string;
  segmentId: string;
  contactId: string;
  emailId: string;
}

const CONTACTS = 140;
const PLANS = ['free', 'pro', 'enterprise'];

/** A project as it looks after some weeks of use. */
export async function aSeed(capture: Inbox['capture']): Promise<ScreenshotSeed> {
  const project = await aSender();
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
  const [emailId] = await capture(project, [...numbered(8), RECEIPT]);
  const empty = await aProject();
  const { data } = await project.call(listContacts, { query: { search: 'person1@' } });
  return {
    project,
    empty,
    cookie: await anOwner(project, empty),
    emailId: emailId as string,
    contactId: data[0]?.id as string,
    ...(await aCampaign(project)),
  };
}

/** More on weekdays, some of it read, now and then a bounce. */
async function aMonthOfMail(project: Sender): Promise<void> {
  for (let daysAgo = 29; daysAgo >= 0; daysAgo--) {
    const count = [6, 18, 22, 19, 24, 16, 5][daysAgo % 7] as number;
    const opened = Math.round(count * (0.3 + (daysAgo % 5) / 20));
    const to = `person${daysAgo * 4 + 1}@example.com`;
    const clicked = Math.round(opened / 3);
    await pastMail(project, { to, count, daysAgo, delivered: count - 1, opened, clicked, bounced: daysAgo % 9 ? 0 : 1 });
  }
  await pastMail(project, { to: 'person99@example.com', count: 1, daysAgo: 0, delivered: 1, complained: 1 });
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
