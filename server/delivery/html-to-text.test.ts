import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { htmlToText } from './html-to-text.ts';

describe('the text part', () => {
  it.each([
    ['plain text', 'Hello Ada', 'Hello Ada'],
    ['blanks and line ends', '<p>Hello\n   <b>dear</b>\tAda </p>', 'Hello dear Ada'],
    ['blanks at the edge of an element', 'Hello<b> dear </b>Ada', 'Hello dear Ada'],
    ['paragraphs', '<h1>News</h1><p>One</p><p>Two</p>', 'News\n\nOne\n\nTwo'],
    ['line breaks', 'a<br>b<br/><br />c', 'a\nb\n\nc'],
    ['blocks', '<div>a</div><div>b</div>', 'a\nb'],
    ['a list', '<ul><li>one</li><li>two</li></ul>', '- one\n- two'],
    ['a numbered list', '<ol><li>one<li>two</ol>', '1. one\n2. two'],
    ['a list in a list', '<ul><li>a<ol><li>b</li></ol></li><li>c</li></ul>', '- a\n  1. b\n- c'],
    ['a table', '<table><tr><td>A</td><td>B</td></tr><tr><td>C<td>D</table>', 'A B\nC D'],
    ['a quotation', 'before<blockquote><p>one</p><p>two</p></blockquote>after', 'before\n\n> one\n>\n> two\n\nafter'],
    ['preformatted text', '<pre>a  b\n  c</pre>', 'a  b\n  c'],
    ['a rule', 'a<hr>b', 'a\n\n---\n\nb'],
    ['a link', '<a href="https://a.test/x?y=1&amp;z=2">Read on</a>.', 'Read on (https://a.test/x?y=1&z=2).'],
    ['a link that shows its address', '<a href="https://a.test/">a.test</a>', 'a.test'],
    ['an address of mail', "<a href='mailto:a@b.test'>a@b.test</a>", 'a@b.test'],
    ['a link to a place in the page', '<a href="#top">Up</a>', 'Up'],
    ['a script as a link', '<a href="javascript:alert(1)">Up</a>', 'Up'],
    ['a picture', '<img src="x.png" alt="Our &quot;logo&quot; > all">', 'Our "logo" > all'],
    ['a picture as a link', '<a href="https://a.test/s"><img alt="Shop"></a>', 'Shop (https://a.test/s)'],
    ['a link without text', '<a href="https://a.test/s"><img src="x"></a>', 'https://a.test/s'],
    ['characters', '&euro;5 &ndash; caf&eacute; &#x1F600;&#33; &lt;b&gt; &nope;', '€5 – café 😀! <b> &nope;'],
    ['blanks that do not break', 'a&nbsp;&nbsp;b', 'a  b'],
    ['what no one reads', '<title>t</title><style>p{}</style><script>if (a<b) {}</script><!-- c -->x', 'x'],
    ['a hidden preview line', '<div style="display: none">psst<div>x</div></div>Hello', 'Hello'],
    ['a head without its end', '<html><head><title>t</title><body>Hello', 'Hello'],
    ['a comparison', '1 < 2 and 3 > 2', '1 < 2 and 3 > 2'],
    ['a tag without its end', 'Hello <a href="x', 'Hello'],
  ])('shows %s', (_what, html, text) => {
    expect(htmlToText(html)).toBe(text);
  });

  it('takes time in proportion to the size of any input', () => {
    const pieces = [
      '<a ',
      '<style ',
      '<a ="',
      "<a ='>",
      '<!--',
      '<',
      '&',
      '<p> ',
      '<a href="https://x">',
      '<blockquote>x',
      '<ul><li>x',
    ];
    for (const piece of pieces) {
      const html = piece.repeat(400_000 / piece.length);
      const start = performance.now();
      htmlToText(html);
      expect(performance.now() - start, piece).toBeLessThan(3000);
    }
  });

  it('never fails', () => {
    const token = fc.constantFrom(
      '<',
      '>',
      '/',
      '"',
      "'",
      '=',
      'a',
      'p',
      'ul',
      'li',
      ' ',
      '&',
      ';',
      '!--',
      '-->',
      'pre',
      'href',
      'text',
    );
    fc.assert(fc.property(fc.array(token), (tokens) => typeof htmlToText(tokens.join('')) === 'string'));
  });
});
