import { expect, it } from 'vitest';
import { isUuid, uuidV7 } from './uuid.ts';

it('a UUIDv7 tells its version, its variant and its time', () => {
  const at = new Date('2026-07-01T09:00:00.123Z');
  const id = uuidV7(at);
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(Number.parseInt(id.replace('-', '').slice(0, 12), 16)).toBe(at.getTime());
});

it('many ids of one instant are distinct and keep their order', () => {
  const at = new Date();
  const ids = Array.from({ length: 100_000 }, () => uuidV7(at));
  expect(new Set(ids).size).toBe(ids.length);
  expect([...ids].sort()).toEqual(ids);
});

it('ids of one instant keep their order, although ids of others were made between them', () => {
  const [at, later] = [new Date(1000), new Date(2000)];
  const ids = Array.from({ length: 100 }, () => {
    uuidV7(later);
    return uuidV7(at);
  });
  expect([...ids].sort()).toEqual(ids);
});

it('ids sort as their times do, forward and back', () => {
  const times = [5000, 1000, 3000, 2000, 4000];
  const ids = times.map((time) => uuidV7(new Date(time)));
  expect([...ids].sort().map((id) => times[ids.indexOf(id)])).toEqual([1000, 2000, 3000, 4000, 5000]);
});

it.each(['', 'x', '123', '01a1dd36-a979-72b0-bd7d', "' or 1=1", `${'0'.repeat(8)}-0000-0000-0000-${'0'.repeat(13)}`])(
  '"%s" is no uuid',
  (text) => {
    expect(isUuid(text)).toBe(false);
  },
);

it('any version in any case is a uuid', () => {
  expect(isUuid('01A1DD36-a979-72b0-bd7d-f75af6676aab')).toBe(true);
  expect(isUuid(crypto.randomUUID())).toBe(true);
});
