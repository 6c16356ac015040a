import { setTimeout as delay } from 'node:timers/promises';
import { keyColumns, newKeyPair } from '../../server/projects/api-keys.ts';
import { createProject } from '../../server/projects/project.ts';
import { type Arrival, type Deployment, EMAILS_PER_SECOND, RATE_LIMIT_PER_MINUTE } from './deployment.ts';
import { post } from './load.ts';

/** What must hold however many processes serve the same project, each shown with no fault to excuse it. */
export interface AcrossProcesses {
  /** Of more requests than the limit, over both APIs within its minute. */
  accepted: number;
  limit: number;
  /** Statuses of an old key at each API, right after it was replaced, and of the new one. */
  oldKey: number[];
  newKey: number[];
  /** Of requests under the same key at both APIs at once: effects per key, at most and at least. */
  effects: { atMost: number; atLeast: number; keys: number };
  /** Mails of three workers together, and by how many they ever went beyond the setting. */
  throttle: ReturnType<typeof throttleOf>;
}

export async function acrossProcesses(deployment: Deployment): Promise<AcrossProcesses> {
  const accepted = await requestsAccepted(deployment);
  const keys = await replaceKeys(deployment);
  return {
    accepted,
    limit: RATE_LIMIT_PER_MINUTE,
    ...keys,
    effects: await sameKeyAtBoth(deployment),
    throttle: await sendAtOnce(deployment),
  };
}

const get = async (url: string, key: string): Promise<number> => {
  const response = await fetch(url, { headers: { authorization: `Bearer ${key}` } });
  await response.arrayBuffer();
  return response.status;
};

const CALLERS = 24;

async function requestsAccepted({ ctx, urls }: Deployment): Promise<number> {
  const { secretKey } = await createProject(ctx, { name: 'Rate' });
  let left = RATE_LIMIT_PER_MINUTE + 200;
  let accepted = 0;
  const call = async (url: string): Promise<void> => {
    while (left-- > 0) if ((await get(`${url}/domains/project/x`, secretKey)) !== 429) accepted++;
  };
  await Promise.all(Array.from({ length: CALLERS }, (_, i) => call(urls[i % urls.length] as string)));
  return accepted;
}

async function replaceKeys({ ctx, urls }: Deployment): Promise<Pick<AcrossProcesses, 'oldKey' | 'newKey'>> {
  const { id, secretKey } = await createProject(ctx, { name: 'Keys' });
  const ask = (key: string) => Promise.all(urls.map((url) => get(`${url}/contacts`, key)));
  // Both know the key: if either kept it in memory, it would go on taking it.
  for (let i = 0; i < 5; i++) await ask(secretKey);
  const next = newKeyPair();
  await ctx.db.updateTable('projects').set(keyColumns(ctx, next)).where('id', '=', id).execute();
  return { oldKey: await ask(secretKey), newKey: await ask(next.secretKey) };
}

const SAME_KEYS = 15;
const TWINS = 6;

async function sameKeyAtBoth({ ctx, urls, keys }: Deployment): Promise<AcrossProcesses['effects']> {
  const emailOf = (i: number) => `twin${i}@example.net`;
  for (let i = 0; i < SAME_KEYS; i++) {
    const body = { email: emailOf(i), event: 'twin' };
    const twin = (_: unknown, copy: number) =>
      post(`${urls[copy % urls.length]}/v1/track`, { key: keys.publicKey, body, idempotencyKey: `twin-${i}` });
    await Promise.all(Array.from({ length: TWINS }, twin));
  }
  const rows = await ctx.db
    .selectFrom('events')
    .select((eb) => ['contact_id', eb.fn.countAll<number>().as('count')])
    .where('project_id', '=', ctx.projectId)
    .where('name', '=', 'twin')
    .groupBy('contact_id')
    .execute();
  const counts = rows.map(({ count }) => count);
  return { atMost: Math.max(...counts), atLeast: rows.length === SAME_KEYS ? Math.min(...counts) : 0, keys: SAME_KEYS };
}

const THROTTLED_MAILS = EMAILS_PER_SECOND * 5;

async function sendAtOnce({ urls, keys, arrivals }: Deployment): Promise<AcrossProcesses['throttle']> {
  const before = arrivals.length;
  const startedAt = performance.now();
  const to = Array.from({ length: THROTTLED_MAILS }, (_, i) => `throttled${i}@example.net`);
  const body = { to, from: 'a@chaos.example', subject: 'Throttled', body: '<p>x</p>' };
  const answer = await post(`${urls[0]}/v1/send`, { key: keys.secretKey, body });
  if (answer?.status !== 200) throw new Error(`POST /v1/send: ${JSON.stringify(answer)}`);
  while (arrivals.length < before + THROTTLED_MAILS) await delay(50);
  return throttleOf(arrivals.slice(before), { startedAt, buckets: 1 });
}

/**
 * At no moment may more have arrived than flowed into the bucket since the start and than stood in it then: a full one
 * holds a second's worth.
 */
export function throttleOf(arrivals: Arrival[], { startedAt, buckets }: { startedAt: number; buckets: number }) {
  const allowedAt = (at: number): number => EMAILS_PER_SECOND * ((at - startedAt) / 1000 + buckets);
  const excess = Math.max(0, ...arrivals.map(({ at }, i) => i + 1 - allowedAt(at)));
  const seconds = ((arrivals.at(-1)?.at ?? startedAt) - startedAt) / 1000;
  const afterBurst = Math.max(0, arrivals.length - EMAILS_PER_SECOND * buckets);
  return { setting: EMAILS_PER_SECOND, perSecond: afterBurst / seconds, excess: Math.ceil(excess) };
}
