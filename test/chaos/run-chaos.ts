import { setTimeout as delay } from 'node:timers/promises';
import { upsertContacts } from '../../server/contacts/upsert-contacts.ts';
import type { Ctx } from '../../server/platform/context.ts';
import { type Account, account } from './account.ts';
import { type AcrossProcesses, acrossProcesses, throttleOf } from './across-processes.ts';
import { type Deployment, startDeployment } from './deployment.ts';
import { injectFaults } from './faults.ts';
import { post, startLoad } from './load.ts';
import { startNotices } from './notices.ts';

export interface ChaosReport {
  across: AcrossProcesses;
  faults: Record<string, number>;
  /** Of the chaotic time. */
  seconds: number;
  requestsPerSecond: number;
  mailsPerSecond: number;
  noticesPosted: number;
  secondsToDrain: number;
  /** Under faults, the drain after them included. */
  throttle: AcrossProcesses['throttle'];
  account: Account;
  /** Processes that ended by themselves. */
  selfEndings: string[];
}

interface ChaosOptions {
  seconds: number;
  recipients: number;
  random(): number;
  log(text: string): void;
}

const DRAIN_WITHIN_MS = 240_000;

/** Load on two APIs and three workers while everything around them breaks; then everyone must be accounted for. */
export async function runChaos({ seconds, recipients, random, log }: ChaosOptions): Promise<ChaosReport> {
  log('starting Postgres, two APIs, three workers and a relay');
  const deployment = await startDeployment();
  try {
    log('what must hold across processes, without faults');
    const across = await acrossProcesses(deployment);
    log(`faults for ${seconds} s`);
    const startedAt = performance.now();
    const mailsBefore = deployment.arrivals.length;
    const campaignId = await startCampaign(deployment, recipients);
    const load = startLoad(deployment.urls, deployment.keys, random);
    const notices = startNotices(deployment, random);
    const faults = await injectFaults(deployment, { ms: seconds * 1000, random, log });
    const acknowledged = load.requests.filter(({ isAcknowledged }) => isAcknowledged).length;
    const mails = deployment.arrivals.length - mailsBefore;

    log('healing and draining');
    const faultlessSince = performance.now();
    await load.stop();
    await heal(deployment);
    await drain(deployment.ctx);
    const drainedAt = performance.now();
    await notices.stop();
    // A crash of Postgres fills the buckets again: they are not worth a write each.
    const buckets = 1 + (faults['Postgres restarted, immediate'] ?? 0);
    return {
      across,
      faults,
      seconds,
      requestsPerSecond: acknowledged / seconds,
      mailsPerSecond: mails / seconds,
      noticesPosted: notices.posted(),
      secondsToDrain: (drainedAt - faultlessSince) / 1000,
      throttle: throttleOf(deployment.arrivals.slice(mailsBefore), { startedAt, buckets }),
      account: await account(deployment, { requests: load.requests, campaignId, recipients, notices }),
      selfEndings: [...deployment.apis, ...deployment.workers].flatMap((each) => each.selfEndings),
    };
  } finally {
    await deployment.stop();
  }
}

async function startCampaign({ ctx, urls, keys }: Deployment, recipients: number): Promise<string> {
  const upserts = Array.from({ length: recipients }, (_, i) => ({
    email: `reader${i}@example.net`,
    subscribed: true,
  }));
  for (let i = 0; i < upserts.length; i += 1000) {
    await upsertContacts(ctx, upserts.slice(i, i + 1000), { subscribedByDefault: true });
  }
  const body = {
    name: 'Chaos',
    subject: 'News',
    body: '<p>News</p>',
    from: 'a@chaos.example',
    audienceType: 'FILTERED',
    audienceCondition: {
      logic: 'AND',
      groups: [{ filters: [{ field: 'email', operator: 'contains', value: 'reader' }] }],
    },
  };
  const made = await post(`${urls[0]}/campaigns`, { key: keys.secretKey, body });
  const id: string = made?.body?.data?.id;
  const sent = await post(`${urls[1]}/campaigns/${id}/send`, { key: keys.secretKey, body: {} });
  if (sent?.status !== 200) throw new Error(`the campaign did not start: ${JSON.stringify([made, sent])}`);
  return id;
}

/** All wires whole, all clocks right, all processes up. */
async function heal({ relay, cluster, apis, workers }: Deployment): Promise<void> {
  relay.resume();
  await relay.accept();
  cluster.proxy.resume();
  for (const each of [...apis, ...workers]) each.setClock(0);
  await Promise.all([...apis, ...workers].map((each) => each.untilReady()));
}

/** Until nothing is on its way. */
async function drain(ctx: Ctx): Promise<void> {
  const until = performance.now() + DRAIN_WITHIN_MS;
  while (performance.now() < until && (await countOpen(ctx)) > 0) await delay(250);
}

async function countOpen(ctx: Ctx): Promise<number> {
  const open = await ctx.db
    .selectFrom('emails')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('project_id', '=', ctx.projectId)
    .where('status', 'in', ['QUEUED', 'SENDING'])
    .executeTakeFirstOrThrow();
  const campaigns = await ctx.db
    .selectFrom('campaigns')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('project_id', '=', ctx.projectId)
    .where('status', '=', 'SENDING')
    .executeTakeFirstOrThrow();
  return open.count + campaigns.count;
}
