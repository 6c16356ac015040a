import { beforeAll, describe, expect, it } from 'vitest';
import { createCampaign, listCampaigns } from '../../contract/campaigns.ts';
import { createSegment } from '../../contract/segments.ts';
import { aProject, type TestProject } from '../../test/world.ts';

let acme: TestProject;
beforeAll(async () => {
  acme = await aProject({ verifiedDomain: 'edit-campaign.test' });
  await acme.contact('a@example.com');
});

const basics = { name: 'July', subject: 'News', body: '<p>News</p>', from: 'news@edit-campaign.test' };
const create = async (fields: object = {}) =>
  (await acme.call(createCampaign, { body: { ...basics, audienceType: 'ALL', ...fields } })).data;
const send = (id: string, body?: unknown) => acme.request('POST', `/campaigns/${id}/send`, { body });
const put = (id: string, body: object) => acme.request('PUT', `/campaigns/${id}`, { body });

describe('a scheduled campaign', () => {
  it('can be replaced as a whole, with the segment that it has', async () => {
    const segment = await acme.call(createSegment, { body: { name: 'S', type: 'STATIC' } });
    const audience = { audienceType: 'SEGMENT', segmentId: segment.id };
    for (const given of [audience, { audienceType: 'ALL', segmentId: null }]) {
      const { id } = await create(given);
      await send(id, { scheduledFor: '2030-01-01T00:00:00Z' });
      const { status, body } = await put(id, { ...basics, name: 'August', ...given });
      expect([status, body.data?.name]).toEqual([200, 'August']);
    }
  });

  it('keeps its segment: another, or none, is refused', async () => {
    const [first, second] = [
      await acme.call(createSegment, { body: { name: 'A', type: 'STATIC' } }),
      await acme.call(createSegment, { body: { name: 'B', type: 'STATIC' } }),
    ];
    const { id } = await create({ audienceType: 'SEGMENT', segmentId: first.id });
    await send(id, { scheduledFor: '2030-01-01T00:00:00Z' });
    for (const segmentId of [second.id, null]) expect((await put(id, { segmentId })).status).toBe(400);
  });

  it.each(['0000-01-01T00:00:00Z', '-000001-01-01T00:00:00Z', '10000', '+275760-09-13T00:00:00.000Z'])(
    'for %s, which no database can tell, is refused: 400',
    async (scheduledFor) => {
      const { id } = await create();
      const { status, body } = await send(id, { scheduledFor });
      expect([status, body.error?.message]).toEqual([400, 'Invalid scheduledFor date format']);
    },
  );

  it.each(['2030-01-01', '2030-06-01 10:00Z', 'Tue, 01 Jan 2030 00:00:00 GMT', '9999-12-31T23:59:59Z'])(
    'may be for %s',
    async (scheduledFor) => {
      const { id } = await create();
      const { status, body } = await send(id, { scheduledFor });
      expect([status, body.data?.scheduledFor]).toEqual([200, new Date(scheduledFor).toISOString()]);
    },
  );
});

it('no body, null and an empty object all send at once', async () => {
  for (const body of [undefined, null, {}, { scheduledFor: null }]) {
    const { id } = await create();
    expect((await send(id, body)).body.data?.status).toBe('SENDING');
  }
});

it.each(['00000000-0000-0000-0000-000000000001', '11111111-1111-1111-1111-111111111111'])(
  'an id that could be one, %s, is not found: 404',
  async (id) => {
    expect((await acme.request('GET', `/campaigns/${id}`)).body.error.code).toBe('CAMPAIGN_NOT_FOUND');
    const body = { ...basics, audienceType: 'SEGMENT', segmentId: id };
    expect((await acme.request('POST', '/campaigns', { body })).status).toBe(404);
  },
);

it('names are sorted as people do it, whatever their case', async () => {
  for (const name of ['sorted zeta', 'sorted Alpha', 'sorted Zulu', 'sorted beta']) await create({ name });
  const { data } = await acme.call(listCampaigns, { query: { search: 'sorted', sort: 'name', dir: 'asc' } });
  expect(data.map(({ name }) => name)).toEqual(['sorted Alpha', 'sorted beta', 'sorted zeta', 'sorted Zulu']);
});

it('an empty status filter is none', async () => {
  await create();
  const { total } = await acme.call(listCampaigns, { query: {} });
  expect(await acme.call(listCampaigns, { query: { status: '' } })).toMatchObject({ total });
});
