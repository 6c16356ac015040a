import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linksFor } from './links.ts';
import { trackHtml } from './tracked-links.ts';

const PUBLIC_URL = 'https://mail.acme.test';
const links = linksFor(
  { secret: 'a secret that only tests use, long enough', publicUrl: PUBLIC_URL },
  {
    projectId: '0190a5d1-ac96-774b-bcce-b302099a8057',
    contactId: '0190a5d1-ac96-774b-bcce-b302099a8058',
    emailId: '0190a5d1-ac96-774b-bcce-b302099a8059',
  },
);
const PIXEL = /<img src="https:\/\/mail\.acme\.test\/t\/o\/[\w-]+"[^>]*>/;

/** Where the links of a tracked document lead; what is not tracked is given as it stands. */
function tracked(html: string): string {
  return trackHtml(html, links)
    .replace(PIXEL, '')
    .replace(
      /"https:\/\/mail\.acme\.test\/t\/c\/[\w-]{64}\?u=([^"]*)"/g,
      (_, url: string) => `[${decodeURIComponent(url)}]`,
    );
}

describe('links of a tracked email', () => {
  it.each([
    ['double quotes', '<a href="https://a.test/x">', '<a href=[https://a.test/x]>'],
    ['single quotes', "<a class='b' href='http://a.test/x' title=y>", "<a class='b' href=[http://a.test/x] title=y>"],
    ['no quotes', '<a href=https://a.test/x/ id=k>', '<a href=[https://a.test/x/] id=k>'],
    ['capitals', '<A HREF="HTTPS://A.test/">', '<A HREF=[HTTPS://A.test/]>'],
    ['spaces and line breaks', '<a\n  href = "\n https://a.test/\n x "\n>', '<a\n  href = [https://a.test/ x]\n>'],
    ['areas of an image map', '<area shape=rect href="https://a.test/">', '<area shape=rect href=[https://a.test/]>'],
    ['encoded signs', '<a href="https://a.test/?b=1&amp;c=2&#38;d=&#x27;">', "<a href=[https://a.test/?b=1&c=2&d=']>"],
    ['bare ampersands', '<a href="https://a.test/?b=1&c=2">', '<a href=[https://a.test/?b=1&c=2]>'],
    ['letters of the world', '<a href="https://a.test/ü?q=日本">', '<a href=[https://a.test/ü?q=日本]>'],
    [
      'the first of two',
      '<a href="https://a.test/" href="https://b.test/">',
      '<a href=[https://a.test/] href="https://b.test/">',
    ],
    ['a > inside a value', '<a title="a>b" href="https://a.test/">', '<a title="a>b" href=[https://a.test/]>'],
    [
      'several',
      '<a href="https://a.test/">a</a><a href="https://b.test/">b</a>',
      '<a href=[https://a.test/]>a</a><a href=[https://b.test/]>b</a>',
    ],
    ['a link behind the body', '</body><a href="https://a.test/">', '</body><a href=[https://a.test/]>'],
  ])('are tracked with %s', (_, html, expected) => {
    expect(tracked(html)).toBe(expected);
  });

  it.each([
    ['mail addresses', '<a href="mailto:a@b.test">'],
    ['telephone numbers', '<a href="tel:+4930">'],
    ['anchors', '<a href="#top">'],
    ['paths', '<a href="/x">'],
    ['pictures of the mail', '<a href="cid:logo">'],
    ['scripts', '<a href="javascript:alert(1)">'],
    ['scripts in disguise', '<a href="java&#10;script:alert(1)//https://a.test/">'],
    [
      'our own pages',
      `<a href="${links.unsubscribeUrl}"><a href="${links.subscribeUrl}"><a href='${links.manageUrl}'>`,
    ],
    ['links that say so', '<a data-no-track href="https://a.test/"><a href="https://a.test/" DATA-NO-TRACK="">'],
    ['rare named characters', '<a href="https://a.test/?q=&eacute;">'],
    ['an endless address', `<a href="https://a.test/${'x'.repeat(8000)}">`],
    ['an address that gets endless', `<a href="https://a.test/${'日'.repeat(1000)}">`],
    ['other elements', '<abbr href="https://a.test/"><link href="https://a.test/"><img src="https://a.test/">'],
    ['comments', '<!-- <a href="https://a.test/"> -->'],
    ['conditional comments', '<!--[if mso]><a href="https://a.test/"><![endif]-->'],
    [
      'style and script',
      '<style>a{} <a href="https://a.test/"></style><script>"<a href=\'https://a.test/\'>"</script>',
    ],
    ['a title', '<title><a href="https://a.test/"></title>'],
    ['values of other attributes', '<img alt="<a href=\'https://a.test/\'>">'],
    ['a tag that never ends', '<a href="https://a.test/"'],
    ['a comment that never ends', '<!-- <a href="https://a.test/">'],
    ['a quote that never ends', '<a title="x href=https://a.test/>'],
    ['a broken number', '<a href="https://a.test/&#xFFFFFF;">'],
    ['half a character', '<a href="https://a.test/&#xD800;">'],
    ['no value', '<a href>x</a><a href="">'],
  ])('leave alone %s', (_, html) => {
    expect(tracked(html)).toBe(html);
  });

  it('leave alone what is tracked already', () => {
    const html = `<a href="${links.trackedUrl('https://a.test/')}">`;
    expect(trackHtml(html, links).replace(PIXEL, '')).toBe(html);
  });

  it('are a thousand at most', () => {
    const html = trackHtml('<a href="https://a.test/">'.repeat(1500), links);
    expect(html.match(/\/t\/c\//g)).toHaveLength(1000);
    expect(html.match(/"https:\/\/a\.test\/"/g)).toHaveLength(500);
  });

  it('goes on behind comments, styles and conditional comments that hide nothing', () => {
    const around = '<!----><!--><!-- x --><style>a{}</STYLE ><![if !mso]><!doctype html><?xml?>';
    expect(tracked(`${around}<a href="https://a.test/">`)).toBe(`${around}<a href=[https://a.test/]>`);
  });

  it('carry no character that an attribute would need escaped', () => {
    const html = trackHtml(`<a href='https://a.test/?"<>&amp;&#39;=()'>`, links);
    expect(html).toMatch(/^<a href="https:\/\/mail\.acme\.test\/t\/c\/[\w-]+\?u=[\w%.()-]+">/);
  });

  it('change nothing else, and never make the walk fail', () => {
    const piece = fc.constantFrom(
      '<a ',
      '<A',
      'href=',
      '"',
      "'",
      'https://a.test/',
      '>',
      '<',
      '/',
      '<!--',
      '-->',
      '<style>',
      '</style>',
      '</body>',
      ' ',
      '=',
      'x',
      '&amp;',
      '\n',
      '<script',
      'é',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const html = pieces.join('');
        const result = trackHtml(html, links);
        expect(result.match(new RegExp(PIXEL, 'g'))).toHaveLength(1);
        if (!/<a/i.test(html)) expect(result.replace(PIXEL, '')).toBe(html);
      }),
      { numRuns: 500 },
    );
  });
});

describe('the pixel', () => {
  it('stands before the end of the body', () => {
    expect(trackHtml('<html><body><p>x</p></BODY ></html>', links)).toMatch(
      new RegExp(`^<html><body><p>x</p>${PIXEL.source}</BODY ></html>$`),
    );
  });

  it('is not hidden in a comment behind the body', () => {
    expect(trackHtml('<body>x</body><!-- </body> -->', links)).toMatch(
      new RegExp(`^<body>x${PIXEL.source}</body><!-- </body> -->$`),
    );
  });

  it('stands at the end of a fragment', () => {
    expect(trackHtml('<p>x</p>', links)).toMatch(new RegExp(`^<p>x</p>${PIXEL.source}$`));
  });
});

describe('hostile input', () => {
  it.each([['<'], ['<a '], ['<!--'], ['<a href="'], ["<a x='"], ['<style>'], ['= '], ['<a b="'], ['&#']])(
    'costs time in proportion to its length: %j',
    (piece) => {
      // Four times the input may take four times as long, and some noise; sixteen times would be a square.
      const time = (count: number): number => {
        const html = piece.repeat(count);
        const runs = Array.from({ length: 5 }, () => {
          const { user: before } = process.cpuUsage();
          trackHtml(html, links);
          return process.cpuUsage().user - before;
        });
        return Math.min(...runs) + 2000;
      };
      time(1000);
      expect(time(40_000) / time(10_000)).toBeLessThan(10);
    },
  );
});
