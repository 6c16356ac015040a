import { createCampaign, sendCampaign } from '../../contract/campaigns.ts';
import { addSegmentMembers, createSegment } from '../../contract/segments.ts';
import { createTemplate } from '../../contract/templates.ts';
import { finishCampaigns } from '../../server/campaigns/finish-campaigns.ts';
import { markDelivered, recordBounces } from '../../server/delivery/email-lifecycle.ts';
import { markClicked, markOpened } from '../../server/delivery/mark-read.ts';
import { runJobs } from '../run-jobs.ts';
import type { Inbox, Sender } from './captured-mail.ts';
import { WELCOME_HTML } from './past-mail.ts';

export interface AudienceSeed {
  /** Sent, with readers and bounces. */
  sentCampaignId: string;
  /** With faults of every kind. */
  faultyCampaignId: string;
  staticSegmentId: string;
  /** Groups in groups. */
  deepSegmentId: string;
  /** More than the visual editor can do. */
  richTemplateId: string;
  /** Long names, right-to-left text, nested data. */
  longContactId: string;
}

const CONDITION = {
  logic: 'OR',
  groups: [
    {
      filters: [
        { field: 'data.plan', operator: 'equals', value: 'pro' },
        { field: 'email.opened', operator: 'triggeredWithin', value: 30, unit: 'days' },
      ],
      conditions: {
        logic: 'OR',
        groups: [
          { filters: [{ field: 'data.visits', operator: 'greaterThan', value: 10 }] },
          { filters: [{ field: 'event.order.placed', operator: 'triggered' }] },
        ],
      },
    },
    { filters: [{ field: 'createdAt', operator: 'within', value: 7, unit: 'days' }] },
  ],
} as const;

const LONG = 'A segment whose name somebody has made much longer than anybody will ever want to read in a table';

/** What the pages about people and mail show when there is much of it. */
export async function anAudience(project: Sender, capture: Inbox['capture']): Promise<AudienceSeed> {
  const from = `news@${project.domain}`;
  const contact = await project.contact('a.very.long.address.of.a.person@subdomain.of.a.department.example.com', {
    data: {
      name: 'مرحبا بالعالم',
      aFieldWithAVeryLongNameIndeed: 'and a value that is long as well, so that it has to be broken somewhere',
      address: { city: 'Zürich', tags: ['a', 'b'] },
      isTrial: true,
      since: '2026-01-31',
    },
  });
  const deep = await project.call(createSegment, { body: { name: LONG, condition: CONDITION, trackMembership: true } });
  const beta = await project.call(createSegment, { body: { name: 'Beta testers', type: 'STATIC' } });
  const emails = Array.from({ length: 12 }, (_, i) => `person${i + 1}@example.com`);
  await project.call(addSegmentMembers, { params: { id: beta.id }, body: { emails } });
  const template = await project.call(createTemplate, {
    body: { name: 'Welcome', subject: 'Welcome to Acme', body: WELCOME_HTML, from, type: 'TRANSACTIONAL' },
  });
  const faulty = await project.call(createCampaign, {
    body: {
      name: 'Half done',
      subject: 'Dear {{lastName}}',
      body: '<p>Dear {{total}}</p><p><a href="htp:/oops">Read on</a> <a href="https://">and on</a></p>',
      from,
      type: 'HEADLESS',
      audienceType: 'FILTERED',
      audienceCondition: { logic: 'AND', groups: [{ filters: [CONDITION.groups[0].filters[0]] }] },
    },
  });
  return {
    sentCampaignId: await aSentCampaign(project, capture),
    faultyCampaignId: faulty.data.id,
    staticSegmentId: beta.id,
    deepSegmentId: deep.id,
    richTemplateId: template.id,
    longContactId: contact.id,
  };
}

async function aSentCampaign(project: Sender, capture: Inbox['capture']): Promise<string> {
  const {
    data: { id },
  } = await project.call(createCampaign, {
    body: {
      name: 'October news',
      subject: 'What was new in October',
      body: '<h1>October</h1><p>Much happened.</p>',
      from: `news@${project.domain}`,
      audienceType: 'ALL',
    },
  });
  await project.call(sendCampaign, { params: { id }, body: {} });
  await runJobs(project.world);
  await capture(project, []);
  await finishCampaigns(project.ctx);
  const { ctx } = project;
  const sent = await ctx.db.selectFrom('emails').select('id').where('campaign_id', '=', id).orderBy('id').execute();
  const ids = sent.map((email) => email.id);
  const at = ctx.clock.now();
  await markDelivered(ctx, ids.slice(0, 110), at);
  const reader = { at, isMachine: false };
  for (const each of ids.slice(0, 46)) await markOpened(ctx, each, reader);
  for (const each of ids.slice(0, 14)) await markClicked(ctx, each, { ...reader, link: 'https://acme.test/october' });
  await recordBounces(
    ctx,
    ids.slice(-3).map((emailId) => ({ emailId, at, type: 'Permanent', reason: '550 5.1.1 No such user' })),
  );
  return id;
}
