import { afterEach, describe, expect, it, vi } from 'vitest';
import { compileHtml, compileText, compileUrl } from './compile.ts';

const ada = {
  id: 'c1',
  name: 'Ada <b>',
  'first name': 'Ada',
  'user.name': 'literal',
  'a.b': 'dotted',
  user: { name: 'Lovelace', 'nick name': 'countess', tags: ['x', '<y>'] },
  zero: 0,
  no: false,
  blank: '',
  nothing: null,
  plan: null,
  list: ['one', '<two>', 3, null, { a: 1 }],
  object: { quote: '"', n: 1 },
  hostile: '{{ name }}{% if true %}!{% endif %}',
  lines: 'a\r\nb',
  data: { plan: 'pro', 'my key': 'spaced', 'x.y': 'deep literal', nested: { z: 'deep' } },
};

afterEach(() => {
  vi.unstubAllEnvs();
});

const html = (source: string, variables: Record<string, unknown> = ada) => compileHtml(source).render(variables);
const text = (source: string, variables: Record<string, unknown> = ada) => compileText(source).render(variables);

describe('names', () => {
  it.each([
    ['a top-level key', '{{first}}', { first: 'Ada' }, 'Ada'],
    ['spaces around it', '{{   first   }}', { first: 'Ada' }, 'Ada'],
    ['line breaks around it', '{{\n first \n}}', { first: 'Ada' }, 'Ada'],
    ['a nested path', '{{ a.b.c }}', { a: { b: { c: 'deep' } } }, 'deep'],
    ['spaces around the dots', '{{ a . b }}', { a: { b: 1 } }, '1'],
    ['a key with spaces', '{{ first name }}', { 'first name': 'Ada' }, 'Ada'],
    ['a key with a no-break space', '{{ first&nbsp;name }}', { 'first name': 'Ada' }, 'Ada'],
    ['a key with spaces inside an object', '{{ user.nick name }}', ada, 'countess'],
    ['a key with spaces, filtered', '{{ first name | upcase }}', ada, 'ADA'],
    ['letters of any script', '{{ prénom }}{{ 名前 }}', { prénom: 'A', 名前: 'B' }, 'AB'],
    ['hyphens and underscores', '{{ first-name }}{{ last_name }}', { 'first-name': 'A', last_name: 'B' }, 'AB'],
    [
      'brackets',
      '{{ ["first name"] }}{{ data["my key"] }}{{ data[which] }}',
      { ...ada, which: 'plan' },
      'Adaspacedpro',
    ],
    ['a position in a list', '{{ user.tags.0 }}{{ user.tags[0] }}{{ user.tags[-2] }}', ada, 'xxx'],
    ['size, first and last', '{{ list.size }}{{ list.first }}{{ user.tags.last }}', ada, '5one&lt;y&gt;'],
    ['an own key called size', '{{ shirt.size }}', { shirt: { size: 'M' } }, 'M'],
    ['a path before a key with dots', '{{ user.name }}', ada, 'Lovelace'],
    ['a key with dots', '{{ a.b }}', ada, 'dotted'],
    ['a key inside data', '{{ plan }}', ada, 'pro'],
    ['a path inside data', '{{ nested.z }}', ada, 'deep'],
    ['a key with dots inside data', '{{ x.y }}', ada, 'deep literal'],
    ['a key with spaces inside data', '{{ my key }}', ada, 'spaced'],
    ['data itself', '{{ data.plan }}', ada, 'pro'],
    ['the top level before data', '{{ k }}', { k: 1, data: { k: 2 } }, '1'],
    ['an empty text at the top level before data', '{{ k }}', { k: '', data: { k: 2 } }, ''],
    ['nothing at all', '[{{ unknown }}{{ un.known }}{{ name.x.y }}]', ada, '[]'],
    ['an empty placeholder', '[{{ }}]', ada, '[]'],
    ['the same order in tags', '{% if plan == "pro" and a.b == "dotted" %}yes{% endif %}', ada, 'yes'],
    ['brackets in tags', '{% if ["first name"] == "Ada" %}yes{% endif %}', ada, 'yes'],
    ['a loop variable before all', '{% for plan in list limit: 1 %}{{ plan }}{% endfor %}', ada, 'one'],
  ])('finds %s', (_, source, variables, expected) => {
    expect(html(source, variables)).toBe(expected);
  });

  it.each([
    '{{ constructor }}',
    '{{ __proto__ }}',
    '{{ toString }}',
    '{{ user.constructor }}',
    '{{ user.__proto__ }}',
    '{{ list.constructor.name }}',
    '{{ user["constructor"] }}',
    '{{ user[key] }}',
    '{{ list | map: "constructor" | join: "" }}',
    '{% assign x = user.constructor %}{{ x }}',
    '{% if constructor %}reached{% endif %}{% if user.toString %}reached{% endif %}',
  ])('sees no inherited property: %s', (source) => {
    expect(html(source, { ...ada, key: 'hasOwnProperty' }).trim()).toBe('');
  });

  it('cannot write to a prototype or to the given variables', () => {
    const variables = { count: 5, list: [{}] };
    html('{% assign __proto__ = "x" %}{% increment count %}{% increment __proto__ %}{% assign list = 1 %}', variables);
    expect(variables).toEqual({ count: 5, list: [{}] });
    expect(Object.keys(Object.prototype)).toEqual([]);
  });
});

describe('values', () => {
  it.each([
    ['0', '{{ zero }}', '0'],
    ['false', '{{ no }}', 'false'],
    ['null as nothing', '[{{ nothing }}]', '[]'],
    ['text, escaped', '{{ name }}', 'Ada &lt;b&gt;'],
    ['every sign that matters in HTML', '{{ s }}', '&amp;&lt;&gt;&quot;&#39;'],
    ['a list as items', '{{ user.tags }}', '<li>x</li>\n<li>&lt;y&gt;</li>'],
    [
      'what is inside a list',
      '{{ list }}',
      '<li>one</li>\n<li>&lt;two&gt;</li>\n<li>3</li>\n<li></li>\n<li>{&quot;a&quot;:1}</li>',
    ],
    ['an object as JSON', '{{ object }}', '{&quot;quote&quot;:&quot;\\&quot;&quot;,&quot;n&quot;:1}'],
    ['raw text unescaped', '{{ name | raw }}', 'Ada <b>'],
    ['a raw list unescaped', '{{ user.tags | raw }}', '<li>x</li>\n<li><y></li>'],
    ['raw only at the end of the filters', '{{ name | raw | upcase }}', 'ADA &lt;B&gt;'],
    ['an escaped value once', '{{ name | escape }}', 'Ada &lt;b&gt;'],
    ['an escaped entity as it is', '{{ e | escape_once }}', '&lt;b&gt; &amp;'],
    ['line breaks as markup around escaped text', '{{ n | newline_to_br }}', '&lt;i&gt;<br />\nb'],
    ['line breaks in raw text', '{{ n | raw | newline_to_br }}', '<i><br />\nb'],
    [
      'what a block captured, once escaped',
      '{% capture c %}<i>{{ name }}</i>{% endcapture %}{{ c }}',
      '<i>Ada &lt;b&gt;</i>',
    ],
    ['a filtered capture as text', '{% capture c %}<i>{% endcapture %}{{ c | append: "x" }}', '&lt;i&gt;x'],
    ['the fallback, escaped', '{{ unknown ?? <b> }}', '&lt;b&gt;'],
    ['what echo and cycle print, escaped', '{% echo name %}{% cycle name %}', 'Ada &lt;b&gt;Ada &lt;b&gt;'],
  ])('prints %s', (_, source, expected) => {
    expect(html(source, { ...ada, s: `&<>"'`, e: '&lt;b&gt; &', n: '<i>\nb' })).toBe(expected);
  });

  it('never renders a value again', () => {
    expect(html('{{ hostile | raw }}')).toBe(ada.hostile);
    expect(html('{% assign x = hostile | append: "{{ name }}" %}{{ x | raw }}')).toBe(`${ada.hostile}{{ name }}`);
  });

  it.each([
    ['text unescaped', '{{ name }}', 'Ada <b>'],
    ['a list with commas', '{{ user.tags }}', 'x, <y>'],
    ['an object as JSON', '{{ object }}', '{"quote":"\\"","n":1}'],
    ['raw as it is', '{{ name | raw }}', 'Ada <b>'],
    ['a capture as it is', '{% capture c %}<i>{{ name }}{% endcapture %}{{ c }}', '<i>Ada <b>'],
  ])('prints in a subject %s', (_, source, expected) => {
    expect(text(source)).toBe(expected);
  });

  it('lets no line break into a subject, from a value or from the template', () => {
    expect(text('Hi {{ lines }}\n{{ x }}', { lines: 'a\r\nBcc: b', x: '\rc' })).toBe('Hi aBcc: bc');
  });
});

describe('fallbacks', () => {
  it.each([
    ['{{ unknown ?? there }}', 'there'],
    ['{{unknown??there}}', 'there'],
    ['{{ unknown ?? dear friend of ours }}', 'dear friend of ours'],
    ["{{ unknown ?? 'there' }}", 'there'],
    ['{{ unknown ?? "there" }}', 'there'],
    ['{{ unknown ?? &quot;there&quot; }}', 'there'],
    ['{{ unknown ?? &#39;there&#39; }}', 'there'],
    ['{{ unknown ?? “there” }}', 'there'],
    ['{{ unknown ?? "it\'s" }}', "it's"],
    ["{{ unknown ?? it's fine }} and it's done", "it's fine and it's done"],
    ['{{ unknown ?? "there }}', '"there'],
    ['{{ unknown ?? "}}" }}', '}}'],
    ['{{ unknown ?? }}', ''],
    ['{{ unknown ?? "" }}', ''],
    ['{{ nothing ?? null }}', 'null'],
    ['{{ blank ?? empty }}', 'empty'],
    ['{{ zero ?? 5 }}', '0'],
    ['{{ no ?? yes }}', 'false'],
    ['{{ first name ?? there }}', 'Ada'],
    ['{{ user.unknown ?? there }}', 'there'],
    ['{{ unknown ?? other ?? first name }}', 'first name'],
    ['{{ unknown ?? first name ?? x }}', 'Ada'],
    ['{{ unknown ?? "there" | upcase }}', 'THERE'],
    ['{{ unknown ?? there | upcase | append: "!" }}', 'THERE!'],
    ['{{ first name ?? there | upcase }}', 'ADA'],
    ['{{ first name | upcase ?? there }}', 'ADA'],
    ['{{ unknown | upcase ?? there }}', 'there'],
    ['{{ unknown ?? News | Acme }}', 'News | Acme'],
    ['{% assign who = unknown ?? "there" %}{{ who }}', 'there'],
    ['{% echo unknown ?? "there" %}', 'there'],
    ['{% if unknown ?? "x" == "x" %}yes{% endif %}', 'yes'],
  ])('%s gives %s', (source, expected) => {
    expect(text(source)).toBe(expected);
  });
});

describe('Liquid', () => {
  it.each([
    [
      '0 and empty text are false',
      '{% if zero %}a{% endif %}{% if blank %}b{% endif %}{% unless zero %}c{% endunless %}',
      'c',
    ],
    ['empty lists and objects are true', '{% if l %}a{% endif %}{% if o %}b{% endif %}', 'ab'],
    ['elsif and else', '{% if no %}a{% elsif plan == "pro" %}b{% else %}c{% endif %}', 'b'],
    ['case', '{% case plan %}{% when "free" %}a{% when "basic", "pro" %}b{% else %}c{% endcase %}', 'b'],
    ['case with nothing that fits', '{% case plan %}{% when 1 %}a{% else %}c{% endcase %}', 'c'],
    ['case on an empty list', '{% case l %}{% when empty %}none{% endcase %}', 'none'],
    ['loops', '{% for t in user.tags %}{{ forloop.index }}{{ t }}{% endfor %}', '1x2&lt;y&gt;'],
    ['loops over ranges', '{% for i in (1..3) %}{{ i }}{% endfor %}{% for i in (a..b) %}{{ i }}{% endfor %}', '123789'],
    ['loop modifiers', '{% for i in (1..9) reversed limit: 2 offset: 1 %}{{ i }}{% endfor %}', '32'],
    [
      'break and else',
      '{% for i in (1..9) %}{{ i }}{% break %}{% endfor %}{% for i in l %}{% else %}none{% endfor %}',
      '1none',
    ],
    ['loops over objects', '{% for p in object %}{{ p[0] }}={{ p[1] }};{% endfor %}', 'quote=&quot;;n=1;'],
    [
      'tablerow',
      '{% tablerow i in (1..2) %}{{ i }}{% endtablerow %}',
      '<tr class="row1"><td class="col1">1</td><td class="col2">2</td></tr>',
    ],
    ['assign', '{% assign x = plan | upcase %}{{ x }}', 'PRO'],
    ['raw', '{% raw %}{{ name }}{% if %}{% endraw %}', '{{ name }}{% if %}'],
    ['comments', "a{% comment %}{{ {% if %} it's{% endcomment %}b{% # it's one %}c", 'abc'],
    ['whitespace control', 'a {{- zero -}} b {%- if true -%} c {%- endif %}', 'a0bc'],
    ['counters', '{% increment up %}{% increment up %}{% decrement down %}', '01-1'],
    [
      'several lines in one tag',
      '{% liquid\n assign x = 1\n # it\'s a comment\n if x == 1\n echo "one"\n endif\n%}',
      'one',
    ],
    ['filters', '{{ " a,b " | strip | split: "," | join: "+" | upcase }}', 'A+B'],
    ['sorting and picking', '{{ p | where: "on", true | map: "n" | sort | join: "," }}', '1,3'],
    [
      'default keeps 0',
      '{{ zero | default: 5 }}{{ no | default: 6 }}{{ no | default: 7, allow_false: true }}',
      '06false',
    ],
    ['dates as written', '{{ "2026-03-04T05:06:07+02:00" | date: "%Y-%m-%d %H:%M" }}', '2026-03-04 05:06'],
    ['dates in English', '{{ "2026-03-04T05:06:07Z" | date: "%A, %-d %B" }}', 'Wednesday, 4 March'],
    ['JSON', '{{ object | json }}', '{&quot;quote&quot;:&quot;\\&quot;&quot;,&quot;n&quot;:1}'],
    ['operators in a placeholder', '{{ plan == "pro" }}{{ zero and no }}', 'truefalse'],
    ['entities in a tag', '{% if n &gt; 1 and plan == &quot;pro&quot; %}yes{% endif %}', 'yes'],
  ])('%s', (_, source, expected) => {
    const p = [
      { n: 3, on: true },
      { n: 2, on: false },
      { n: 1, on: true },
    ];
    expect(html(source, { ...ada, l: [], o: {}, a: 7, b: 9, n: 2, p })).toBe(expected);
  });

  it.each(['America/Los_Angeles', 'Pacific/Auckland'])(
    'shows dates as they were written on a machine in %s',
    (zone) => {
      vi.stubEnv('TZ', zone);
      const dates = [
        '2026-03-04',
        '2026-03-04T00:30:00Z',
        '2026-03-04T23:30:00-05:00',
        '2026-03-04T12:00:00',
        1772582400,
      ];
      const shown = dates.map((date) => html('{{ date | date: "%Y-%m-%d" }}', { date }));
      expect(new Set(shown)).toEqual(new Set(['2026-03-04']));
    },
  );

  it('decodes entities between delimiters only', () => {
    expect(html('&quot;{{ unknown ?? &amp; }}&quot;')).toBe('&quot;&amp;&quot;');
  });
});

describe('what a saved template could not have', () => {
  it.each([
    ['an unknown filter is passed over', '{{ plan | nosuch | upcase }}', 'PRO'],
    [
      'a file tag prints nothing',
      'a{% include "x" %}{% render "y", z: 1 %}{% layout "z" %}{% block b %}in{% endblock %}c',
      'ainc',
    ],
    ['an unknown tag is text', '{% nosuch %}{{ plan }}', '{% nosuch %}pro'],
    ['an unclosed block is text', '{% if plan %}{{ plan ?? x | upcase }}', '{% if plan %}pro'],
    ['an unclosed placeholder is text', '{{ plan }} {{ plan', 'pro {{ plan'],
    ['an expression that is none prints nothing', 'a{% nosuch %}{{ a + b }}c', 'a{% nosuch %}c'],
    ['the innermost braces count', '{{ {{ plan }}', '{{ pro'],
  ])('%s', (_, source, expected) => {
    expect(html(source)).toBe(expected);
  });

  it('a filter that fails on a value leaves the value', () => {
    expect(html('{{ v | url_decode }}{{ v | date: "%Y", "Nowhere/Land" }}', { v: '%E0%A4%A' })).toBe(
      '%E0%A4%A%E0%A4%A',
    );
  });

  it('data that the logic cannot stand costs the logic, not the mail', () => {
    const odd = { toString: 1, valueOf: 1 };
    expect(html('{% if odd > 1 %}a{% endif %}{{ plan }}', { odd, plan: 'pro' })).toBe('apro');
  });

  it('a body larger than any saved template is substituted plainly', () => {
    const body = `${'x'.repeat(3_000_000)}{{ plan }}{% if plan %}`;
    expect(html(body).slice(3_000_000)).toBe('pro{% if plan %}');
  });
});

describe('in a URL', () => {
  const url = (source: string, variables: Record<string, unknown> = {}) => compileUrl(source).render(variables);
  const odd = 'a/../b?c=d&e#f g%ü';
  const encoded = 'a%2F..%2Fb%3Fc%3Dd%26e%23f%20g%25%C3%BC';

  it.each([
    ['a value is one part of it', 'https://x.test/{{ odd }}?q={{ odd }}', `https://x.test/${encoded}?q=${encoded}`],
    ['a value cannot be another host', 'https://{{ odd }}.x.test/', `https://${encoded}.x.test/`],
    ['a host may bring its port', 'http://{{ host }}/{{ host }}', 'http://x.test:8080/x.test%3A8080'],
    ['its own text stays', 'https://x.test/a b?c=d&e#f', 'https://x.test/a b?c=d&e#f'],
    ['a fallback is encoded too', 'https://x.test/{{ none ?? a/b }}', 'https://x.test/a%2Fb'],
    ['raw opts out', 'https://x.test/{{ odd | raw }}', `https://x.test/${odd}`],
    ['what is encoded by a filter is not encoded again', '{{ sum | url_encode }}', '1+%2B+1'],
    ['a list is its elements', 'https://x.test/?ids={{ list }}', 'https://x.test/?ids=1%2F2,3'],
    ['numbers and logic', '{% if n %}{{ n }}{% endif %}{{ n | plus: 1 }}', '56'],
    ['what is captured is not encoded again', '{% capture q %}?a={{ odd }}{% endcapture %}{{ q }}', `?a=${encoded}`],
    ['half a character is replaced', '{{ half }}', '%EF%BF%BD'],
    ['line breaks of its own are dropped', 'https://x.test/\r\n{{ lines }}', 'https://x.test/a%0D%0Ab'],
  ])('%s', (_, source, result) => {
    const variables = {
      odd,
      host: 'x.test:8080',
      sum: '1 + 1',
      list: ['1/2', 3],
      n: 5,
      half: '\ud83d',
      lines: 'a\r\nb',
    };
    expect(url(source, variables)).toBe(result);
  });
});
