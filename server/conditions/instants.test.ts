import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { aProject } from '../../test/world.ts';
import { instantOf } from './instants.ts';

it.each([
  ['2026-01-05', '2026-01-05T00:00:00.000Z'],
  ['2024-02-29', '2024-02-29T00:00:00.000Z'],
  ['2026-01-05T10:00', '2026-01-05T10:00:00.000Z'],
  ['2026-01-05T10:00:30', '2026-01-05T10:00:30.000Z'],
  ['2026-01-05T10:00:30.5Z', '2026-01-05T10:00:30.500Z'],
  ['2026-01-05T10:00:30+02:00', '2026-01-05T08:00:30.000Z'],
  ['2026-01-05T10:00-0530', '2026-01-05T15:30:00.000Z'],
  ['9999-12-31T23:59:59Z', '9999-12-31T23:59:59.000Z'],
])('%s is the instant %s', (text, iso) => {
  expect(new Date(instantOf(text) as string).toISOString()).toBe(iso);
});

it.each([
  '2026-02-29',
  '2026-02-31',
  '2026-13-01',
  '2026-00-10',
  '2026-01-00',
  '0000-01-01',
  '300000-01-01',
  '+012026-01-05',
  '2026-01-05T24:00',
  '2026-01-05T10:60',
  '2026-01-05T10:00:00+99:00',
  '2026-01-05 10:00',
  '2026-1-5',
  '20260105',
  'NaN',
  '',
  20260105,
  null,
  {},
  ['2026-01-05'],
])('%j is no date', (value) => {
  expect(instantOf(value)).toBeUndefined();
});

const digits = (length: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length }).map((all) => all.join(''));
const dateLike = fc
  .tuple(
    digits(4),
    digits(2),
    digits(2),
    fc.constantFrom('', 'T', ' '),
    digits(2),
    digits(2),
    fc.constantFrom('', 'Z', '+02:00', '-14:59', '+15:00'),
  )
  .map(
    ([year, month, day, mark, hour, minute, zone]) =>
      `${year}-${month}-${day}${mark ? `${mark}${hour}:${minute}${zone}` : ''}`,
  );

it('Postgres reads every date that we accept, and no text of any kind makes it fail', { timeout: 60_000 }, async () => {
  const { ctx } = await aProject();
  const anyText = fc.oneof(
    dateLike,
    fc.string(),
    fc.constantFrom('2026-01-05T', '2026-01-05T10', '2026-01-05 BC', '2026-01-05 infinity'),
  );
  const texts = fc.sample(anyText, 5000).filter((text) => text.isWellFormed() && !text.includes('\0'));
  const { rows } = await sql<{ text: string; instant: Date | null; ours: Date | null }>`
    select text, posthorn_instant(text) as instant, ours::timestamptz
    from jsonb_to_recordset(${JSON.stringify(texts.map((text) => ({ text, ours: instantOf(text) })))}::jsonb) as row (text text, ours text)
  `.execute(ctx.db);
  const accepted = rows.filter(({ ours }) => ours !== null);
  expect(accepted.length).toBeGreaterThan(10);
  expect(accepted.filter(({ instant, ours }) => instant?.getTime() !== ours?.getTime())).toEqual([]);
});
