import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listRecipients, previewAudience } from '../../contract/campaign-tools.ts';
import { campaignStats, createCampaign, getCampaign, listCampaigns, sendCampaign } from '../../contract/campaigns.ts';
import { addSegmentMembers, createSegment } from '../../contract/segments.ts';
import { addSuppression } from '../../contract/suppressions.ts';
import { aRelay, type Relay } from '../../test/relay.ts';
import { aProject, type TestProject, theWorld } from '../../test/world.ts';
import { days, hours } from '../platform/clock.ts';

let acme: TestProject;
let relay: Relay;
beforeAll(async () => {
  relay = await aRelay(await theWorld());
});
afterAll(() => relay.close());
beforeEach(async () => {
  acme = await aProject({ verifiedDomain: 'campaign.test' });
  const { ctx } = acme.world;
  await ctx.db
    .updateTable('emails')
    .set({ status: 'CANCELLED' })
    .where('status', 'in', ['QUEUED', 'SENDING'])
    .execute();
});

const basics = {
  name: 'July',
  subject: 'News for {{name}}',
  body: '<p>Hello {{name}}</p>',
  from: 'news@campaign.test',
  audienceType: 'ALL' as const,
};
const create = async (fields: object = {}) => {
  const { data } = await acme.call(createCampaign, { body: { ...basics, ...fields } });
  return data;
};
const act = (id: string, verb: string, body?: object) =>
  acme.request('POST', `/campaigns/${id}/${verb}`, body ? { body } : {});
const read = async (id: string) => (await acme.call(getCampaign, { params: { id } })).data;
let n = 0;
const someContacts = async (count: number, fields: { subscribed?: boolean; data?: Record<string, unknown> } = {}) => {
  const emails = Array.from({ length: count }, () => `c${n++}@example.com`);
  for (const email of emails)
    await acme.contact(email, { ...fields, data: { name: email.split('@')[0], ...fields.data } });
  return emails;
};

describe('a campaign', () => {
  it('is created as a draft that knows its recipients', async () => {
    await someContacts(2);
    await someContacts(1, { subscribed: false });
    const campaign = await create();
    expect(campaign).toMatchObject({
      status: 'DRAFT',
      type: 'MARKETING',
      totalRecipients: 2,
      sentCount: 0,
      segment: null,
      description: null,
      paused: false,
      projectId: acme.id,
      sentAt: null,
      scheduledFor: null,
    });
    expect((await create({ type: 'TRANSACTIONAL' })).totalRecipients).toBe(3);
  });

  it.each([
    ['no name', { name: undefined }, { field: 'name', code: 'invalid_type' }],
    ['an empty subject', { subject: '' }, { field: 'subject', code: 'too_small' }],
    ['a bad sender', { from: 'nope' }, { field: 'from', code: 'invalid_string' }],
    ['a segment audience without segment', { audienceType: 'SEGMENT' }, { field: 'segmentId', code: 'custom' }],
    [
      'a filtered audience without condition',
      { audienceType: 'FILTERED' },
      { field: 'audienceCondition', code: 'custom' },
    ],
    ['an unknown audience', { audienceType: 'NOBODY' }, { field: 'audienceType', code: 'invalid_enum_value' }],
    [
      'a condition that makes no sense',
      {
        audienceType: 'FILTERED',
        audienceCondition: {
          logic: 'AND',
          groups: [{ filters: [{ field: 'subscribed', operator: 'contains', value: 'x' }] }],
        },
      },
      { code: 'custom' },
    ],
  ])('answers 422 to %s', async (_, fields, error) => {
    const { status, body } = await acme.request('POST', '/campaigns', { body: { ...basics, ...fields } });
    expect([status, body.error.code]).toEqual([422, 'VALIDATION_ERROR']);
    expect(body.error.errors[0]).toMatchObject(error);
  });

  it('needs a verified sender', async () => {
    const { status, body } = await acme.request('POST', '/campaigns', { body: { ...basics, from: 'a@unknown.test' } });
    expect([status, body.error.code, body.error.statusCode]).toEqual([403, 'INTERNAL_SERVER_ERROR', 403]);
  });

  it('goes to everyone subscribed, once, and ends SENT with counters from the ledger', async () => {
    const emails = await someContacts(3);
    const [off] = await someContacts(1, { subscribed: false });
    const { id } = await create();
    const reply = await acme.call(sendCampaign, { params: { id }, body: {} });
    expect(reply).toMatchObject({ success: true, data: { id, status: 'SENDING' }, message: expect.any(String) });
    await relay.settle();
    for (const email of emails) {
      const mails = await relay.mailTo(email);
      expect(mails.map(({ subject }) => subject)).toEqual([`News for ${email.split('@')[0]}`]);
    }
    expect(await relay.mailTo(off as string)).toEqual([]);
    expect(await read(id)).toMatchObject({
      status: 'SENT',
      sentCount: 3,
      totalRecipients: 3,
      sentAt: expect.any(String),
    });
    const { data: stats } = await acme.call(campaignStats, { params: { id } });
    expect(stats).toMatchObject({
      totalRecipients: 3,
      sentCount: 3,
      deliveredCount: 0,
      openRate: 0,
      deliveryRate: 0,
      queuedCount: 0,
    });
  });

  it('goes to the members of a static segment', async () => {
    const [inside, outside] = await someContacts(2);
    const segment = await acme.call(createSegment, { body: { name: 'VIP', type: 'STATIC' } });
    await acme.call(addSegmentMembers, { params: { id: segment.id }, body: { emails: [inside as string] } });
    const { id } = await create({ audienceType: 'SEGMENT', segmentId: segment.id });
    expect(await read(id)).toMatchObject({ totalRecipients: 1, segment: { id: segment.id, name: 'VIP' } });
    await act(id, 'send');
    await relay.settle();
    expect(await relay.mailTo(inside as string)).toHaveLength(1);
    expect(await relay.mailTo(outside as string)).toEqual([]);
  });

  it('goes to those who match a condition, and not to who comes later', async () => {
    const [pro] = await someContacts(1, { data: { plan: 'pro' } });
    await someContacts(1, { data: { plan: 'free' } });
    const { id } = await create({
      audienceType: 'FILTERED',
      audienceCondition: {
        logic: 'AND',
        groups: [{ filters: [{ field: 'data.plan', operator: 'equals', value: 'pro' }] }],
      },
    });
    await act(id, 'send');
    acme.world.clock.advance(1000);
    const [late] = await someContacts(1, { data: { plan: 'pro' } });
    await relay.settle();
    expect(await relay.mailTo(pro as string)).toHaveLength(1);
    expect(await relay.mailTo(late as string)).toEqual([]);
  });

  it('is scheduled, rescheduled, and sent when its time comes', async () => {
    await someContacts(1);
    const { id } = await create();
    const at = new Date(acme.world.clock.now().getTime() + hours(2)).toISOString();
    const { body } = await act(id, 'send', { scheduledFor: at });
    expect(body).toMatchObject({
      data: { status: 'SCHEDULED', scheduledFor: at },
      message: expect.stringContaining(at),
    });
    const later = new Date(acme.world.clock.now().getTime() + days(1)).toISOString();
    expect((await act(id, 'send', { scheduledFor: later })).body.data.scheduledFor).toBe(later);
    await relay.settle();
    expect((await read(id)).status).toBe('SCHEDULED');
  });

  it('with a time that has passed is due at once', async () => {
    const [email] = await someContacts(1);
    const { id } = await create();
    expect((await act(id, 'send', { scheduledFor: '2020-01-01' })).body.data.status).toBe('SCHEDULED');
    await relay.settle();
    expect((await read(id)).status).toBe('SENT');
    expect(await relay.mailTo(email as string)).toHaveLength(1);
  });

  it.each([
    ['a time that is none', { scheduledFor: 'soon' }],
    ['nobody to send to', {}],
  ])('answers 400 to %s', async (_, body) => {
    const { id } = await create();
    const answer = await act(id, 'send', body);
    expect([answer.status, answer.body.error.code]).toEqual([400, 'BAD_REQUEST']);
    expect((await read(id)).status).toBe('DRAFT');
  });

  it('waits, and says why, when its sender may no longer send at that time', async () => {
    const [to] = await someContacts(1);
    const { id } = await create();
    await act(id, 'send', { scheduledFor: '2020-01-01' });
    const setVerified = (verified: boolean) =>
      acme.ctx.db.updateTable('domains').set({ verified }).where('project_id', '=', acme.id).execute();
    await setVerified(false);
    await relay.settle();
    expect(await read(id)).toMatchObject({
      status: 'SENDING',
      paused: true,
      pauseReason: 'The sender domain campaign.test is not verified',
    });
    await setVerified(true);
    await act(id, 'resume');
    await relay.settle();
    expect(await read(id)).toMatchObject({ status: 'SENT', paused: false, pauseReason: null, sentCount: 1 });
    expect(await relay.mailTo(to as string)).toHaveLength(1);
  });

  it('of any type says that it is bulk mail', async () => {
    const [to] = await someContacts(1);
    const { id } = await create({ type: 'TRANSACTIONAL' });
    await act(id, 'send');
    await relay.settle();
    const [mail] = await relay.mailTo(to as string);
    expect(mail?.headers).toContainEqual(expect.objectContaining({ key: 'precedence', value: 'bulk' }));
  });

  it('can be scheduled for nobody: the audience is looked up when due', async () => {
    const { id } = await create();
    expect((await act(id, 'send', { scheduledFor: '2020-01-01' })).status).toBe(200);
    await relay.settle();
    expect(await read(id)).toMatchObject({ status: 'SENT', totalRecipients: 0 });
  });

  it('is not sent twice', async () => {
    await someContacts(1);
    const { id } = await create();
    const answers = await Promise.all([act(id, 'send'), act(id, 'send')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  it('cancelled while queued leaves every email CANCELLED and unsent', async () => {
    const [email] = await someContacts(3);
    const { id } = await create();
    await act(id, 'send');
    const { fanOutCampaign } = await import('./fan-out-campaign.ts');
    await fanOutCampaign(acme.ctx, { campaignId: id });
    expect((await act(id, 'cancel')).body).toMatchObject({ success: true, data: { status: 'CANCELLED' } });
    await relay.settle();
    expect(await relay.mailTo(email as string)).toEqual([]);
    const { data } = await acme.call(listRecipients, { params: { id }, query: {} });
    expect(data.map(({ status }) => status)).toEqual(['CANCELLED', 'CANCELLED', 'CANCELLED']);
    expect((await act(id, 'cancel')).status).toBe(400);
  });

  it('paused holds its emails, resumed lets them go', async () => {
    const [email] = await someContacts(2);
    const { id } = await create();
    expect((await act(id, 'pause')).status).toBe(400);
    await act(id, 'send');
    expect((await act(id, 'pause')).body.data).toMatchObject({ status: 'SENDING', paused: true });
    await relay.settle();
    expect(await relay.mailTo(email as string)).toEqual([]);
    expect((await act(id, 'resume')).body.data.paused).toBe(false);
    await relay.settle();
    expect(await relay.mailTo(email as string)).toHaveLength(1);
    expect((await read(id)).status).toBe('SENT');
  });

  it('tells who would get it, and every exception', async () => {
    const [one, two] = await someContacts(3);
    await someContacts(2, { subscribed: false });
    await acme.call(addSuppression, { body: { email: one as string } });
    const { id } = await create();
    const { data } = await acme.call(previewAudience, { params: { id } });
    expect(data).toMatchObject({ matched: 5, unsubscribed: 2, suppressed: 1, willReceive: 2 });
    expect(data.sample.map(({ email }) => email)).toContain(two);
    await act(id, 'send');
    await relay.settle();
    const { data: recipients } = await acme.call(listRecipients, { params: { id }, query: { status: 'SUPPRESSED' } });
    expect(recipients).toMatchObject([{ email: one, reason: expect.stringContaining('suppression') }]);
  });

  it('sends a test to one address, and neither counters nor contacts know of it', async () => {
    await acme.contact('tester@example.com', { data: { name: 'Tess' } });
    const { id } = await create();
    expect((await act(id, 'test', { email: 'tester@example.com' })).body).toMatchObject({
      success: true,
      message: expect.stringContaining('tester@example.com'),
    });
    await relay.settle();
    const [mail] = await relay.mailTo('tester@example.com');
    expect(mail).toMatchObject({ subject: '[TEST] News for Tess', from: { address: 'news@campaign.test' } });
    expect(mail?.headers.find(({ key }) => key === 'x-plunk-test')?.value).toBe('true');
    expect(await read(id)).toMatchObject({ status: 'DRAFT', sentCount: 0 });
    expect((await act(id, 'test', { email: 'nope' })).status).toBe(422);
  });

  it('lists its ledger as CSV', async () => {
    const [email] = await someContacts(1);
    const { id } = await create();
    await act(id, 'send');
    await relay.settle();
    const { body, headers } = await acme.request('GET', `/campaigns/${id}/recipients?format=csv`);
    expect(headers['content-type']).toContain('text/csv');
    const [head, row] = String(body).split('\r\n');
    expect(head).toContain('email,status');
    expect(row).toContain(`${email},SENT`);
  });
});

describe('editing', () => {
  it('changes a draft in part, and recounts when the audience changes', async () => {
    await someContacts(2);
    const { id } = await create();
    const { status, body } = await acme.request('PUT', `/campaigns/${id}`, {
      body: { name: 'August', type: 'TRANSACTIONAL', fromName: 'Me' },
    });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ name: 'August', subject: basics.subject, fromName: 'Me', totalRecipients: 2 });
  });

  it('is refused once sending has begun', async () => {
    await someContacts(1);
    const { id } = await create();
    await act(id, 'send');
    expect((await acme.request('PUT', `/campaigns/${id}`, { body: { name: 'x' } })).status).toBe(400);
    expect((await acme.request('DELETE', `/campaigns/${id}`)).status).toBe(409);
    await relay.settle();
    expect((await acme.request('DELETE', `/campaigns/${id}`)).status).toBe(400);
  });

  it('deletes a draft and duplicates anything', async () => {
    const { id } = await create();
    const copy = await act(id, 'duplicate');
    expect([copy.status, copy.body.data.name, copy.body.data.status]).toEqual([201, 'July (Copy)', 'DRAFT']);
    const deleted = await acme.request('DELETE', `/campaigns/${id}`);
    expect([deleted.status, deleted.body.success]).toEqual([200, true]);
    expect((await acme.request('GET', `/campaigns/${id}`)).body.error.code).toBe('CAMPAIGN_NOT_FOUND');
  });

  it('answers 422 to an id that is none', async () => {
    const { status, body } = await acme.request('GET', '/campaigns/nope');
    expect([status, body.error.errors]).toEqual([
      422,
      [expect.objectContaining({ field: 'id', code: 'invalid_string' })],
    ]);
  });

  it('lists by page, status and search', async () => {
    await create({ name: 'Alpha' });
    await create({ name: 'Beta', subject: 'alphabet' });
    await create({ name: 'Gamma', from: 'alpha@campaign.test' });
    await create({ name: 'Delta' });
    const page = await acme.call(listCampaigns, {
      query: { pageSize: '2', search: 'ALPHA', sort: 'name', dir: 'asc' },
    });
    expect(page).toMatchObject({ total: 3, page: 1, pageSize: 2, totalPages: 2 });
    expect(page.data.map(({ name }) => name)).toEqual(['Alpha', 'Beta']);
    expect((await acme.call(listCampaigns, { query: { status: 'SENT' } })).total).toBe(0);
    const { status, body } = await acme.request('GET', '/campaigns?status=NOPE');
    expect([status, body.error.code]).toEqual([400, 'BAD_REQUEST']);
  });
});

describe('retry', () => {
  it('sends failed recipients again by choice, in the same rows', async () => {
    const [email] = await someContacts(1);
    const { id } = await create();
    await act(id, 'send');
    await relay.settle();
    await acme.ctx.db.updateTable('emails').set({ status: 'FAILED' }).where('campaign_id', '=', id).execute();
    expect((await act(id, 'retry', { statuses: ['UNKNOWN'] })).body.data).toEqual({ requeued: 0 });
    expect((await act(id, 'retry')).body.data).toEqual({ requeued: 1 });
    await relay.settle();
    expect(await relay.mailTo(email as string)).toHaveLength(2);
    expect(await read(id)).toMatchObject({ status: 'SENT', sentCount: 1, totalRecipients: 1 });
  });
});
