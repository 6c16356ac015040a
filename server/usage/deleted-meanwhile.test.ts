import type { Transaction } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { createCampaign } from '../../contract/campaigns.ts';
import { createSegment } from '../../contract/segments.ts';
import { createTemplate } from '../../contract/templates.ts';
import { type Answer, aProject, type TestProject } from '../../test/world.ts';
import { createCampaign as newCampaign } from '../campaigns/edit-campaign.ts';
import type { DB } from '../platform/db/tables.ts';
import { lockSegments } from '../segments/edit-segment.ts';

const DOMAIN = 'meanwhile.test';
let acme: TestProject;
beforeAll(async () => {
  acme = await aProject({ verifiedDomain: DOMAIN });
  await acme.contact('a@example.com');
});

/** A request that comes while somebody else deletes, and goes on when that is committed. */
async function during(change: (trx: Transaction<DB>) => Promise<unknown>, request: () => Promise<Answer>) {
  let answer: Promise<Answer> | undefined;
  await acme.ctx.db.transaction().execute(async (trx) => {
    await change(trx);
    answer = request();
    await new Promise((resolve) => setTimeout(resolve, 300));
  });
  return (await answer) as Answer;
}

const content = { subject: 'Hi', body: '<p>Hi</p>', from: `a@${DOMAIN}` };
const aStatic = () => acme.call(createSegment, { body: { name: 'S', type: 'STATIC' } });
const aWorkflow = async () =>
  (await acme.request('POST', '/workflows', { body: { name: 'W', eventName: 'x' } })).body.id as string;

describe('what is deleted at the same moment was not there', () => {
  it('a template that a step is to send', async () => {
    const [template, id] = [await acme.call(createTemplate, { body: { name: 'T', ...content } }), await aWorkflow()];
    const { status, body } = await during(
      (trx) => trx.deleteFrom('templates').where('id', '=', template.id).execute(),
      () =>
        acme.request('POST', `/workflows/${id}/steps`, {
          body: { type: 'SEND_EMAIL', name: 'Mail', templateId: template.id },
        }),
    );
    expect([status, body.error?.code]).toEqual([404, 'TEMPLATE_NOT_FOUND']);
  });

  it.each(['POST /campaigns', 'PUT /campaigns/:id'])('a segment that %s names', async (what) => {
    const segment = await aStatic();
    const audience = { audienceType: 'SEGMENT' as const, segmentId: segment.id };
    const draft = await acme.call(createCampaign, { body: { name: 'C', ...content, audienceType: 'ALL' } });
    const { status, body } = await during(
      async (trx) => {
        await lockSegments({ ...acme.ctx, db: trx });
        await trx.deleteFrom('segments').where('id', '=', segment.id).execute();
      },
      () =>
        what.startsWith('POST')
          ? acme.request('POST', '/campaigns', { body: { name: 'C', ...content, ...audience } })
          : acme.request('PUT', `/campaigns/${draft.data.id}`, { body: audience }),
    );
    expect([status, body.error?.code]).toEqual([404, 'RESOURCE_NOT_FOUND']);
  });

  it.each([
    ['members', { emails: ['a@example.com'] }],
    ['compute', undefined],
  ])('a segment whose %s are written', async (verb, body) => {
    const condition = {
      logic: 'AND' as const,
      groups: [{ filters: [{ field: 'email', operator: 'contains', value: '@' }] }],
    };
    const segment =
      verb === 'members'
        ? await aStatic()
        : await acme.call(createSegment, { body: { name: 'D', condition, trackMembership: true } });
    const { status } = await during(
      (trx) => trx.deleteFrom('segments').where('id', '=', segment.id).execute(),
      () => acme.request('POST', `/segments/${segment.id}/${verb}`, { body }),
    );
    expect(status).toBe(404);
  });

  it('a contact for whom a workflow is started', async () => {
    const [contact, id] = [await acme.contact('gone@example.com'), await aWorkflow()];
    await acme.request('PATCH', `/workflows/${id}`, { body: { enabled: true } });
    const { status, body } = await during(
      (trx) => trx.deleteFrom('contacts').where('id', '=', contact.id).execute(),
      () => acme.request('POST', `/workflows/${id}/executions`, { body: { contactId: contact.id } }),
    );
    expect([status, body.error?.code]).toEqual([404, 'CONTACT_NOT_FOUND']);
  });
});

it('a segment that a campaign begins to use at the same moment stays: 409', async () => {
  const segment = await aStatic();
  const { status, body } = await during(
    async (trx) => {
      await newCampaign(
        { ...acme.ctx, db: trx },
        { name: 'First', ...content, audienceType: 'SEGMENT', segmentId: segment.id },
      );
    },
    () => acme.request('DELETE', `/segments/${segment.id}`),
  );
  expect([status, body.error?.message]).toEqual([409, expect.stringContaining('First')]);
});
