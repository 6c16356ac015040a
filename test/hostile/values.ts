import fc from 'fast-check';

/** Text that breaks programs: encodings, injections, templates that never end, paths, headers, lengths. */
const TEXTS = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  'x\udc00y',
  '\uffff\ufffe',
  '\u202eevil',
  '\u200b',
  '😀'.repeat(300),
  'ß'.repeat(256),
  'İıſK',
  "' or 1=1 --",
  "'; drop table contacts; --",
  '"); select pg_sleep(30); --',
  '$1',
  '%',
  '%_%\\',
  '\\',
  '(((((a+)+)+)+)+)$',
  '{{',
  '}}',
  '{{ name }}',
  '{% for i in (1..100000000) %}{{ i }}{% endfor %}',
  '{% include "x" %}',
  '{% assign x = "a" %}{% for i in (1..60) %}{% assign x = x | append: x %}{% endfor %}{{ x }}',
  '{{ constructor.constructor("return process")() }}',
  '{{ __proto__.polluted }}',
  '{% raw %}',
  '<script>alert(1)</script>',
  '<!--',
  '<'.repeat(2000),
  '../../../../etc/passwd',
  'a@b.test\r\nBcc: victim@example.com',
  'a@b.test\nX: y',
  'a@[127.0.0.1]',
  '"a b"@example.com',
  `${'a'.repeat(65)}@example.com`,
  `a@${'b'.repeat(300)}.com`,
  'ａ@ｅｘａｍｐｌｅ.com',
  'a@xn--a',
  'javascript:alert(1)',
  'http://169.254.169.254/latest/meta-data',
  'http://[::1]:1/',
  'https://',
  'file:///etc/passwd',
  '__proto__',
  'constructor',
  'hasOwnProperty',
  'toString',
  'null',
  'undefined',
  'NaN',
  '-0',
  '1e999',
  '0x10',
  '９',
  '9'.repeat(400),
  '2026-02-30T25:61:61Z',
  '-271822-01-01T00:00:00Z',
  '+275760-09-13T00:00:00.001Z',
  '0000-00-00',
  '294277-01-01T00:00:00Z',
  '0044-03-15T00:00:00Z BC',
  'infinity',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  '{00000000-0000-0000-0000-000000000000}',
  'eyJhbGciOiJub25lIn0.e30.',
  'W10=',
  '====',
  'x'.repeat(256),
  'x'.repeat(5000),
  'x'.repeat(200_000),
];

const NUMBERS = [
  0,
  -0,
  -1,
  0.1,
  1e-320,
  5e-324,
  1.7976931348623157e308,
  2 ** 31 - 1,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 53,
  2 ** 53 + 2,
  2 ** 63,
  -(2 ** 63),
  1e21,
  1e300,
];

const nested = (depth: number): unknown => {
  let value: unknown = 'end';
  for (let i = 0; i < depth; i++) value = i % 2 === 0 ? [value] : { a: value };
  return value;
};

/** Prototype words as own keys, which only a parser makes. */
const PROTOTYPES = [
  JSON.parse('{"__proto__":{"polluted":true}}'),
  JSON.parse('{"constructor":{"prototype":{"polluted":true}}}'),
  JSON.parse('{"toString":1,"valueOf":null,"hasOwnProperty":"x"}'),
  JSON.parse('{"length":4294967295,"0":"a"}'),
  JSON.parse('{"toJSON":"x","then":"y"}'),
];

const STRUCTURES: unknown[] = [
  null,
  true,
  false,
  [],
  [[]],
  [null],
  {},
  { '': '' },
  { 'a.b': { 'c.d': 1 } },
  { $ne: null },
  { value: null, persistent: false },
  { 'x\0y': 1 },
  nested(10),
  nested(63),
  nested(70),
  nested(900),
  Array.from({ length: 20_000 }, (_, i) => i),
  Array.from({ length: 3000 }, () => ({})),
  Object.fromEntries(Array.from({ length: 3000 }, (_, i) => [`k${i}`, i])),
  ...PROTOTYPES,
];

export const hostileText: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...TEXTS) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.string({ maxLength: 60 }) },
);

const hostileNumber: fc.Arbitrary<number> = fc.oneof(
  fc.constantFrom(...NUMBERS),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer(),
);

/** Any value of any type that JSON can carry. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 5, arbitrary: hostileText },
  { weight: 2, arbitrary: hostileNumber },
  { weight: 3, arbitrary: fc.constantFrom(...STRUCTURES) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
);
