import { beforeAll, describe, expect, it } from 'vitest';
import { allEndpoints } from '../contract/all-endpoints.ts';
import type { AnyEndpoint } from '../contract/endpoint.ts';
import { everythingOf as rowsOf } from './everything-of.ts';
import { BODIES, OWNED_THINGS } from './owned-things.ts';
import { aProject, type SignedIn, signedIn, type TestProject, theWorld } from './world.ts';

const nameOf = ({ method, path }: AnyEndpoint): string => `${method} ${path}`;
const withParams = allEndpoints.filter(({ path }) => path.includes(':'));
const keyed = withParams.filter(({ access }) => access !== 'anyone' && access !== 'session');

/** The path up to its first parameter. */
const prefixOf = (path: string): string => path.replace(/^(.*?:\w+).*$/, '$1');
const makerOf = ({ path }: AnyEndpoint) => OWNED_THINGS[path] ?? OWNED_THINGS[prefixOf(path)];

it('there are endpoints to look at', () => {
  expect(keyed.length).toBeGreaterThan(5);
});

it.each(keyed.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
  '%s: somebody said what it names',
  (_, endpoint) => {
    expect(makerOf(endpoint), `add ${prefixOf(endpoint.path)} to test/owned-things.ts`).toBeDefined();
  },
);

it('a path that anyone may ask for names nothing but a signed token', () => {
  for (const { path, access } of withParams) {
    if (access === 'anyone') expect([path, /:(?!token\b)\w+/.test(path)]).toEqual([path, false]);
  }
});

describe.each(keyed.filter(makerOf).map((endpoint) => [nameOf(endpoint), endpoint] as const))(
  '%s',
  (name, endpoint) => {
    let ours: TestProject;
    let theirs: TestProject;
    let id: string;
    const owners = new Map<TestProject, SignedIn>();
    beforeAll(async () => {
      [ours, theirs] = [await aProject(), await aProject()];
      for (const project of [ours, theirs]) owners.set(project, await signedIn(project));
      id = (await makerOf(endpoint)?.(theirs)) ?? '';
    });

    const ask = async (project: TestProject, named: string) => {
      const ids = named.split(' ');
      const url = endpoint.path.replace(/:\w+/g, () => encodeURIComponent(ids.shift() ?? crypto.randomUUID()));
      const body = endpoint.method === 'GET' ? {} : { body: await bodyFor(project, name) };
      // What no key may do, the owner asks for.
      const asking = endpoint.access === 'member' ? owners.get(project) : project;
      const answer = await (asking ?? project).request(endpoint.method, url, body);
      return { status: answer.status, body: shapeOf(answer.body, named) };
    };

    it('answers for what another project owns exactly as for what nobody owns, and changes nothing there', async () => {
      const before = await everythingOf(theirs);
      const foreign = await ask(ours, id);
      expect(await everythingOf(theirs)).toEqual(before);
      expect(foreign).toEqual(await ask(ours, unknownLike(id)));
    });

    // Otherwise the test above might compare two refusals of something else.
    it('answers its owner', async () => {
      const { status, body } = await ask(theirs, id);
      // Without a billing provider there is no project to look at.
      if (JSON.stringify(body).includes('Billing is not enabled')) return;
      expect([status, status < 300]).toEqual([status, true]);
    });
  },
);

async function bodyFor(project: TestProject, name: string): Promise<unknown> {
  const body = BODIES[name];
  return typeof body === 'function' ? body(project) : body;
}

/** An answer without what differs from request to request. */
function shapeOf(body: unknown, named: string): unknown {
  const text = named.split(' ').reduce((text, id) => text.replaceAll(id, '(asked)'), JSON.stringify(body ?? null));
  return JSON.parse(text, (key, value) => (['requestId', 'timestamp'].includes(key) ? undefined : value));
}

function unknownLike(id: string): string {
  if (id.includes('@')) return `nobody-${id}`;
  if (id.includes(' ')) return id.split(' ').map(unknownLike).join(' ');
  return /^[0-9a-f-]{36}$/.test(id) ? crypto.randomUUID() : `unknown_${id}`;
}

async function everythingOf({ id }: TestProject): Promise<Record<string, unknown>> {
  return rowsOf((await theWorld()).database.pool, id);
}
