import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileHtml, compileText } from './compile.ts';

const name = fc.constantFrom(
  'a',
  'b',
  'c',
  'first name',
  'data',
  'size',
  'first',
  '0',
  '__proto__',
  'constructor',
  'é',
);
const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => names.join('.'));
const fallback = fc.constantFrom('', ' ?? there', ' ?? "quoted"', " ?? it's", ' ?? <b>', ' ?? a ?? b');
const placeholder = fc.tuple(path, fallback).map(([path, fallback]) => `{{ ${path}${fallback} }}`);
const plainText = fc.constantFrom(' ', '<p>', '\n', '}}', "it's ", '&amp;', '{ ', '"');
const source = fc.array(fc.oneof(placeholder, plainText), { maxLength: 8 }).map((parts) => parts.join(''));

const value = fc.letrec((tie) => ({
  any: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom<unknown>(null, 0, false, true, '', 'text', '<b>&"\'', '{{ a }}', 1.5, []),
    fc.array(tie('any'), { maxLength: 3 }),
    fc.dictionary(name, tie('any'), { maxKeys: 3 }),
  ),
})).any;
const key = fc.oneof(name, path);
const variables = fc.dictionary(key, value, { maxKeys: 6 });

/** The same template with a tag that prints nothing takes the way through Liquid. */
const throughLiquid = (source: string) => `${source}{% if false %}{% endif %}`;

describe('a template without tags and filters', () => {
  it.each([
    ['HTML', compileHtml],
    ['text', compileText],
  ])('gives the same %s with and without Liquid', (_, compile) => {
    fc.assert(
      fc.property(source, variables, (source, variables) => {
        expect(compile(source).render(variables)).toBe(compile(throughLiquid(source)).render(variables));
      }),
      { numRuns: 2_000 },
    );
  });

  it('is itself when there is no placeholder in it', () => {
    fc.assert(
      fc.property(
        fc.string().filter((text) => !/\{[{%]/.test(text)),
        (text) => {
          expect(compileHtml(text).render({})).toBe(text);
        },
      ),
    );
  });

  it('never fails, whatever the template and the data', () => {
    const noise = fc.array(
      fc.oneof(
        placeholder,
        plainText,
        fc.constantFrom(
          '{{',
          '{%',
          '%}',
          '{% if a %}',
          '{% endif %}',
          '{{ a | ',
          '{% for i in a %}',
          '{% endfor %}',
          '{% assign x = a.b | sort %}',
        ),
      ),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(noise, variables, (parts, variables) => {
        expect(typeof compileHtml(parts.join('')).render(variables)).toBe('string');
      }),
      { numRuns: 2_000 },
    );
  });
});
