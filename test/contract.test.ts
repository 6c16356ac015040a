import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { allEndpoints } from '../contract/all-endpoints.ts';
import { successStatuses } from '../contract/endpoint.ts';
import { allRoutes } from '../server/app.ts';
import { aProject, type SignedIn, signedIn, type TestProject } from './world.ts';

const nameOf = ({ method, path }: { method: string; path: string }): string => `${method} ${path}`;

describe('the contract and the server', () => {
  it('every endpoint is mounted exactly once, and nothing else is', () => {
    const mounted = allRoutes.map(({ endpoint }) => nameOf(endpoint)).sort();
    expect(mounted).toEqual(allEndpoints.map(nameOf).sort());
    expect(new Set(mounted).size).toBe(mounted.length);
  });

  it('a mounted endpoint is the one of the contract, not a copy', () => {
    const known = new Set<unknown>(allEndpoints);
    for (const { endpoint } of allRoutes)
      expect([nameOf(endpoint), known.has(endpoint)]).toEqual([nameOf(endpoint), true]);
  });
});

describe.each(allEndpoints.map((endpoint) => [nameOf(endpoint), endpoint] as const))('%s', (_, endpoint) => {
  let acme: TestProject;
  let owner: SignedIn;
  const isForPeople = endpoint.access === 'session' || endpoint.access === 'member';
  beforeAll(async () => {
    acme = await aProject();
    owner = await signedIn(acme);
  });

  it('declares its path parameters, and no others', () => {
    const request = z.toJSONSchema(endpoint.request, { io: 'input', unrepresentable: 'any' });
    const params = (request.properties?.params ?? {}) as { properties?: Record<string, unknown> };
    const inPath = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => name);
    expect(Object.keys(params.properties ?? {}).sort()).toEqual(inPath.sort());
  });

  it('declares possible success statuses', () => {
    const statuses = successStatuses(endpoint);
    expect(statuses.length).toBeGreaterThan(0);
    for (const status of statuses) expect(status).toSatisfy((code: number) => code >= 200 && code < 300);
    if (typeof endpoint.status === 'function') expect(endpoint.statuses).toBeDefined();
  });

  it('reads have no body', () => {
    const request = z.toJSONSchema(endpoint.request, { io: 'input', unrepresentable: 'any' });
    if (endpoint.method === 'GET') expect(request.properties ?? {}).not.toHaveProperty('body');
  });

  it.runIf(isForPeople)('refuses a request without a session, and a key in its place', async () => {
    const url = endpoint.path.replace(/:\w+/g, acme.id);
    for (const key of ['none', 'secret', 'public'] as const) {
      const { status, body } = await acme.request(endpoint.method, url, { key });
      expect([key, status, body.error?.code]).toEqual([key, 401, 'UNAUTHORIZED']);
    }
  });

  it.runIf(endpoint.access !== 'anyone' && !isForPeople)(
    'refuses a request without a key and with the wrong kind of key',
    async () => {
      const url = endpoint.path.replace(/:\w+/g, crypto.randomUUID());
      const missing = await acme.request(endpoint.method, url, { key: 'none' });
      expect([missing.status, missing.body.error?.code]).toEqual([401, 'MISSING_AUTH']);
      const wrong = await acme.request(endpoint.method, url, {
        key: endpoint.access === 'publicKey' ? 'secret' : 'public',
      });
      expect([wrong.status, wrong.body.error?.code]).toEqual([401, 'INVALID_API_KEY']);
    },
  );

  it('never answers nonsense with a 500', async () => {
    const nonsense = endpoint.path.replace(/:\w+/g, "x'--%20%F0%9F%98%80");
    // A project that is the caller's own, so that the bodies are looked at.
    const url = endpoint.access === 'member' ? nonsense.replace(/x'[^/]*/, acme.id) : nonsense;
    const key = endpoint.access === 'publicKey' ? 'public' : 'secret';
    for (const body of NONSENSE) {
      const withBody = endpoint.method === 'GET' ? {} : { body };
      const asked = `${url}?limit=x&page=-1&cursor=%7B`;
      const { status } = isForPeople
        ? await owner.request(endpoint.method, asked, withBody)
        : await acme.request(endpoint.method, asked, { key, ...withBody });
      expect([JSON.stringify(body)?.slice(0, 80), status < 500]).toEqual([JSON.stringify(body)?.slice(0, 80), true]);
    }
  });
});

/** Bodies of every wrong shape: the fields of the API with values of the wrong type, too long, too many. */
const FIELDS = ['email', 'emails', 'event', 'name', 'to', 'from', 'subject', 'body', 'data', 'type', 'condition', 'id'];
const VALUES = [
  null,
  7,
  '',
  'x',
  'x'.repeat(5000),
  [],
  [null],
  [[]],
  {},
  { a: { b: {} } },
  true,
  -1,
  1e308,
  '😀',
  '\u202e',
];
const NONSENSE: unknown[] = [
  undefined,
  null,
  [],
  'text',
  7,
  ...VALUES.map((value) => Object.fromEntries(FIELDS.map((field) => [field, value]))),
];
