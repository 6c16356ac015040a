import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { allEndpoints } from '../contract/all-endpoints.ts';
import type { AnyEndpoint } from '../contract/endpoint.ts';
import { createLog } from '../server/platform/log.ts';
import { aDnsServer, type DnsServer } from './dns-server.ts';
import { everythingOf } from './everything-of.ts';
import { exchange } from './hostile/exchange.ts';
import { type Attack, requestsTo, type WireRequest } from './hostile/requests.ts';
import { OWNED_THINGS } from './owned-things.ts';
import { aProject, aWorld, signedIn, type TestProject, type World } from './world.ts';

/**
 * Every endpoint with generated and hostile input, over real sockets: no 500, no error in the log, an answer in time,
 * nothing of another project in it and nothing of another project changed.
 * HOSTILE_SECONDS=600 looks longer; HOSTILE_SEED repeats a run.
 */
const SECONDS = Number(process.env.HOSTILE_SECONDS ?? 30);
const SEED = Number(process.env.HOSTILE_SEED ?? Date.now() % 1_000_000);
const ANSWER_WITHIN_MS = 10_000;
/** Requests that every endpoint gets, however slow the machine. */
const FEWEST = 5;

type Target = Pick<AnyEndpoint, 'method' | 'path' | 'request' | 'upload' | 'access'>;

/** What browsers, mail clients and Amazon call: not in the contract. */
const page = (method: 'GET' | 'POST', path: `/${string}`): Target => ({
  method,
  path,
  access: 'anyone',
  request: z.object({ query: z.object({ u: z.string().optional() }), body: z.unknown() }),
});
const PAGES = [
  page('GET', '/t/o/:token'),
  page('GET', '/t/c/:token'),
  page('GET', '/unsubscribe/:token'),
  page('POST', '/unsubscribe/:token'),
  page('POST', '/manage/:token'),
  page('POST', '/webhooks/sns'),
  page('GET', '/openapi.json'),
  page('GET', '/app/:page'),
];

const targets: Target[] = [...allEndpoints, ...PAGES];
const SLICE_MS = (SECONDS * 1000) / targets.length;
const nameOf = ({ method, path }: Target): string => `${method} ${path}`;
/** Only in what the other project owns; no request ever says it. */
const MARK = 'f0reign-m4rk';

let world: World;
let dns: DnsServer;
let port: number;
let theirs: TestProject;
let theirThings: string[];
let theirRows: Record<string, unknown>;
const errors: string[] = [];
/** Answers by their status: hundreds. */
const answers = new Map<number, number>();

beforeAll(async () => {
  console.log(`hostile input: seed ${SEED}, ${SECONDS} s over ${targets.length} endpoints`);
  dns = await aDnsServer();
  const log = createLog('error', { to: { write: (line: string) => void errors.push(line) } });
  world = await aWorld({ dnsServers: [dns.address] }, { log });
  await world.app.listen({ port: 0, host: '127.0.0.1' });
  port = (world.app.server.address() as AddressInfo).port;
  theirs = await aProject({ world });
  await theirs.contact(`${MARK}@example.com`, { data: { [MARK]: MARK } });
  await theirs.track(`${MARK}@example.com`, MARK, { [MARK]: MARK });
  theirThings = await Promise.all(Object.values(OWNED_THINGS).map((make) => make(theirs)));
  theirRows = await everythingOf(world.database.pool, theirs.id);
});

afterAll(async () => {
  const told = [...answers].sort().map(([kind, count]) => `${count} × ${kind}xx`);
  console.log(`hostile input: ${told.join(', ')}`);
  await world.close();
  await dns.close();
});

describe.each(targets.map((target) => [nameOf(target), target] as const))('%s', (_, target) => {
  it('survives hostile input and keeps projects apart', { timeout: SECONDS * 1000 + 60_000 }, async () => {
    const attack = await attackFrom(await aProject({ world }), target);
    const property = fc.asyncProperty(requestsTo(target, attack), check);
    await fc.assert(property, { seed: SEED, numRuns: FEWEST });
    const result = await fc.check(property, { seed: SEED + 1, numRuns: 100_000, interruptAfterTimeLimit: SLICE_MS });
    // Out of time before the first answer is no finding.
    if (result.failed && result.numRuns > 0) throw new Error(await fc.asyncDefaultReportMessage(result));
    expect(await everythingOf(world.database.pool, theirs.id)).toEqual(theirRows);
  });
});

it('came past validation often enough to mean something', () => {
  expect(answers.get(2) ?? 0).toBeGreaterThan(targets.length);
});

async function check(request: WireRequest): Promise<void> {
  errors.length = 0;
  const { status, text } = await exchange(port, request, ANSWER_WITHIN_MS);
  const kind = Math.floor(status / 100);
  answers.set(kind, (answers.get(kind) ?? 0) + 1);
  if (status >= 500) throw new Error(`${status}: ${text.slice(-300)} ${errors.join('').slice(0, 2000)}`);
  if (errors.length > 0) throw new Error(`logged: ${errors.join('').slice(0, 2000)}`);
  if (text.includes(MARK)) throw new Error(`the answer shows another project's data: ${text}`);
  if ('polluted' in {}) throw new Error('Object.prototype was polluted');
}

/** Our own key and things, so that requests come far; theirs, which must be as good as unknown. */
async function attackFrom(ours: TestProject, target: Target): Promise<Attack> {
  const bearer = (key: string): [string, string][] => [['authorization', `Bearer ${key}`]];
  const key = bearer(target.access === 'publicKey' ? ours.publicKey : ours.secretKey);
  const cookie = (await signedIn(ours)).cookie;
  const session: [string, string][] = [
    ['cookie', cookie],
    ['x-project-id', ours.id],
  ];
  const maker = OWNED_THINGS[target.path] ?? OWNED_THINGS[target.path.replace(/^(.*?:\w+).*$/, '$1')];
  const own = maker ? [await maker(ours)] : [];
  await ours.contact('ada@example.com', { data: { plan: 'pro' } });
  return {
    ids: [...Array(6).fill(own).flat(), ours.id, theirs.id, ...theirThings, crypto.randomUUID()],
    credentials: credentialsFor(target, { key, session }),
    otherCredentials: [
      [],
      bearer(ours.publicKey),
      bearer(''),
      bearer(`${ours.secretKey} x`),
      [['authorization', 'Basic =']],
      [['authorization', '\xff\xfe']],
      [['authorization', `Bearer ${'x'.repeat(7000)}`]],
      [...bearer(ours.secretKey), ...bearer(theirs.publicKey)],
      [
        ['cookie', cookie],
        ['x-project-id', theirs.id],
      ],
      [['cookie', `${cookie}x`]],
      [
        ['cookie', `${cookie}; ${cookie}`],
        ['origin', 'https://elsewhere.example'],
      ],
    ],
  };
}

type Headers = [string, string][];

function credentialsFor({ access }: Target, { key, session }: { key: Headers; session: Headers }): Headers[] {
  if (access === 'session' || access === 'member') return [session];
  return access === 'project' ? [key, session] : [key];
}
