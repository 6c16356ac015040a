import { expect, it } from 'vitest';
import { slugOf } from './slug.ts';

const id = '018f0000-0000-7000-8000-000000000000';

it.each([
  ['VIP Customers', 'vip-customers'],
  ['  Trimmed  ', 'trimmed'],
  ['snake_case stays', 'snake_case-stays'],
  ['many   spaces\tand\nlines', 'many-spaces-and-lines'],
  ['already-a-slug', 'already-a-slug'],
  ['a - b', 'a-b'],
  ['-edge-', 'edge'],
  ['50% off!', '50-off'],
  ['Café Zürich', 'caf-zrich'],
  ['a.b/c', 'abc'],
  ['!!!', id],
  ['日本', id],
  ['- - -', id],
])('the slug of "%s" is %s', (name, slug) => {
  expect(slugOf({ id, name })).toBe(slug);
});
