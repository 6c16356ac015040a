import { describe, expect, it } from 'vitest';
import { withFooter, wrapFragment } from './footer.ts';
import { localeOf } from './localized-texts.ts';

const footer = { locale: 'en', projectName: 'Acme', unsubscribeUrl: 'https://mail.acme.test/unsubscribe/x' } as const;

describe('the footer', () => {
  it('tells who sent the mail and links to the way out, before the end of the body', () => {
    const html = withFooter('<html><body><p>Hi</p></body></html>', footer);
    expect(html).toMatch(/^<html><body><p>Hi<\/p><div [^>]*text-align:center.*<\/div><\/body><\/html>$/);
    expect(html).toContain('You received this email from Acme.');
    expect(html).toMatch(/<a href="https:\/\/mail\.acme\.test\/unsubscribe\/x"[^>]*>Update your preferences<\/a>/);
  });

  it('stands at the end of a fragment, and outside a comment', () => {
    expect(withFooter('<p>Hi</p>', footer)).toMatch(/^<p>Hi<\/p><div.*<\/div>$/);
    expect(withFooter('<body>Hi</body><!-- </body> -->', footer)).toMatch(/^<body>Hi<div.*<\/div><\/body><!--/);
  });

  it('shows a project name as text', () => {
    expect(withFooter('', { ...footer, projectName: '<b>$& & Co' })).toContain('from &lt;b&gt;$&amp; &amp; Co.');
  });

  it('speaks the language of the reader', () => {
    expect(withFooter('', { ...footer, locale: 'de' })).toContain('Sie haben diese E-Mail von Acme erhalten.');
  });
});

describe('the language of a reader', () => {
  it.each([
    ['fr', 'de', 'fr'],
    ['de-AT', 'en', 'de'],
    ['PT_br', 'en', 'pt'],
    ['xx', 'nl-NL', 'nl'],
    [undefined, 'sv', 'sv'],
    [null, 'tlh', 'en'],
    [7, '', 'en'],
    ['constructor', '__proto__', 'en'],
    ['', 'it', 'it'],
  ])('for locale %j in a project with %j is %s', (contact, project, expected) => {
    expect(localeOf(contact, project)).toBe(expected);
  });
});

describe('a fragment', () => {
  it('becomes a document with language, characters and viewport', () => {
    expect(wrapFragment('<p>Grüße</p>', { locale: 'de' })).toMatch(
      /^<!doctype html><html lang="de"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><\/head><body><p>Grüße<\/p><\/body><\/html>$/,
    );
  });

  it.each(['<html><p>x', '<!DOCTYPE html><p>x', '<BODY class=a>x</BODY>', '<head></head>x'])(
    'stays as it is: %s',
    (html) => {
      expect(wrapFragment(html)).toBe(html);
    },
  );

  it.each(['plain', '<header>x</header>', '<p>the <b>body</b></p>'])('is not taken for a document: %s', (html) => {
    expect(wrapFragment(html)).toContain(`<body>${html}</body>`);
  });
});
