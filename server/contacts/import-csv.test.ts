import { beforeAll, describe, expect, it } from 'vitest';
import { runJobs } from '../../test/run-jobs.ts';
import { upload } from '../../test/upload.ts';
import { aProject, type TestProject } from '../../test/world.ts';
import { days } from '../platform/clock.ts';
import { tidyContactJobs } from './contact-job.ts';
import { importCsv } from './import-csv.ts';

let acme: TestProject;
beforeAll(async () => {
  acme = await aProject();
});

const jobOf = async (project: TestProject, jobId: string) =>
  (await project.request('GET', `/contacts/import/${jobId}`)).body;

async function imported(project: TestProject, content: string | Uint8Array<ArrayBuffer>) {
  const { status, body } = await upload(project, '/contacts/import', content);
  expect(status).toBe(202);
  await runJobs(project.world);
  return jobOf(project, body.jobId);
}

const contactsOf = async (project: TestProject) => {
  const { body } = await project.request('GET', '/contacts?limit=100&sort=email&dir=asc');
  return body.data as { email: string; subscribed: boolean; data: Record<string, unknown> | null }[];
};

const rowsOf = (count: number, prefix = 'p') =>
  Array.from({ length: count }, (_, i) => `${prefix}${i}@example.com,${i}\n`).join('');

describe('POST /contacts/import', () => {
  it('queues the file and says which job to ask for', async () => {
    const { status, body } = await upload(acme, '/contacts/import', 'email\nq@example.com\n', { name: 'Kunden ä.csv' });
    expect([status, body]).toEqual([
      202,
      {
        message: 'Import queued successfully',
        jobId: expect.stringMatching(new RegExp(`^import-${acme.id}-\\d+$`)),
        status: 'queued',
      },
    ]);
    expect(await jobOf(acme, body.jobId)).toMatchObject({
      id: body.jobId,
      jobId: body.jobId,
      state: 'waiting',
      status: 'waiting',
      progress: 0,
      result: null,
      failedReason: null,
      data: { projectId: acme.id, filename: 'Kunden ä.csv' },
    });
  });

  it('two in one millisecond have two ids', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => upload(acme, '/contacts/import', 'email\n')));
    expect(new Set(answers.map(({ body }) => body.jobId)).size).toBe(3);
  });

  it.each([
    ['no file', 'other', 'a.csv', 'text/csv', 'email\n', 'CSV file is required'],
    ['another kind of file', 'file', 'a.png', 'image/png', 'email\n', 'The file must be a CSV file'],
    ['a file over 5 MB', 'file', 'a.csv', 'text/csv', 'x'.repeat(5 * 1024 * 1024 + 1), /at most 5 MB/],
    ['a file far over 5 MB', 'file', 'a.csv', 'text/csv', 'x'.repeat(9_000_000), /at most 5 MB/],
  ])('%s: 400, flat', async (_, field, name, type, content, error) => {
    const { status, body } = await upload(acme, '/contacts/import', content, { field, name, type });
    expect([status, body]).toEqual([400, { error: expect.stringMatching(error) }]);
  });

  it.each([
    ['the type that Excel gives it', 'a.CSV', 'application/vnd.ms-excel'],
    ['no telling name', 'export', 'text/csv; charset=utf-8'],
  ])('takes a CSV file with %s', async (_, name, type) => {
    expect((await upload(acme, '/contacts/import', 'email\n', { name, type })).status).toBe(202);
  });

  it('a file of exactly 5 MB is taken', async () => {
    expect((await upload(acme, '/contacts/import', '\n'.repeat(5 * 1024 * 1024))).status).toBe(202);
  });

  it.each([
    ['JSON', 'application/json', '{"file":"email"}'],
    ['no body', 'application/json', ''],
    ['a form without end', 'multipart/form-data; boundary=b', '--b\r\nContent-Disposition: form-data; name="file"'],
    ['a form without boundary', 'multipart/form-data', 'x'],
  ])('%s: 400, flat', async (_, type, body) => {
    const answer = await acme.request('POST', '/contacts/import', { body, headers: { 'content-type': type } });
    expect([answer.status, answer.body]).toEqual([400, { error: expect.any(String) }]);
  });

  it('no other route takes a form', async () => {
    const { status } = await upload(acme, '/contacts', 'email\n');
    expect(status).toBe(415);
  });
});

describe('an import', () => {
  it('makes and updates contacts, and tells what came of each row', async () => {
    const project = await aProject();
    await project.contact('old@example.com', { subscribed: false, data: { plan: 'free', kept: 1 } });
    const job = await imported(
      project,
      '\uFEFFEmail,firstName,data.plan,age,active,id\r\n' +
        'New@Example.com,"Ada ""A"" L.",pro,42,yes,7\r\n' +
        'old@example.com,,pro,007,,\r\n' +
        '\r\n' +
        'bad@,x,y,1,no,\r\n' +
        '"two\nlines",x,y,1,no,\r\n' +
        ',nobody,,,,\r\n',
    );
    const errors = [
      { row: 5, email: 'bad@', error: 'Invalid email format', reason: 'Invalid email format' },
      { row: 6, email: 'two\nlines', error: 'Invalid email format', reason: 'Invalid email format' },
      { row: 8, email: '', error: 'Email is required', reason: 'Email is required' },
    ];
    expect(job).toMatchObject({
      state: 'completed',
      status: 'completed',
      progress: 100,
      failedReason: null,
      result: { totalRows: 5, successCount: 2, createdCount: 1, updatedCount: 1, failureCount: 3, errors },
      ...{ totalRows: 5, imported: 1, updated: 1, skipped: 3, errors },
    });
    expect(await contactsOf(project)).toMatchObject([
      {
        email: 'new@example.com',
        subscribed: true,
        data: { firstName: 'Ada "A" L.', plan: 'pro', age: 42, active: true },
      },
      { email: 'old@example.com', subscribed: false, data: { plan: 'pro', kept: 1, age: '007' } },
    ]);
  });

  it('an address that stands in the file twice is handled in order', async () => {
    const project = await aProject();
    const { result } = await imported(project, 'email,n,only\na@example.com,1,x\nA@example.com,2,\n');
    expect(result).toMatchObject({ createdCount: 1, updatedCount: 1, failureCount: 0 });
    expect(await contactsOf(project)).toMatchObject([{ data: { n: 2, only: 'x' } }]);
  });

  it('the subscribed column is honoured, with events for those that changed', async () => {
    const project = await aProject();
    await project.contact('a@example.com', { subscribed: false });
    await project.contact('b@example.com', { subscribed: false });
    await imported(project, 'subscribed,email\n1,a@example.com\n,b@example.com\nno,c@example.com\n');
    expect((await contactsOf(project)).map(({ subscribed }) => subscribed)).toEqual([true, false, false]);
    expect((await project.request('GET', '/events/stats')).body).toEqual([{ name: 'contact.subscribed', count: 1 }]);
  });

  it.each([
    ['without an email column', 'name\nAda\n', /"email" column/],
    ['that is empty', '', /empty/],
    ['of blank lines', '\n \n', /empty/],
    ['in UTF-16', Buffer.from('email\na@example.com\n', 'utf16le'), /UTF-8/],
    ['in Latin-1', Buffer.from('email,name\na@example.com,J\xfcrgen\n', 'latin1'), /UTF-8/],
  ])('a file %s fails with its reason', async (_, content, reason) => {
    const job = await imported(acme, content);
    expect(job).toMatchObject({ state: 'failed', result: null, failedReason: expect.stringMatching(reason) });
  });

  it('a header alone is an import of nobody', async () => {
    expect(await imported(acme, 'email,name')).toMatchObject({ state: 'completed', totalRows: 0, errors: [] });
  });

  it('counts every bad row but lists a thousand', async () => {
    const { result } = await imported(acme, `email\n${'bad\n'.repeat(2500)}`);
    expect([result.totalRows, result.failureCount, result.errors.length]).toEqual([2500, 2500, 1000]);
    expect(result.errors.at(-1)).toMatchObject({ row: 1001 });
  });

  it('the file is forgotten when it is done', async () => {
    const { id } = await imported(acme, 'email\nforgotten@example.com\n');
    const { db } = acme.ctx;
    const row = await db.selectFrom('contact_jobs').select('content').where('id', '=', id).executeTakeFirstOrThrow();
    expect(row.content).toBeNull();
  });
});

describe('an import that is interrupted', () => {
  const csv = `email,n\n${rowsOf(1500)}${rowsOf(600)}bad\n`;
  const counts = { totalRows: 2101, successCount: 2100, createdCount: 1500, updatedCount: 600, failureCount: 1 };

  const queuedIn = async (project: TestProject): Promise<string> =>
    (await upload(project, '/contacts/import', csv)).body.jobId;

  // The clock is read in every transaction: a process that dies at its n-th reading leaves that one undone.
  const dyingAt = ({ ctx }: TestProject, reading: number) => {
    let readings = 0;
    const now = (): Date => {
      readings++;
      if (readings === reading) throw new Error('killed');
      return ctx.clock.now();
    };
    return { ...ctx, clock: { now } };
  };

  it.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'dies at step %i, and a second run neither repeats nor loses a row',
    async (step) => {
      const project = await aProject();
      const jobId = await queuedIn(project);
      await expect(importCsv(dyingAt(project, step), { jobId })).rejects.toThrow('killed');
      expect(await jobOf(project, jobId)).toMatchObject({ result: null, failedReason: null });
      await importCsv(project.ctx, { jobId });
      expect(await jobOf(project, jobId)).toMatchObject({ state: 'completed', progress: 100, result: counts });
      expect((await project.request('GET', '/contacts?limit=1')).body.total).toBe(1500);
    },
  );

  it('two runs at once count every row once', async () => {
    const project = await aProject();
    const jobId = await queuedIn(project);
    await Promise.all([importCsv(project.ctx, { jobId }), importCsv(project.ctx, { jobId })]);
    expect(await jobOf(project, jobId)).toMatchObject({ state: 'completed', result: counts });
  });

  it('a finished one is not run again', async () => {
    const project = await aProject();
    const jobId = await queuedIn(project);
    await importCsv(project.ctx, { jobId });
    await importCsv(project.ctx, { jobId });
    expect(await jobOf(project, jobId)).toMatchObject({ state: 'completed', result: counts });
  });
});

describe('GET /contacts/import/:jobId', () => {
  it('an unknown job: 404, flat', async () => {
    const { status, body } = await acme.request('GET', '/contacts/import/import-x-1');
    expect([status, body]).toEqual([404, { error: 'Import job not found' }]);
  });
});

describe('old jobs', () => {
  it('are told as failed when nobody finished them, and forgotten after a week', async () => {
    const { clock } = acme.world;
    const { body } = await upload(acme, '/contacts/import', 'email\n');
    const later = (n: number) => ({ ...acme.ctx, clock: { now: () => new Date(clock.now().getTime() + days(n)) } });
    await tidyContactJobs(later(0.9));
    expect(await jobOf(acme, body.jobId)).toMatchObject({ state: 'waiting' });
    await tidyContactJobs(later(1.1));
    expect(await jobOf(acme, body.jobId)).toMatchObject({ state: 'failed', failedReason: expect.any(String) });
    await tidyContactJobs(later(9));
    expect((await acme.request('GET', `/contacts/import/${body.jobId}`)).status).toBe(404);
  });
});
