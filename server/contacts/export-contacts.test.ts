import { expect, it } from 'vitest';
import { runJobs } from '../../test/run-jobs.ts';
import { upload } from '../../test/upload.ts';
import { aProject, type TestProject } from '../../test/world.ts';
import { csvRecords } from '../platform/read-csv.ts';
import { upsertContacts } from './upsert-contacts.ts';

const exported = async (project: TestProject, query = '') => {
  const { body, headers, status } = await project.request('GET', `/contacts/export${query}`);
  expect(status).toBe(200);
  return { headers, text: body as string, rows: [...csvRecords(body)].map(({ cells }) => cells) };
};

it('writes every contact with a column for each key of their data', async () => {
  const project = await aProject();
  const a = await project.contact('a@example.com', { data: { plan: 'pro, "gold"', n: -5, list: [1, 'x'] } });
  await project.contact('b@example.com', { subscribed: false, data: { note: 'two\nlines', subscribed: 'maybe' } });
  const { headers, rows } = await exported(project);
  expect(headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="contacts.csv"',
  });
  expect(rows).toEqual([
    ['id', 'email', 'subscribed', 'createdAt', 'updatedAt', 'list', 'n', 'note', 'plan', 'data.subscribed'],
    [a.id, 'a@example.com', 'true', a.createdAt, a.updatedAt, '[1,"x"]', '-5', '', 'pro, "gold"', ''],
    [expect.any(String), 'b@example.com', 'false', expect.any(String), expect.any(String)].concat([
      '',
      '',
      'two\nlines',
      '',
      'maybe',
    ]),
  ]);
});

it('text that a spreadsheet would run is marked as text, in cells and in the header', async () => {
  const project = await aProject();
  await project.contact('a@example.com', { data: { x: '=HYPERLINK("http://evil")', '@sum': '+1', y: '-2', z: '\tx' } });
  const { rows } = await exported(project);
  expect(rows[0]?.slice(5)).toEqual(["'@sum", 'x', 'y', 'z']);
  expect(rows[1]?.slice(5)).toEqual(["'+1", `'=HYPERLINK("http://evil")`, "'-2", "'\tx"]);
});

it('takes the filters of the list, and nobody else’s contacts', async () => {
  const [project, other] = [await aProject(), await aProject()];
  await other.contact('ann@theirs.test');
  await project.contact('ann@one.test', { data: { a: 1 } });
  await project.contact('ann@two.test', { subscribed: false, data: { b: 1 } });
  await project.contact('bob@two.test', { data: { c: 1 } });
  const emails = async (query: string) => (await exported(project, query)).rows.slice(1).map(([, email]) => email);
  expect(await emails('')).toEqual(['ann@one.test', 'ann@two.test', 'bob@two.test']);
  expect(await emails('?search=ANN')).toEqual(['ann@one.test', 'ann@two.test']);
  expect(await emails('?subscribed=true&search=two')).toEqual(['bob@two.test']);
  expect((await exported(project, '?subscribed=false')).rows[0]?.slice(5)).toEqual(['b']);
});

it('a project without contacts has a header', async () => {
  expect((await exported(await aProject())).text).toBe('id,email,subscribed,createdAt,updatedAt\r\n');
});

it('goes over many pages without losing or repeating anyone, and can be imported as it is', async () => {
  const [project, another] = [await aProject(), await aProject()];
  const upserts = Array.from({ length: 2500 }, (_, i) => ({
    email: `p${i}@example.com`,
    subscribed: i % 2 === 0,
    change: { set: { n: i, createdAt: 'x' }, remove: [] },
  }));
  await upsertContacts(project.ctx, upserts, { subscribedByDefault: true });
  const { text, rows } = await exported(project);
  expect(new Set(rows.slice(1).map(([, email]) => email)).size).toBe(2500);
  expect(rows).toHaveLength(2501);
  await upload(another, '/contacts/import', text);
  await runJobs(another.world);
  expect((await another.request('GET', '/contacts?subscribed=true')).body.total).toBe(1250);
  const { body } = await another.request('GET', '/contacts?search=p1234@');
  expect(body.data).toMatchObject([{ subscribed: true, data: { n: 1234, createdAt: 'x' } }]);
});
