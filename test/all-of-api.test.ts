import { describe, expect, it } from 'vitest';
import { allEndpoints } from '../contract/all-endpoints.ts';
import { aProject, type SignedIn, signedIn } from './world.ts';

/** Every endpoint of the contract document, table by table. */
const PROMISED = `
POST   /v1/send
POST   /v1/track
POST   /v1/verify

GET    /contacts
POST   /contacts
GET    /contacts/:id
PATCH  /contacts/:id
DELETE /contacts/:id

GET    /templates
POST   /templates
GET    /templates/:id
PATCH  /templates/:id
DELETE /templates/:id
POST   /templates/:id/duplicate
GET    /templates/:id/usage

GET    /campaigns
POST   /campaigns
GET    /campaigns/:id
PUT    /campaigns/:id
DELETE /campaigns/:id
POST   /campaigns/:id/duplicate
POST   /campaigns/:id/send
POST   /campaigns/:id/cancel
POST   /campaigns/:id/test
GET    /campaigns/:id/stats

GET    /segments
POST   /segments
GET    /segments/:id
PATCH  /segments/:id
DELETE /segments/:id
GET    /segments/:id/contacts
POST   /segments/:id/members
DELETE /segments/:id/members
POST   /segments/:id/compute
POST   /segments/:id/refresh

POST   /contacts/lookup
GET    /contacts/fields
GET    /contacts/fields/:field/values
GET    /contacts/fields/:field/usage
DELETE /contacts/fields/:field
POST   /contacts/import
GET    /contacts/import/:jobId
POST   /contacts/bulk-subscribe
POST   /contacts/bulk-unsubscribe
POST   /contacts/bulk-delete
GET    /contacts/bulk/:jobId

GET    /workflows
GET    /workflows/fields
POST   /workflows
GET    /workflows/:id
PATCH  /workflows/:id
DELETE /workflows/:id
POST   /workflows/:id/steps
PATCH  /workflows/:id/steps/:stepId
DELETE /workflows/:id/steps/:stepId
POST   /workflows/:id/transitions
DELETE /workflows/:id/transitions/:transitionId
POST   /workflows/:id/executions
GET    /workflows/:id/executions
GET    /workflows/:id/executions/:executionId
DELETE /workflows/:id/executions/:executionId
POST   /workflows/:id/executions/cancel-all

POST   /events/track
GET    /events
GET    /events/stats
GET    /events/contact/:contactId
GET    /events/names
GET    /events/:eventName/usage
DELETE /events/:eventName

GET    /domains/project/:projectId
POST   /domains
GET    /domains/:id/verify
DELETE /domains/:id

GET    /activity
GET    /activity/stats
GET    /activity/recent-count
GET    /activity/types
GET    /activity/upcoming
GET    /analytics/timeseries
GET    /analytics/top-campaigns
GET    /analytics/campaign-stats
GET    /analytics/top-events

POST   /uploads/image

POST   /auth/login
POST   /auth/signup
GET    /auth/logout
GET    /auth/oauth-config
POST   /auth/verify-email
POST   /auth/request-verification
POST   /auth/request-password-reset
POST   /auth/reset-password
GET    /users/@me
GET    /users/@me/projects
POST   /users/@me/projects
PATCH  /users/@me/projects/:id
DELETE /users/@me/projects/:id
POST   /users/@me/projects/:id/regenerate-keys
POST   /users/@me/projects/:id/checkout
POST   /users/@me/projects/:id/billing-portal
GET    /users/@me/projects/:id/billing-limits
PUT    /users/@me/projects/:id/billing-limits
GET    /users/@me/projects/:id/billing-consumption
GET    /users/@me/projects/:id/billing-invoices
GET    /users/@me/projects/:id/security
POST   /users/@me/projects/:id/reset
GET    /projects/:id/setup-state
GET    /projects/:id/security
GET    /projects/:id/members
POST   /projects/:id/members
PATCH  /projects/:id/members/:userId
DELETE /projects/:id/members/:userId

GET    /config
`;

const promised = PROMISED.split('\n')
  .filter(Boolean)
  .map((line) => line.split(/\s+/) as [string, string]);

/** The names of parameters are ours to choose. */
const shape = (method: string, path: string): string => `${method} ${path.replace(/:\w+/g, ':')}`;
const endpoints = new Map(allEndpoints.map((endpoint) => [shape(endpoint.method, endpoint.path), endpoint]));

/** What is asked where no id is named: a body that succeeds. Endpoints with ids succeed in tenancy.test.ts. */
const email = 'ada@example.com';
const GOOD_BODIES: Record<string, (owner: SignedIn) => object> = {
  'POST /v1/send': () => ({ to: email, subject: 'Hi', body: 'Hi', from: `a@${DOMAIN}` }),
  'POST /v1/track': () => ({ email, event: 'seen' }),
  'POST /v1/verify': () => ({ email }),
  'POST /contacts': () => ({ email }),
  'POST /contacts/lookup': () => ({ emails: [email] }),
  'POST /contacts/bulk-subscribe': () => ({ contactIds: [crypto.randomUUID()] }),
  'POST /contacts/bulk-unsubscribe': () => ({ contactIds: [crypto.randomUUID()] }),
  'POST /contacts/bulk-delete': () => ({ contactIds: [crypto.randomUUID()] }),
  'POST /templates': () => ({ name: 'T', subject: 'Hi', body: 'Hi', from: `a@${DOMAIN}` }),
  'POST /campaigns': () => ({ name: 'C', subject: 'Hi', body: 'Hi', from: `a@${DOMAIN}`, audienceType: 'ALL' }),
  'POST /segments': () => ({ name: 'S', type: 'STATIC' }),
  'POST /workflows': () => ({ name: 'W', eventName: 'seen' }),
  'POST /events/track': () => ({ email, event: 'seen' }),
  'POST /domains': () => ({ domain: `${crypto.randomUUID()}.test` }),
  'POST /auth/login': (owner) => ({ email: owner.email, password: PASSWORD }),
  'POST /auth/signup': () => ({ email: `${crypto.randomUUID()}@people.test`, password: PASSWORD }),
  'POST /auth/request-password-reset': () => ({ email }),
  'POST /auth/request-verification': () => ({}),
  'POST /users/@me/projects': () => ({ name: 'Second' }),
};
const DOMAIN = 'promised.test';
const PASSWORD = 'a password';

/** Their success is shown where there is something to succeed with: a mailed link, a form with a file. */
const SHOWN_ELSEWHERE = [
  'POST /auth/verify-email',
  'POST /auth/reset-password',
  'POST /contacts/import',
  'POST /uploads/image',
];

/** The first path parameter of these is the project itself, which the caller has. */
const inProject = (path: string, id: string) => path.replace(/^(\/projects\/|\/users\/@me\/projects\/):id/, `$1${id}`);

describe.each(promised)('%s %s', (method, path) => {
  const name = `${method} ${path}`;
  const endpoint = endpoints.get(shape(method, path));

  it('is in the contract', () => {
    expect(endpoint, name).toBeDefined();
  });

  it('refuses who may not call it, and never fails', async () => {
    const acme = await aProject();
    const url = inProject(path, acme.id).replace(/:\w+/g, crypto.randomUUID());
    const { status, body } = await acme.request(method, url, {
      key: 'none',
      ...(method === 'GET' ? {} : { body: {} }),
    });
    expect(body?.error?.message).not.toBe('Unknown route');
    expect(status).toSatisfy((code: number) => (endpoint?.access === 'anyone' ? code < 500 : code === 401));
  });

  it.runIf(!path.includes(':') && !SHOWN_ELSEWHERE.includes(name))('succeeds', async () => {
    const acme = await aProject({ verifiedDomain: DOMAIN });
    const owner = await signedIn(acme, 'OWNER', { password: PASSWORD });
    const body = method === 'GET' ? {} : { body: GOOD_BODIES[name]?.(owner) };
    const isForKeys = endpoint?.access === 'publicKey' || endpoint?.access === 'secretKey';
    const key = endpoint?.access === 'publicKey' ? 'public' : 'secret';
    const answers = [
      ...(isForKeys || endpoint?.access === 'project' ? [await acme.request(method, path, { ...body, key })] : []),
      ...(isForKeys ? [] : [await owner.request(method, path, bodyAgain(name, owner, body))]),
    ];
    for (const answer of answers)
      expect([name, answer.status < 300, answer.body?.error]).toEqual([name, true, undefined]);
  });
});

/** A name that is taken by the first call is another one in the second. */
const bodyAgain = (name: string, owner: SignedIn, body: object) =>
  name === 'POST /domains' ? { body: GOOD_BODIES[name]?.(owner) } : body;

it.each(['/webhooks/sns', '/webhooks/incoming/stripe'])('%s is there for its provider', async (url) => {
  const { status, body } = await (await aProject()).request('POST', url, { key: 'none', body: {} });
  expect(status).toBeLessThan(500);
  expect(body?.error?.message).not.toBe('Unknown route');
});
