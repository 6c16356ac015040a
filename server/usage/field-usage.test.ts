import { beforeAll, describe, expect, it } from 'vitest';
import { createCampaign } from '../../contract/campaigns.ts';
import { createSegment } from '../../contract/segments.ts';
import { aProject, type TestProject } from '../../test/world.ts';

const DOMAIN = 'fields.test';
let acme: TestProject;
beforeAll(async () => {
  acme = await aProject({ verifiedDomain: DOMAIN });
  await acme.contact('a@example.com', { data: { plan: 'pro', address: { city: 'Ulm' }, free: 1, 'x.y': 1 } });
  await acme.contact('b@example.com', { data: { plan: 'free', free: 2 } });
});

const lookingAt = (field: string, operator = 'exists') => ({
  logic: 'AND' as const,
  groups: [{ filters: [{ field, operator: operator as 'exists' }] }],
});

const aSegment = (name: string, field: string, operator?: string) =>
  acme.call(createSegment, { body: { name, condition: lookingAt(field, operator) } });

const campaignTo = async (name: string, audience: object) => {
  const content = { subject: 'Hi', body: '<p>Hi</p>', from: `a@${DOMAIN}` };
  return (await acme.call(createCampaign, { body: { name, ...content, ...audience } as never })).data;
};

const setStatus = (id: string, status: string) =>
  acme.ctx.db.updateTable('campaigns').set({ status }).where('id', '=', id).execute();

describe('GET /contacts/fields/:field/usage', () => {
  it('counts the contacts that have it; one that nobody refers to may go', async () => {
    for (const field of ['data.free', 'free']) {
      const { status, body } = await acme.request('GET', `/contacts/fields/${field}/usage`);
      expect([status, body]).toEqual([
        200,
        { usedInSegments: [], usedInCampaigns: [], usedInWorkflows: [], contactCount: 2, canDelete: true },
      ]);
    }
  });

  it('names the segments and campaigns whose conditions look at it, or into it', async () => {
    const segment = await aSegment('Cities', 'data.address.city');
    const campaign = await campaignTo('To cities', {
      audienceType: 'FILTERED',
      audienceCondition: lookingAt('data.address'),
    });
    expect((await acme.request('GET', '/contacts/fields/data.address/usage')).body).toEqual({
      usedInSegments: [{ id: segment.id, name: 'Cities' }],
      usedInCampaigns: [{ id: campaign.id, name: 'To cities' }],
      usedInWorkflows: [],
      contactCount: 1,
      canDelete: false,
    });
  });

  it('a standard field: 400, flat', async () => {
    const { status, body } = await acme.request('GET', '/contacts/fields/email/usage');
    expect([status, body]).toEqual([400, { error: expect.stringMatching(/standard field/) }]);
  });
});

describe('DELETE /contacts/fields/:field', () => {
  it('removes the key from every contact of this project', async () => {
    const [project, other] = [await aProject(), await aProject()];
    for (const { contact } of [project, other]) await contact('a@example.com', { data: { x: 1, y: 2 } });
    const only = await project.contact('b@example.com', { data: { x: 1 } });
    await project.contact('c@example.com', { data: { y: 1 } });
    const { status, body } = await project.request('DELETE', '/contacts/fields/data.x');
    expect([status, body]).toEqual([200, { deletedFrom: 2 }]);
    expect((await project.request('GET', `/contacts/${only.id}`)).body.data).toBeNull();
    expect((await other.contact('a@example.com')).data).toEqual({ x: 1, y: 2 });
    expect((await project.request('DELETE', '/contacts/fields/x')).body).toEqual({ deletedFrom: 0 });
  });

  it('is refused while a segment looks at it: 400, flat', async () => {
    await aSegment('Planners', 'data.plan');
    const { status, body } = await acme.request('DELETE', '/contacts/fields/data.plan');
    expect([status, body]).toEqual([400, { error: 'Cannot delete field: used in the segment "Planners"' }]);
  });

  it('is refused while an open campaign looks at it, and allowed when it was sent', async () => {
    const { id } = await campaignTo('Dotted', { audienceType: 'FILTERED', audienceCondition: lookingAt('data.x.y') });
    for (const status of ['DRAFT', 'SCHEDULED', 'SENDING']) {
      await setStatus(id, status);
      const answer = await acme.request('DELETE', '/contacts/fields/data.x.y');
      expect([answer.status, answer.body]).toEqual([
        400,
        { error: 'Cannot delete field: used in the campaign "Dotted"' },
      ]);
    }
    await setStatus(id, 'SENT');
    expect((await acme.request('DELETE', '/contacts/fields/data.x.y')).body).toEqual({ deletedFrom: 1 });
  });

  it.each(['email', 'subscribed', 'createdAt'])('a standard field, %s: 400, flat', async (field) => {
    const { status, body } = await acme.request('DELETE', `/contacts/fields/${field}`);
    expect([status, body]).toEqual([400, { error: expect.stringMatching(/^Cannot delete field/) }]);
  });
});

describe('what an open campaign refers to', () => {
  it('an event cannot be deleted', async () => {
    await acme.track('a@example.com', 'bought');
    const audienceCondition = lookingAt('event.bought', 'triggered');
    const { id } = await campaignTo('Buyers', { audienceType: 'FILTERED', audienceCondition });
    expect((await acme.request('GET', '/events/bought/usage')).body).toMatchObject({
      usedInCampaigns: [{ id, name: 'Buyers' }],
      canDelete: false,
    });
    const { status, body } = await acme.request('DELETE', '/events/bought');
    expect([status, body]).toEqual([400, { error: expect.stringMatching(/campaign "Buyers"/) }]);
    await setStatus(id, 'CANCELLED');
    expect((await acme.request('DELETE', '/events/bought')).body).toEqual({ deletedCount: 1 });
  });

  it.each([
    ['as its audience', (id: string) => ({ audienceType: 'SEGMENT', segmentId: id })],
    [
      'in its condition',
      (id: string) => ({
        audienceType: 'FILTERED',
        audienceCondition: lookingAt(`segment.${id}`, 'memberOfSegment'),
      }),
    ],
  ])('a segment cannot be deleted: %s', async (_, audienceOf) => {
    const segment = await aSegment('Audience', 'data.free');
    const { id } = await campaignTo('News', audienceOf(segment.id));
    const { status, body } = await acme.request('DELETE', `/segments/${segment.id}`);
    expect([status, body.error]).toMatchObject([409, { message: expect.stringMatching(/campaign "News"/) }]);
    await setStatus(id, 'SENT');
    expect((await acme.request('DELETE', `/segments/${segment.id}`)).status).toBe(204);
  });

  it('a domain cannot be deleted', async () => {
    const project = await aProject({ verifiedDomain: 'sender.test' });
    const { id } = await project.ctx.db
      .selectFrom('domains')
      .select('id')
      .where('project_id', '=', project.id)
      .executeTakeFirstOrThrow();
    const { data: campaign } = await project.call(createCampaign, {
      body: { name: 'C', subject: 'x', body: 'x', from: 'News@Sender.test', audienceType: 'ALL' },
    });
    const { status, body } = await project.request('DELETE', `/domains/${id}`);
    expect([status, body.error]).toMatchObject([409, { message: expect.stringMatching(/campaign "C"/) }]);
    await project.request('DELETE', `/campaigns/${campaign.id}`);
    expect((await project.request('DELETE', `/domains/${id}`)).status).toBe(200);
  });
});
