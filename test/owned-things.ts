import { queueBulkChange } from '../server/contacts/bulk-change.ts';
import { queueImport } from '../server/contacts/import-csv.ts';
import { anEmail } from './an-email.ts';
import { anExecution } from './an-execution.ts';
import { signedIn, type TestProject } from './world.ts';

/**
 * How a project comes to own what a path names: the key is the path up to the parameter, or the whole path where an
 * endpoint wants another kind of the same thing or has several parameters: then the ids of all, with spaces between. The
 * tenancy test makes one for another project and asks for it.
 */
export const OWNED_THINGS: Record<string, (owner: TestProject) => Promise<string>> = {
  '/contacts/:id': async (owner) => (await owner.contact('theirs@example.com')).id,
  '/contacts/fields/:field': async (owner) => {
    await owner.contact('theirs@example.com', { data: { theirField: 'x' } });
    return 'theirField';
  },
  '/contacts/import/:jobId': async (owner) => (await queueImport(owner.ctx, new File(['email'], 'theirs.csv'))).jobId,
  '/contacts/bulk/:jobId': async (owner) =>
    (await queueBulkChange(owner.ctx, 'subscribe', [crypto.randomUUID()])).jobId,
  '/campaigns/:id': (owner) => aCampaign(owner, 'DRAFT'),
  '/campaigns/:id/cancel': (owner) => aCampaign(owner, 'SENDING'),
  '/campaigns/:id/pause': (owner) => aCampaign(owner, 'SENDING'),
  '/campaigns/:id/resume': (owner) => aCampaign(owner, 'SENDING'),
  '/campaigns/:id/retry': (owner) => aCampaign(owner, 'SENT'),
  '/events/contact/:contactId': async (owner) => {
    await owner.track('theirs@example.com', 'seen');
    return (await owner.contact('theirs@example.com')).id;
  },
  '/events/:eventName': async (owner) => {
    await owner.track('theirs@example.com', 'their_event');
    return 'their_event';
  },
  '/domains/:id': (owner) => created(owner, '/domains', { domain: `${crypto.randomUUID()}.test` }),
  '/domains/project/:projectId': async (owner) => {
    await created(owner, '/domains', { domain: `${crypto.randomUUID()}.test` });
    return owner.id;
  },
  '/emails/:id': async (owner) => (await anEmail(owner)).id,
  '/inbox/:id': async (owner) => {
    const { id } = await anEmail(owner);
    const raw = Buffer.from('From: a@b.test\r\nSubject: Hi\r\n\r\nHi\r\n');
    await owner.ctx.db
      .insertInto('captured_messages')
      .values({ project_id: owner.id, email_id: id, envelope_from: 'a@b.test', envelope_to: 'c@d.test', raw })
      .execute();
    return id;
  },
  '/segments/:id': (owner) =>
    created(owner, '/segments', {
      name: 'Theirs',
      trackMembership: true,
      condition: { logic: 'AND', groups: [{ filters: [{ field: 'subscribed', operator: 'equals', value: true }] }] },
    }),
  '/segments/:id/members': (owner) => created(owner, '/segments', { name: 'Theirs', type: 'STATIC' }),
  '/suppressions/:email': async (owner) => {
    await created(owner, '/suppressions', { email: 'suppressed@example.com' });
    return 'suppressed@example.com';
  },
  '/templates/:id': async (owner) => {
    const from = `a@${await verifiedDomain(owner)}`;
    return created(owner, '/templates', { name: 'T', subject: 'Hi', body: '<p>Hi</p>', from });
  },
  '/projects/:id': async (owner) => owner.id,
  '/projects/:id/members/:userId': async (owner) => `${owner.id} ${(await signedIn(owner, 'MEMBER')).userId}`,
  '/users/@me/projects/:id': async (owner) => owner.id,
  '/users/@me/projects/:id/billing-limits': async ({ id, ctx }) => {
    await ctx.db
      .updateTable('projects')
      .set({ subscription: `sub_${id}` })
      .where('id', '=', id)
      .execute();
    return id;
  },
  '/workflows/:id': (owner) => aWorkflow(owner),
  '/workflows/:id/steps/:stepId': async (owner) => {
    const id = await aWorkflow(owner);
    return `${id} ${await created(owner, `/workflows/${id}/steps`, { type: 'DELAY', name: 'Wait' })}`;
  },
  '/workflows/:id/transitions/:transitionId': async (owner) => {
    const id = await aWorkflow(owner);
    await created(owner, `/workflows/${id}/steps`, { type: 'DELAY', name: 'Wait' });
    return `${id} ${(await owner.request('GET', `/workflows/${id}`)).body.transitions[0].id}`;
  },
  '/workflows/:id/executions/:executionId': async (owner) => {
    const id = await aWorkflow(owner);
    return `${id} ${(await anExecution(owner, id)).id}`;
  },
};

/** What an endpoint needs in its body to get as far as the id; made by the project that asks where it names a thing. */
export const BODIES: Record<string, object | ((asking: TestProject) => Promise<unknown>)> = {
  'PUT /campaigns/:id': { name: 'Ours' },
  'POST /campaigns/:id/test': { email: 'test@example.com' },
  'PATCH /contacts/:id': { subscribed: false },
  'PATCH /segments/:id': { name: 'Ours' },
  'POST /segments/:id/members': { emails: ['a@example.com'], createMissing: true },
  'DELETE /segments/:id/members': { emails: ['a@example.com'] },
  'PATCH /templates/:id': { name: 'Ours' },
  'PATCH /users/@me/projects/:id': { name: 'Ours' },
  'PUT /users/@me/projects/:id/billing-limits': { workflows: null, campaigns: 5, transactional: null, inbound: null },
  'POST /projects/:id/members': { email: 'somebody@example.com' },
  'PATCH /projects/:id/members/:userId': { role: 'ADMIN' },
  'PATCH /workflows/:id': { name: 'Ours' },
  'POST /workflows/:id/steps': { type: 'DELAY', name: 'Ours' },
  'PATCH /workflows/:id/steps/:stepId': { name: 'Ours' },
  'POST /workflows/:id/transitions': transitionBetweenSteps,
  'POST /workflows/:id/executions': aContactId,
  'POST /workflows/:id/simulate': aContactId,
};

async function aContactId(project: TestProject) {
  return { contactId: (await project.contact('ours@example.com')).id };
}

/** From the trigger to a step that nothing leads to, where the project has such. */
async function transitionBetweenSteps(project: TestProject) {
  const { body } = await project.request('GET', '/workflows');
  const [workflow] = body.data;
  if (!workflow) return { fromStepId: crypto.randomUUID(), toStepId: crypto.randomUUID() };
  const { steps } = (await project.request('GET', `/workflows/${workflow.id}`)).body;
  const loose = { type: 'EXIT', name: 'Out', autoConnect: false };
  return { fromStepId: steps[0].id, toStepId: await created(project, `/workflows/${workflow.id}/steps`, loose) };
}

async function aWorkflow(owner: TestProject): Promise<string> {
  const id = await created(owner, '/workflows', { name: 'Theirs', eventName: 'signed_up' });
  await owner.request('PATCH', `/workflows/${id}`, { body: { enabled: true } });
  return id;
}

async function created(owner: TestProject, path: string, body: unknown): Promise<string> {
  const answer = await owner.request('POST', path, { body });
  if (answer.status !== 201) throw new Error(`POST ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body.id;
}

async function aCampaign(owner: TestProject, status: string): Promise<string> {
  await owner.contact('theirs@example.com');
  const from = `a@${await verifiedDomain(owner)}`;
  const body = { name: 'Theirs', subject: 'Hi', body: '<p>Hi</p>', from, audienceType: 'ALL' };
  const answer = await owner.request('POST', '/campaigns', { body });
  const { id } = answer.body.data;
  await owner.ctx.db.updateTable('campaigns').set({ status }).where('id', '=', id).execute();
  return id;
}

/** Tests trust a domain as soon as it is asked about. */
async function verifiedDomain(owner: TestProject): Promise<string> {
  const domain = `${crypto.randomUUID()}.test`;
  const id = await created(owner, '/domains', { domain });
  await owner.request('GET', `/domains/${id}/verify`);
  return domain;
}
