import { expect, it } from 'vitest';
import { previewSegment } from '../../contract/segments.ts';
import { aProject } from '../../test/world.ts';

const paying = { logic: 'AND', groups: [{ filters: [{ field: 'data.plan', operator: 'equals', value: 'pro' }] }] };

it('counts everybody whom a condition describes and shows the newest ten, without saving anything', async () => {
  const acme = await aProject();
  const other = await aProject();
  await other.contact('stranger@example.com', { data: { plan: 'pro' } });
  for (let i = 1; i <= 12; i++) await acme.contact(`p${i}@example.com`, { data: { plan: 'pro' } });
  await acme.contact('free@example.com', { data: { plan: 'free' } });
  const { count, sample } = await acme.call(previewSegment, { body: { condition: paying } });
  expect(count).toBe(12);
  expect(sample).toHaveLength(10);
  expect(sample[0]?.email).toBe('p12@example.com');
  expect((await acme.request('GET', '/segments')).body).toEqual([]);
});

it.each([
  [null, 'Condition must be an object'],
  [{ logic: 'AND', groups: [] }, 'A condition needs at least one group'],
  [{ logic: 'AND', groups: [{ filters: [{ field: 'shoe', operator: 'equals', value: 1 }] }] }, 'Unsupported field'],
])('refuses %j in words', async (condition, message) => {
  const { request } = await aProject();
  const { status, body } = await request('POST', '/segments/preview', { body: { condition } });
  expect(status).toBe(400);
  expect(JSON.stringify(body)).toContain(message);
});
