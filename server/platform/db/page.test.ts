import { expect, it } from 'vitest';
import { decodeCursor, encodeCursor } from './page.ts';

it.each([
  { value: '1794712705170123', id: 'x' },
  { value: 'ä@example.com', id: '' },
])('a cursor comes back as it went: %j', (position) => {
  const cursor = encodeCursor(position);
  expect(cursor).toMatch(/^[\w-]+$/);
  expect(decodeCursor(cursor)).toEqual(position);
});

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

it.each([
  '',
  'x',
  '%',
  '!!!!',
  encoded({}),
  encoded([]),
  encoded(['a']),
  encoded([1, 2]),
  encoded(['a', 'b', 'c']),
  encoded(null),
])('"%s" is no cursor', (text) => {
  expect(decodeCursor(text)).toBeUndefined();
});
