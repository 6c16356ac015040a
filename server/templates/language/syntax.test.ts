import { describe, expect, it } from 'vitest';
import { AppError } from '../../platform/errors.ts';
import { assertTemplateSyntax } from './compile.ts';

function problemOf(source: string): AppError | undefined {
  try {
    assertTemplateSyntax('body', source);
    return undefined;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

describe('assertTemplateSyntax', () => {
  it.each([
    ['an unknown filter', 'Hi\n{{ name | nosuch }}', 2, 1],
    ['an unknown filter in a tag', '{% assign x = name | nosuch %}', 1, 1],
    ['an unknown filter after a fallback', '{{ name ?? "x" | nosuch }}', 1, 1],
    ['a filter that compiles text', '{{ list | where_exp: "i", "i.on" }}', 1, 1],
    ['an unknown tag', 'a\nbc {% nosuch %}', 2, 4],
    ['an unclosed block', 'a\n\n  {% if name %}\n b', 3, 3],
    ['a block closed by another', '{% for i in list %}{% endif %}', 1, 20],
    ['a closing tag alone', '{% endif %}', 1, 1],
    ['an unclosed placeholder', 'Hi {{ name', 1, 4],
    ['an unclosed tag', 'Hi {% if', 1, 4],
    ['an unclosed raw block', '{% raw %}{{ a }}', 1, 1],
    ['an unclosed comment', ' {% comment %}', 1, 2],
    ['an unclosed quote', '{{ "name }}', 1, 1],
    ['an unclosed quote of a filter', '{{ name | append: "x }}', 1, 1],
    ['one equals sign', 'a\n  {% if a = b %}{% endif %}', 2, 12],
    ['a loop without in', '{% for i of list %}{% endfor %}', 1, 1],
    ['an expression that is none', '{{ a + b }}', 1, 1],
    ['a stray value in a tag', '{% if first name == "Ada" %}{% endif %}', 1, 1],
    ['a tag without a name', 'x{%  %}', 1, 6],
    ['a problem inside a block', '{% if a %}\n\n{{ b | nosuch }}{% endif %}', 3, 1],
    ['a problem inside a liquid tag', '{% liquid\n assign x = 1\n nosuch x\n%}', 3, 2],
    ['a problem after an entity', '{% if a &gt; 1 %}\n{% nosuch %}{% endif %}', 2, 1],
    ['blocks nested without end', '{% if a %}'.repeat(101), 1, 1001],
    ['brackets nested without end', `{{ ${'a['.repeat(9_000)} }}`, 1, 1],
  ])('refuses %s and says where', (_, source, line, column) => {
    const problem = problemOf(source);
    expect(problem).toMatchObject({ code: 'VALIDATION_ERROR', status: 400 });
    expect(problem?.extras).toMatchObject({ details: { field: 'body', line, column }, suggestion: expect.any(String) });
    expect(problem?.message.length).toBeLessThan(300);
  });

  it.each(['include', 'render', 'layout', 'block'])('refuses the tag %s', (tag) => {
    expect(problemOf(`{% ${tag} "x" %}`)?.message).toContain(`"${tag}" is not available`);
  });

  it.each([
    '',
    'no code at all',
    '{{ name }}',
    '{{ }}',
    '{{ first name }}',
    '{{ first name | upcase }}',
    "{{ name ?? it's }}",
    '{{ name ?? News | Acme }}',
    '{{ name ?? &quot;there&quot; | upcase }}',
    '{% if ["first name"] == "Ada" and not unknown %}{% endif %}',
    '{% if a &gt; 1 %}{% endif %}',
    '{% raw %}{{ {% if %}{% endraw %}',
    '{% comment %}{{ a {% endcomment %}',
    '{% assign who = name ?? "there" %}',
    "{% liquid\n # it's fine\n echo a\n%}",
    '}} %} { { } }',
  ])('accepts %j', (source) => {
    expect(problemOf(source)).toBeUndefined();
  });

  it('accepts 2 MB and no more', () => {
    expect(problemOf('é'.repeat(1024 * 1024))).toBeUndefined();
    expect(problemOf(`${'é'.repeat(1024 * 1024)}x`)?.message).toContain('2 MB');
  });

  it('accepts 10,000 placeholders and no more', () => {
    expect(problemOf('{{a}}'.repeat(10_000))).toBeUndefined();
    expect(problemOf('{{a}}'.repeat(10_001))?.extras.details).toEqual({ field: 'body', line: 1, column: 50_001 });
  });

  it('accepts 32,000 characters in one placeholder and no more', () => {
    expect(problemOf(`{{ a | append: "${'x'.repeat(31_000)}" }}`)).toBeUndefined();
    expect(problemOf(`{{ a | append: "${'x'.repeat(33_000)}" }}`)?.message).toContain('32000 characters');
  });
});
