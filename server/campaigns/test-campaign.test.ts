import { afterAll, beforeAll, expect, it } from 'vitest';
import { createCampaign, testCampaign } from '../../contract/campaigns.ts';
import { getCaptured, listInbox } from '../../contract/inbox.ts';
import { aRelay, type Relay } from '../../test/relay.ts';
import { aProject, theWorld } from '../../test/world.ts';
import { Deliverer } from '../delivery/deliver-queued-emails.ts';
import { createDkimSigner } from '../delivery/dkim/signer.ts';
import { createSigningKeys } from '../delivery/signing-keys.ts';
import { createCaptureTransport } from '../delivery/transports/capture.ts';
import type { Transport } from '../delivery/transports/transport.ts';

let relay: Relay;
beforeAll(async () => {
  relay = await aRelay(await theWorld());
});
afterAll(() => relay.close());

const header = (mail: Awaited<ReturnType<Relay['mailTo']>>[number] | undefined, name: string) =>
  mail?.headers.find(({ key }) => key === name)?.value;

it('a test is signed and named as the campaign will be: what spoils the one spoils the other', async () => {
  const acme = await aProject({ verifiedDomain: 'test-campaign.test' });
  const { data } = await acme.call(createCampaign, {
    body: { name: 'C', subject: 'S', body: '<p>b</p>', from: 'news@test-campaign.test', audienceType: 'ALL' },
  });
  await acme.call(testCampaign, { params: { id: data.id }, body: { email: 'signed@example.com' } });
  await relay.settle();
  const [mail] = await relay.mailTo('signed@example.com');
  expect(mail?.from).toMatchObject({ name: 'Acme', address: 'news@test-campaign.test' });
  expect(header(mail, 'dkim-signature')).toContain('d=test-campaign.test');
});

it('a captured test is in the inbox of its project, and in no other', async () => {
  const [acme, other] = [await aProject({ verifiedDomain: 'inbox-campaign.test' }), await aProject()];
  const { data } = await acme.call(createCampaign, {
    body: {
      name: 'C',
      subject: 'Captured',
      body: '<p>b</p>',
      from: 'news@inbox-campaign.test',
      replyTo: 'answers@inbox-campaign.test',
      audienceType: 'ALL',
    },
  });
  await acme.call(testCampaign, { params: { id: data.id }, body: { email: 'me@example.com' } });
  await deliverInto(createCaptureTransport(acme.ctx.db));
  const inbox = await acme.call(listInbox, { query: {} });
  expect(inbox).toMatchObject({ total: 1, data: [{ subject: '[TEST] Captured', to: 'me@example.com' }] });
  const id = inbox.data[0]?.id as string;
  const { headers } = await acme.call(getCaptured, { params: { id } });
  expect(headers).toContainEqual({ name: 'Reply-To', value: 'answers@inbox-campaign.test' });
  expect((await other.call(listInbox, { query: {} })).data).toEqual([]);
  expect((await other.request('GET', `/inbox/${id}`)).status).toBe(404);
});

async function deliverInto(transport: Transport): Promise<void> {
  const { ctx } = await theWorld();
  const signer = createDkimSigner({ threads: 1 });
  const deliverer = new Deliverer(ctx, { transport, signingKeys: createSigningKeys(ctx, signer) });
  await deliverer.deliverDue();
  await deliverer.stop();
  await signer.close();
}
