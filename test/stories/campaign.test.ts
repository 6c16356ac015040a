import { afterAll, expect, it } from 'vitest';
import { retryCampaign } from '../../contract/campaign-tools.ts';
import { campaignStats, createCampaign, getCampaign, sendCampaign } from '../../contract/campaigns.ts';
import { fanOutCampaign } from '../../server/campaigns/fan-out-campaign.ts';
import { upsertContacts } from '../../server/contacts/upsert-contacts.ts';
import { hours } from '../../server/platform/clock.ts';
import { aRelay, type Relay } from '../relay.ts';
import { aProject, aWorld } from '../world.ts';

let relay: Relay | undefined;
afterAll(() => relay?.close());

it('a campaign to 1,000 contacts: bounces and unsubscribes on the way, cancelled half way, everyone accounted for', {
  timeout: 120_000,
}, async () => {
  // One in ten bounces on purpose, which would have the project suspended.
  const world = await aWorld(
    { autoProjectDisable: false },
    { database: `posthorn_campaign_${process.env.VITEST_POOL_ID}` },
  );
  const acme = await aProject({ world, verifiedDomain: 'story.test' });
  const emails = Array.from({ length: 1000 }, (_, i) => `p${i}@example.com`);
  const contacts = await upsertContacts(
    acme.ctx,
    emails.map((email) => ({ email })),
    { subscribedByDefault: true },
  );
  const isBad = (email: string) => /^p\d*7@/.test(email);
  let taken = 0;
  relay = await aRelay(world, {
    react: ({ moment, envelopeTo }) => (moment === 'RCPT' && isBad(envelopeTo) ? '550 5.1.1 no such user' : undefined),
    onMessage: () => {
      taken++;
      if (taken === 200) void unsubscribe();
      if (taken === 400) void cancel();
    },
  });
  const late = contacts.slice(-50).map(({ contact }) => contact);
  const unsubscribe = () =>
    Promise.all(late.map(({ id }) => acme.request('PATCH', `/contacts/${id}`, { body: { subscribed: false } })));
  const cancel = () => acme.request('POST', `/campaigns/${id}/cancel`);

  const create = () =>
    acme.call(createCampaign, {
      body: { name: 'Story', subject: 'Hi', body: '<p>Hi {{email}}</p>', from: 'a@story.test', audienceType: 'ALL' },
    });
  const {
    data: { id },
  } = await create();
  await acme.call(sendCampaign, { params: { id }, body: {} });
  await relay.settle();
  await relay.settle();

  const ledger = await world.ctx.db
    .selectFrom('emails')
    .select(['to_email', 'status'])
    .where('campaign_id', '=', id)
    .execute();
  expect(ledger).toHaveLength(1000);
  expect(new Set(ledger.map(({ to_email }) => to_email)).size).toBe(1000);
  const wire = relay.messages.map(({ envelopeTo }) => envelopeTo);
  expect(new Set(wire).size).toBe(wire.length);
  const count = (status: string) => ledger.filter((row) => row.status === status).length;
  expect(count('SENT')).toBe(wire.length);
  expect(count('BOUNCED')).toBeGreaterThan(20);
  expect(count('CANCELLED')).toBeGreaterThan(100);
  expect(count('SENT') + count('BOUNCED') + count('CANCELLED') + count('SUPPRESSED')).toBe(1000);
  const { data: stats } = await acme.call(campaignStats, { params: { id } });
  expect(stats).toMatchObject({ sentCount: count('SENT'), bouncedCount: count('BOUNCED') });

  // The next campaign leaves out who unsubscribed or bounced, and a person retries what the relay refused.
  const { data: second } = await create();
  await acme.call(sendCampaign, { params: { id: second.id }, body: {} });
  // The fan-out job may run twice (a killed worker): nobody gets a second row.
  await fanOutCampaign(acme.ctx, { campaignId: second.id });
  await fanOutCampaign(acme.ctx, { campaignId: second.id });
  world.clock.advance(hours(1));
  await relay.settle();
  const done = (await acme.call(getCampaign, { params: { id: second.id } })).data;
  const { subscribers } = await world.ctx.db
    .selectFrom('contacts')
    .select((eb) => eb.fn.countAll<number>().as('subscribers'))
    .where('project_id', '=', acme.id)
    .where('subscribed', '=', true)
    .executeTakeFirstOrThrow();
  expect(subscribers).toBeLessThan(960);
  // Bad addresses that the first campaign had not reached bounce now: they were subscribed when this one began.
  expect(done.status).toBe('SENT');
  expect(done.totalRecipients - done.bouncedCount).toBe(subscribers);
  await world.ctx.db
    .updateTable('emails')
    .set({ status: 'UNKNOWN' })
    .where('campaign_id', '=', second.id)
    .where('to_email', '=', 'p1@example.com')
    .execute();
  const retried = await acme.call(retryCampaign, { params: { id: second.id }, body: { statuses: ['UNKNOWN'] } });
  expect(retried.data.requeued).toBe(1);
});
