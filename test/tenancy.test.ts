import { beforeAll, describe, expect, it } from 'vitest';
import { allEndpoints } from '../contract/all-endpoints.ts';
import type { AnyEndpoint } from '../contract/endpoint.ts';
import { BODIES, OWNED_THINGS } from './owned-things.ts';
import { aProject, type TestProject, theWorld } from './world.ts';

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
    beforeAll(async () => {
      [ours, theirs] = [await aProject(), await aProject()];
      id = (await makerOf(endpoint)?.(theirs)) ?? '';
    });

    const ask = async (project: TestProject, named: string) => {
      const url = endpoint.path.replace(/:\w+/, encodeURIComponent(named)).replace(/:\w+/g, crypto.randomUUID());
      const body = endpoint.method === 'GET' ? {} : { body: BODIES[name] };
      const answer = await project.request(endpoint.method, url, body);
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
      expect((await ask(theirs, id)).status).toBeLessThan(300);
    });
  },
);

/** An answer without what differs from request to request. */
function shapeOf(body: unknown, named: string): unknown {
  const text = JSON.stringify(body ?? null).replaceAll(named, '(asked)');
  return JSON.parse(text, (key, value) => (['requestId', 'timestamp'].includes(key) ? undefined : value));
}

function unknownLike(id: string): string {
  if (id.includes('@')) return `nobody-${id}`;
  return /^[0-9a-f-]{36}$/.test(id) ? crypto.randomUUID() : `unknown_${id}`;
}

/** Every row of every table that belongs to a project. */
async function everythingOf({ id }: TestProject): Promise<Record<string, unknown>> {
  const { database } = await theWorld();
  const { rows: tables } = await database.pool.query<{ name: string }>(
    `select table_name as name from information_schema.columns
     where column_name = 'project_id' and table_schema = 'public' order by 1`,
  );
  const contents = await Promise.all(
    tables.map(async ({ name }) => {
      const { rows } = await database.pool.query(
        `select to_jsonb(t) as row from ${name} t where project_id = $1 order by 1`,
        [id],
      );
      return [name, rows] as const;
    }),
  );
  return Object.fromEntries(contents);
}
