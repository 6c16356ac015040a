import { describe, expect, it } from 'vitest';
import { compileHtml, RenderLimitError } from './compile.ts';

const HUGE = '(100000000000000000..100000000000000010)';
const loop = (times: number, inside: string) => `{% for i in (1..${times}) %}${inside}{% endfor %}`;
const letters = (count: number) => Buffer.alloc(count, 'a').toString();

/** A limit must be met soon: ten seconds would be a stall, though a busy machine may take a few. */
const SOON_MS = 4_000;

function attack(source: string, variables: Record<string, unknown> = {}): { outcome: string; ms: number } {
  const start = performance.now();
  let outcome: string;
  try {
    outcome = compileHtml(source).render(variables);
  } catch (error) {
    if (!(error instanceof RenderLimitError)) throw error;
    outcome = error.message;
  }
  return { outcome, ms: performance.now() - start };
}

describe('rendering limits', () => {
  it.each<[string, string, Record<string, unknown>?]>([
    ['nested loops of a billion', loop(1000, loop(1000, loop(1000, 'x')))],
    ['a range of a hundred million', loop(100_000_000, '')],
    ['empty loops in loops', '{% assign r = (1..50000) %}{% for i in r %}{% for j in r %}{% endfor %}{% endfor %}'],
    ['a table of a hundred million', '{% tablerow i in (1..100000000) %}{% endtablerow %}'],
    ['a text that doubles', `{% assign s = "xxxxxxxxxx" %}${loop(40, '{% assign s = s | append: s %}')}`],
    ['a capture that doubles', `{% assign s = "x" %}${loop(40, '{% capture s %}{{ s }}{{ s }}{% endcapture %}')}`],
    ['a list that doubles', `{% assign s = (1..10) %}${loop(40, '{% assign s = s | concat: s %}')}`],
    [
      'a list that contains itself',
      `{% assign a = "x" | split: "," %}${loop(60, '{% assign a = a | push: a %}')}{{ a }}`,
    ],
    [
      'a list nested without end',
      `{% assign e = "" | split: "," %}${loop(500, '{% assign e = "" | split: "," | push: e %}')}`,
    ],
    [
      'groups of groups',
      `{% assign a = "x" | split: "," %}${loop(60, '{% assign b = a | concat: a | group_by: "q" %}{% assign a = b | map: "items" %}')}`,
    ],
    [
      'a replacement that multiplies',
      `{% assign s = "x" %}${loop(9, `{% assign s = s | replace: "x", "${'x'.repeat(90)}" %}`)}`,
    ],
    ['a date of ten thousand parts', '{{ "now" | date: f }}', { f: '%A'.repeat(10_000) }],
    ['a date a billion wide', '{{ "now" | date: "%999999999Y" }}'],
    ['a hundred thousand dates', loop(100_000, '{{ "now" | date: "%A" }}')],
    ['a thousand dates in one placeholder', `{{ "now"${' | date: "%A %B"'.repeat(1_500)} }}`],
    ['many filters of a long list', `{% assign a = (1..90000) %}{{ a${' | reverse'.repeat(2_500)} }}`],
    ['many searches of a long list', `{% assign a = (1..50000) %}{{ a${' | where: "x", nil'.repeat(1_500)} }}`],
    [
      'many comparisons of long lists',
      `{% assign a = (1..20000) %}{% assign b = (1..20000) %}{% if a == b${' and a == b'.repeat(2_500)} %}{% endif %}`,
    ],
    [
      'many cases of long lists',
      `{% assign a = (1..20000) %}{% assign b = (1..20001) %}{% case a %}{% when b${',b'.repeat(9_000)} %}{% endcase %}`,
    ],
    [
      'a search that compares all with all',
      loop(50, '{% if a contains b %}{% endif %}'),
      { a: letters(200_000), b: `${letters(10_000)}b${letters(10_000)}` },
    ],
    [
      'a split that compares all with all',
      loop(50, '{{ a | split: b }}'),
      { a: letters(200_000), b: `${letters(10_000)}b${letters(10_000)}` },
    ],
    [
      'a property path of thousands of parts',
      '{% assign a = (1..50000) %}{{ a | map: p }}',
      { p: 'a.'.repeat(10_000) },
    ],
    [
      'many markup filters of a long capture',
      `{% capture c %}{{ a }}{% endcapture %}{{ c${' | newline_to_br'.repeat(1_700)} }}`,
      { a: letters(5_000_000) },
    ],
    ['a long value printed often', loop(10_000, '{{ a }}'), { a: letters(100_000) }],
    ['a long value printed often without Liquid', '{{ a }}'.repeat(9_000), { a: letters(100_000) }],
    ['more placeholders than a mail can have', '{{ a }}'.repeat(300_000), { a: 'x' }],
  ])('%s end with a RenderLimitError', (_, source, variables) => {
    const { outcome, ms } = attack(source, variables);
    expect(outcome).toMatch(/^The template exceeds a rendering limit: /);
    expect(ms).toBeLessThan(SOON_MS);
  });

  it.each<[string, string, Record<string, unknown>?]>([
    ['a range beyond whole numbers', `{% for i in ${HUGE} %}{% endfor %}`],
    ['the same from variables', '{% for i in (a..b) %}{% endfor %}', { a: 1e17, b: 1e17 + 32 }],
    ['the same in a placeholder', `{{ ${HUGE} }}{{ x | default: ${HUGE} }}{{ x[${HUGE}] }}`],
    [
      'the same in the tags',
      `{% if x == ${HUGE} %}{% endif %}{% case x %}{% when ${HUGE} %}{% endcase %}{% cycle ${HUGE} %}`,
    ],
    ['the same behind a quote', `{% if a[b ' ] ${HUGE} ' %}{% endif %}`, { a: {} }],
    ['the same in a property', `{{ a | where: "x[${HUGE}]" }}{{ a | map: p }}`, { a: [{ x: 1 }], p: [`x[${HUGE}]`] }],
    ['openings of scripts', '{{ a | strip_html }}', { a: '<script'.repeat(200_000) }],
    ['blanks', '{{ a | squish }}{{ a | truncatewords: 5 }}{{ a | slugify }}', { a: ' \t'.repeat(300_000) }],
    ['padding of base64', '{{ a | base64_decode }}', { a: '='.repeat(1_000_000) }],
    ['opening braces', '{{'.repeat(1_000_000)],
    ['closing braces', '}}'.repeat(1_000_000)],
    ['opening braces and quotes', "{{'".repeat(300_000)],
    ['an endless inline comment', `{% # x${'\n'.repeat(500_000)}# %}`],
    ['a raw block full of openings', `{% raw %}${'{% '.repeat(600_000)}`],
    ['9,000 branches', `{% if a %}${'{% elsif a %}'.repeat(9_000)}{% endif %}`],
    ['brackets in brackets', `{{ ${'a['.repeat(1_000)}1${']'.repeat(1_000)} }}`, { a: [0, 1] }],
  ])('%s are done with soon', (_, source, variables) => {
    expect(attack(source, variables).ms).toBeLessThan(SOON_MS);
  });

  it('leave room for large but honest mails', () => {
    const items = Array.from({ length: 2_000 }, (_, i) => ({ name: `Item ${i}`, price: i / 100, on: i % 2 === 0 }));
    const { outcome } = attack(
      '{% assign shown = items | where: "on", true | sort: "price" | reverse %}{% for item in shown %}<tr><td>{{ item.name | upcase | truncate: 20 }}</td><td>{{ item.price | round: 2 }}</td></tr>{% endfor %}',
      { items },
    );
    expect(outcome.split('<tr>')).toHaveLength(1_001);
  });
});
