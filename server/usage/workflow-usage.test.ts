import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSegment } from '../../contract/segments.ts';
import { createTemplate, templateUsage } from '../../contract/templates.ts';
import { anExecution } from '../../test/an-execution.ts';
import { aProject, type TestProject } from '../../test/world.ts';

let acme: TestProject;
let id: string;
beforeAll(async () => {
  acme = await aProject({ verifiedDomain: 'wf-usage.test' });
  await acme.contact('ada@example.com', { data: { plan: 'pro', score: 7 } });
});
beforeEach(async () => {
  id = (await acme.request('POST', '/workflows', { body: { name: 'Onboarding', eventName: 'signed_up' } })).body.id;
});

const add = async (type: string, more: object): Promise<string> =>
  (await acme.request('POST', `/workflows/${id}/steps`, { body: { type, name: 'Step', ...more } })).body.id;
const removeWorkflow = () => acme.request('DELETE', `/workflows/${id}`);
const tree = (filter: object) => ({ logic: 'AND', groups: [{ filters: [filter] }] });

describe('an event', () => {
  it('that starts a workflow, or that a step waits for, is used by it', async () => {
    for (const event of ['signed_up', 'paid']) await acme.track('ada@example.com', event);
    await add('WAIT_FOR_EVENT', { config: { eventName: 'paid' } });
    for (const event of ['signed_up', 'paid']) {
      expect((await acme.request('GET', `/events/${event}/usage`)).body).toMatchObject({
        usedInWorkflows: expect.arrayContaining([{ id, name: 'Onboarding' }]),
        canDelete: false,
      });
      const { status, body } = await acme.request('DELETE', `/events/${event}`);
      expect([status, body]).toEqual([400, { error: expect.stringMatching(/workflow "Onboarding"/) }]);
    }
    await removeWorkflow();
    expect((await acme.request('GET', '/events/paid/usage')).body).toMatchObject({
      usedInWorkflows: [],
      canDelete: true,
    });
  });

  it('that only an older graph waits for, is used while something runs on it', async () => {
    const stepId = await add('WAIT_FOR_EVENT', { config: { eventName: 'shipped' } });
    await acme.request('PATCH', `/workflows/${id}`, { body: { enabled: true } });
    const execution = await anExecution(acme, id, { currentStepId: stepId });
    await acme.request('DELETE', `/workflows/${id}/steps/${stepId}`);
    const users = async () => (await acme.request('GET', '/events/shipped/usage')).body.usedInWorkflows;
    expect(await users()).toEqual([{ id, name: 'Onboarding' }]);
    await acme.request('DELETE', `/workflows/${id}/executions/${execution.id}`);
    expect(await users()).toEqual([]);
  });
});

describe('a custom field', () => {
  it.each([
    ['CONDITION', { field: 'data.plan', operator: 'exists' }],
    ['CONDITION', { field: 'contact.data.plan', operator: 'exists' }],
    ['CONDITION', { mode: 'multi', field: 'data.plan', branches: [{ id: 'a', name: 'A', operator: 'exists' }] }],
    ['CONDITION', tree({ field: 'data.plan', operator: 'exists' })],
    ['UPDATE_CONTACT', { updates: { plan: 'free' } }],
  ])('in %s %j is used by the workflow', async (type, config) => {
    await add(type, { config });
    expect((await acme.request('GET', '/contacts/fields/data.plan/usage')).body).toMatchObject({
      usedInWorkflows: [{ id, name: 'Onboarding' }],
      canDelete: false,
    });
    const { status, body } = await acme.request('DELETE', '/contacts/fields/data.plan');
    expect([status, body]).toEqual([400, { error: 'Cannot delete field: used in the workflow "Onboarding"' }]);
    await removeWorkflow();
  });

  it('of the event that a condition looks at is not the contact’s', async () => {
    await add('CONDITION', { config: { field: 'event.score', operator: 'exists' } });
    expect((await acme.request('GET', '/contacts/fields/data.score/usage')).body.canDelete).toBe(true);
  });
});

describe('a segment', () => {
  it.each(['trigger', 'condition'])('that a workflow names in its %s cannot be deleted', async (place) => {
    const segment = await acme.call(createSegment, {
      body: { name: 'Pros', condition: tree({ field: 'data.plan', operator: 'exists' }) },
    });
    const config = tree({ field: `segment.${segment.id}`, operator: 'memberOfSegment' });
    if (place === 'condition') await add('CONDITION', { config });
    else {
      const body = { triggerType: 'SCHEDULE', triggerConfig: { schedule: '0 9 * * *', segmentId: segment.id } };
      await acme.request('PATCH', `/workflows/${id}`, { body });
    }
    const { status, body } = await acme.request('DELETE', `/segments/${segment.id}`);
    expect([status, body.error]).toMatchObject([409, { message: expect.stringMatching(/workflow "Onboarding"/) }]);
    await removeWorkflow();
    expect((await acme.request('DELETE', `/segments/${segment.id}`)).status).toBe(204);
  });
});

describe('a template', () => {
  let templateId: string;
  beforeEach(async () => {
    const body = { name: 'Hello', subject: 's', body: 'b', from: 'a@wf-usage.test' };
    templateId = (await acme.call(createTemplate, { body })).id;
  });
  const refusal = {
    status: 409,
    body: { error: { code: 'CONFLICT', message: expect.stringMatching(/“Mail”.*“Onboarding”/) } },
  };

  it('that a step sends is used by it, and cannot be deleted alone or among others', async () => {
    const stepId = await add('SEND_EMAIL', { name: 'Mail', templateId });
    expect(await acme.call(templateUsage, { params: { id: templateId } })).toEqual({
      workflowSteps: 1,
      emailsSent: 0,
      campaigns: 0,
      references: {
        campaigns: [],
        workflowSteps: [{ id: stepId, name: 'Mail', workflowId: id, workflowName: 'Onboarding' }],
      },
    });
    expect(await acme.request('DELETE', `/templates/${templateId}`)).toMatchObject(refusal);
    const several = { ids: [templateId], delete: true };
    expect(await acme.request('POST', '/templates/bulk-update', { body: several })).toMatchObject(refusal);
    await acme.request('PATCH', `/workflows/${id}/steps/${stepId}`, { body: { templateId: null } });
    expect((await acme.request('DELETE', `/templates/${templateId}`)).status).toBe(204);
  });

  it('that only an older graph sends cannot be deleted while something runs on it', async () => {
    const stepId = await add('SEND_EMAIL', { name: 'Mail', templateId });
    await acme.request('PATCH', `/workflows/${id}`, { body: { enabled: true } });
    const execution = await anExecution(acme, id);
    await acme.request('DELETE', `/workflows/${id}/steps/${stepId}`);
    expect(await acme.request('DELETE', `/templates/${templateId}`)).toMatchObject(refusal);
    await acme.request('DELETE', `/workflows/${id}/executions/${execution.id}`);
    expect((await acme.request('DELETE', `/templates/${templateId}`)).status).toBe(204);
  });
});
