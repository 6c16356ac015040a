import { describe, expect, it } from 'vitest';
import { allEndpoints } from '../contract/all-endpoints.ts';
import { type AnyEndpoint, ROLES } from '../contract/endpoint.ts';
import { aProject, signedIn } from './world.ts';

/** Who may do what: everything that is not here, any member may. */
const NEEDS_ADMIN = [
  'POST /domains',
  'DELETE /domains/:id',
  'PATCH /users/@me/projects/:id',
  'DELETE /users/@me/projects/:id',
  'POST /users/@me/projects/:id/regenerate-keys',
  'POST /users/@me/projects/:id/reset',
  'POST /users/@me/projects/:id/checkout',
  'POST /users/@me/projects/:id/billing-portal',
  'PUT /users/@me/projects/:id/billing-limits',
  'POST /projects/:id/members',
  'PATCH /projects/:id/members/:userId',
  'DELETE /projects/:id/members/:userId',
  'GET /projects/:id/audit-log',
];

const nameOf = ({ method, path }: AnyEndpoint): string => `${method} ${path}`;
const forMembers = allEndpoints.filter(({ access }) => access === 'project' || access === 'member');

it('the contract asks for a role where this table says so, and nowhere else', () => {
  const asking = allEndpoints.filter(({ role }) => role !== undefined);
  expect(asking.map((endpoint) => [nameOf(endpoint), endpoint.role])).toEqual(
    expect.arrayContaining(NEEDS_ADMIN.map((name) => [name, 'ADMIN'])),
  );
  expect(asking.map(nameOf).sort()).toEqual([...NEEDS_ADMIN].sort());
});

describe.each(forMembers.map((endpoint) => [nameOf(endpoint), endpoint] as const))('%s', (name, endpoint) => {
  it.each([...ROLES, 'none' as const])('as %s', async (role) => {
    const acme = await aProject();
    const caller = await signedIn(acme, role);
    // A project of its own for each, and ids that nothing has: what is allowed may do what it does.
    const url = endpoint.path
      .replace(/^(\/projects\/|\/users\/@me\/projects\/):id/, `$1${acme.id}`)
      .replace(/:\w+/g, crypto.randomUUID());
    const { status, body } = await caller.request(endpoint.method, url, endpoint.method === 'GET' ? {} : { body: {} });
    const isRefused = status === 403 && body?.error?.message?.startsWith('This needs the role');
    if (role === 'none') expect([status, body.error.code]).toEqual(outcomeForStrangers(endpoint));
    else expect([role, isRefused]).toEqual([role, NEEDS_ADMIN.includes(name) && role === 'MEMBER']);
    expect(status).toBeLessThan(500);
  });
});

const outcomeForStrangers = ({ access }: AnyEndpoint) =>
  access === 'member' ? [404, 'RESOURCE_NOT_FOUND'] : [403, 'PROJECT_ACCESS_DENIED'];
