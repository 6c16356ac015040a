import { beforeAll, describe, expect, it } from 'vitest';
import { runJobs } from '../../test/run-jobs.ts';
import { aProject, type TestProject } from '../../test/world.ts';
import { changeInBulk } from './bulk-change.ts';

let acme: TestProject;
beforeAll(async () => {
  acme = await aProject();
});

const ask = (project: TestProject, operation: string, contactIds: unknown) =>
  project.request('POST', `/contacts/bulk-${operation}`, { body: { contactIds } });

const jobOf = async (project: TestProject, jobId: string) =>
  (await project.request('GET', `/contacts/bulk/${jobId}`)).body;

async function changed(project: TestProject, operation: string, ids: string[]) {
  const { status, body } = await ask(project, operation, ids);
  expect(status).toBe(202);
  await runJobs(project.world);
  return jobOf(project, body.jobId);
}

async function people(project: TestProject, count: number, fields: { subscribed?: boolean } = {}): Promise<string[]> {
  const made = Array.from({ length: count }, () => project.contact(`${crypto.randomUUID()}@example.com`, fields));
  return (await Promise.all(made)).map(({ id }) => id);
}

const eventsOf = async (project: TestProject) => (await project.request('GET', '/events/stats')).body;

describe('POST /contacts/bulk-*', () => {
  it.each(['subscribe', 'unsubscribe', 'delete'])('bulk-%s is queued', async (operation) => {
    const { status, body } = await acme.request('POST', `/contacts/bulk-${operation}`, {
      body: { mode: 'ids', contactIds: [crypto.randomUUID()] },
    });
    expect([status, body]).toEqual([
      202,
      {
        message: `Bulk ${operation} queued successfully`,
        jobId: expect.stringMatching(new RegExp(`^bulk-${acme.id}-\\d+$`)),
        status: 'queued',
      },
    ]);
    expect(await jobOf(acme, body.jobId)).toMatchObject({
      state: 'waiting',
      progress: 0,
      result: null,
      data: { projectId: acme.id, operation },
    });
  });

  it.each([
    ['nothing', undefined],
    ['not a list', 'x'],
    ['an empty list', []],
    ['too many', Array.from({ length: 1001 }, () => crypto.randomUUID())],
    ['what is no id', [7]],
  ])('%s: 400, flat', async (_, contactIds) => {
    const { status, body } = await ask(acme, 'delete', contactIds);
    expect([status, body]).toEqual([400, { error: expect.stringMatching(/^contactIds must be/) }]);
  });

  it('a mode that we do not know is refused, not taken for another', async () => {
    const body = { mode: 'query', filter: {}, contactIds: [crypto.randomUUID()] };
    expect((await acme.request('POST', '/contacts/bulk-delete', { body })).status).toBe(400);
  });
});

describe('a bulk change', () => {
  it('subscribes those that are not, with an event for each of them and for no other', async () => {
    const project = await aProject();
    const [out, already] = [await people(project, 2, { subscribed: false }), await people(project, 1)];
    const job = await changed(project, 'subscribe', [...out, ...already]);
    expect(job).toMatchObject({
      state: 'completed',
      status: 'completed',
      progress: 100,
      failedReason: null,
      result: {
        operation: 'subscribe',
        totalRequested: 3,
        successCount: 2,
        unchangedCount: 1,
        failureCount: 0,
        errors: [],
      },
    });
    expect(await eventsOf(project)).toEqual([{ name: 'contact.subscribed', count: 2 }]);
    expect((await project.request('GET', '/contacts?subscribed=false')).body.total).toBe(0);
  });

  it('counts unknown ids, broken ids and those of others as failures, and touches none of the others', async () => {
    const [project, other] = [await aProject(), await aProject()];
    const [[ours], [theirs]] = [await people(project, 1), await people(other, 1)];
    const unknown = crypto.randomUUID();
    const { result } = await changed(project, 'unsubscribe', [ours, theirs, unknown, 'x'] as string[]);
    expect(result).toMatchObject({ totalRequested: 4, successCount: 1, unchangedCount: 0, failureCount: 3 });
    expect(result.errors).toEqual(
      [theirs, unknown, 'x'].map((contactId) => ({ contactId, email: null, error: 'Contact not found' })),
    );
    expect((await other.request('GET', `/contacts/${theirs}`)).body.subscribed).toBe(true);
    expect(await eventsOf(project)).toEqual([{ name: 'contact.unsubscribed', count: 1 }]);
    expect(await eventsOf(other)).toEqual([]);
  });

  it('deletes contacts with all that was recorded about them', async () => {
    const project = await aProject();
    await project.track('gone@example.com', 'seen');
    const { id } = await project.contact('gone@example.com');
    const [kept] = await people(project, 1);
    const { result } = await changed(project, 'delete', [id]);
    expect(result).toMatchObject({ operation: 'delete', totalRequested: 1, successCount: 1, failureCount: 0 });
    expect((await project.request('GET', '/contacts')).body.data).toMatchObject([{ id: kept }]);
    expect(await eventsOf(project)).toEqual([]);
  });

  it('an id that is given twice is one wish, in any case', async () => {
    const project = await aProject();
    const [id = ''] = await people(project, 1);
    const { result } = await changed(project, 'unsubscribe', [id, id.toUpperCase(), id]);
    expect(result).toMatchObject({ totalRequested: 1, successCount: 1, unchangedCount: 0, failureCount: 0 });
  });

  it.each([1, 2, 3, 4, 5])('dies at step %i, and a second run counts nobody twice', async (step) => {
    const project = await aProject();
    const ids = await people(project, 150);
    const { body } = await ask(project, 'unsubscribe', [...ids, crypto.randomUUID()]);
    let readings = 0;
    const now = (): Date => {
      readings++;
      if (readings === step) throw new Error('killed');
      return project.ctx.clock.now();
    };
    const dying = { ...project.ctx, clock: { now } };
    await expect(changeInBulk(dying, body)).rejects.toThrow('killed');
    await changeInBulk(project.ctx, body);
    expect((await jobOf(project, body.jobId)).result).toMatchObject({
      totalRequested: 151,
      successCount: 150,
      unchangedCount: 0,
      failureCount: 1,
    });
    expect(await eventsOf(project)).toEqual([{ name: 'contact.unsubscribed', count: 150 }]);
  });
});

describe('GET /contacts/bulk/:jobId', () => {
  it('an unknown job, or one of another kind: 404, flat', async () => {
    const { status, body } = await acme.request('GET', '/contacts/bulk/bulk-x-1');
    expect([status, body]).toEqual([404, { error: 'Bulk action job not found' }]);
    const asked = await ask(acme, 'subscribe', [crypto.randomUUID()]);
    expect((await acme.request('GET', `/contacts/import/${asked.body.jobId}`)).status).toBe(404);
  });
});
