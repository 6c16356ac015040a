import { beforeAll, describe, expect, it } from 'vitest';
import { allEndpoints } from '../contract/all-endpoints.ts';
import type { AnyEndpoint } from '../contract/endpoint.ts';
import { aProject, type TestProject } from './world.ts';

/**
 * What another project owns, by the name of the path parameter that refers to it. An endpoint whose parameter is not
 * listed here fails this file: nobody adds an id without adding its guard.
 */
type Owned = (owner: TestProject) => Promise<string>;

const contactId: Owned = async (owner) => (await owner.contact('theirs@example.com')).id;

const OWNED: Record<string, Record<string, Owned>> = {
  '/contacts/:id': { id: contactId },
  '/events/contact/:contactId': { contactId },
};

/** Names and the like: not ids of rows, so that another project's use of them means nothing here. */
const NAMES: Record<string, string> = {
  '/events/:eventName': 'their_event',
  '/events/:eventName/usage': 'their_event',
};

/** Bodies that get past the schema, where an endpoint needs one. */
const BODIES: Record<string, unknown> = {};

const withParams = allEndpoints.filter(({ path, access }) => path.includes(':') && access !== 'session');
const nameOf = ({ method, path }: AnyEndpoint): string => `${method} ${path}`;

describe.each(withParams.map((endpoint) => [nameOf(endpoint), endpoint] as const))('%s', (name, endpoint) => {
  let ours: TestProject;
  let theirs: TestProject;
  beforeAll(async () => {
    [ours, theirs] = [await aProject(), await aProject()];
  });

  it('answers for the id of another project as for an id that nobody has', async () => {
    const [foreign, unknown] = await urlsOf(endpoint, theirs);
    const call = async (url: string) => {
      const body = endpoint.method === 'GET' ? {} : { body: BODIES[name] ?? {} };
      const answer = await ours.request(endpoint.method, url, body);
      return { status: answer.status, body: withoutIds(answer.body) };
    };
    expect(await call(foreign)).toEqual(await call(unknown));
  });

  it('changes nothing of the other project', async () => {
    const [foreign] = await urlsOf(endpoint, theirs);
    const before = await everythingOf(theirs);
    await ours.request(endpoint.method, foreign, endpoint.method === 'GET' ? {} : { body: BODIES[name] ?? {} });
    expect(await everythingOf(theirs)).toEqual(before);
  });
});

it('there are endpoints to look at', () => {
  expect(withParams.length).toBeGreaterThan(3);
});
