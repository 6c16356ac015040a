import { createHash } from 'node:crypto';
import fc from 'fast-check';
import PostalMime from 'postal-mime';
import { describe, expect, it } from 'vitest';
import { type MimeContent, type MimeRecipient, prepareMime } from './build-mime.ts';

const content: MimeContent = { from: { name: 'Acme', email: 'news@acme.test' }, headers: {}, attachments: [] };
const recipient: MimeRecipient = {
  to: { name: 'Ada', email: 'ada@example.com' },
  subject: 'Hello',
  html: '<p>Hello Ada</p>',
  text: 'Hello Ada',
  messageId: '<1@acme.test>',
  date: new Date('2026-03-04T05:06:07Z'),
};

const build = (changes: Partial<MimeRecipient> = {}, contentChanges: Partial<MimeContent> = {}): Buffer =>
  prepareMime({ ...content, ...contentChanges }).build({ ...recipient, ...changes });

const parse = (raw: Buffer) => PostalMime.parse(raw);

const headerBlock = (raw: Buffer): string => raw.toString('latin1').split('\r\n\r\n', 1)[0] as string;

/** Unfolded lines of the header block. */
const headersOf = (raw: Buffer): string[] =>
  headerBlock(raw)
    .replace(/\r\n(?=[ \t])/g, '')
    .split('\r\n');

/** The parser adds a line end to some bodies, so those at the end do not count. */
const normalized = (body: string | undefined): string => (body ?? '').replace(/\r\n?/g, '\n').replace(/\n+$/, '');

/** What every message owes to the mail system, whatever went into it. */
function expectTransportable(raw: Buffer): void {
  const text = raw.toString('latin1');
  expect(text).not.toMatch(/\r(?!\n)|(?<!\r)\n|\0/);
  expect(text).not.toMatch(/^\./m);
  for (const line of text.split('\r\n')) expect(line.length).toBeLessThanOrEqual(998);
}

describe('a message', () => {
  it('carries text and HTML as alternatives, dated and identified', async () => {
    const raw = build();
    expect(headersOf(raw)).toEqual([
      'Date: Wed, 04 Mar 2026 05:06:07 +0000',
      'From: Acme <news@acme.test>',
      'To: Ada <ada@example.com>',
      'Subject: Hello',
      'Message-ID: <1@acme.test>',
      'MIME-Version: 1.0',
      expect.stringMatching(/^Content-Type: multipart\/alternative; boundary="=_alt_[0-9a-f]+"$/),
    ]);
    const message = await parse(raw);
    expect(normalized(message.text)).toBe('Hello Ada');
    expect(normalized(message.html)).toBe('<p>Hello Ada</p>');
    expectTransportable(raw);
  });

  it('goes out under another sender where the recipient has one', async () => {
    const { from } = await parse(build({ from: { name: 'Grace', email: 'grace@acme.test' } }));
    expect(from).toEqual({ name: 'Grace', address: 'grace@acme.test' });
  });

  it('answers go where they should', async () => {
    const { replyTo } = await parse(build({}, { replyTo: 'help@acme.test' }));
    expect(replyTo).toEqual([{ name: '', address: 'help@acme.test' }]);
  });

  it.each([
    ['plain ASCII', 'quoted-printable', 'Hello = world\n'],
    [
      'some umlauts',
      'quoted-printable',
      'Grüße aus dem schönen Süden, dort wo die Sonne scheint und man gerne Urlaub macht\n',
    ],
    ['Japanese', 'base64', 'こんにちは、世界。お元気ですか。\n'],
  ])('encodes %s as %s', (_kind, encoding, text) => {
    expect(build({ text }).toString('latin1')).toContain(`Content-Transfer-Encoding: ${encoding}\r\n`);
  });
});

describe('names and subjects', () => {
  it.each([
    ['Ada Lovelace', 'Ada Lovelace <ada@example.com>'],
    ['Lovelace, Ada', '"Lovelace, Ada" <ada@example.com>'],
    ['Ada "the" \\ first', '"Ada \\"the\\" \\\\ first" <ada@example.com>'],
    ['Zoë', '=?UTF-8?B?Wm/Dqw==?= <ada@example.com>'],
    ['', 'ada@example.com'],
    [undefined, 'ada@example.com'],
  ])('writes %j as %s', (name, written) => {
    expect(headersOf(build({ to: { name, email: 'ada@example.com' } }))).toContain(`To: ${written}`);
  });

  it('folds what is long', () => {
    const subject = 'All about the long road to the sea, and what we found there at the end of the summer';
    const raw = build({ subject, to: { name: 'Æ'.repeat(80), email: 'ada@example.com' } });
    for (const line of headerBlock(raw).split('\r\n')) expect(line.length).toBeLessThanOrEqual(76);
  });

  it('cannot be used to smuggle in a header', async () => {
    const raw = build(
      { subject: 'a\r\nBcc: x@evil.test', to: { name: 'b\nBcc: x@evil.test', email: 'c@d.test\r\nBcc: x@evil.test' } },
      { headers: { 'X-A': 'd\r\nBcc: x@evil.test', 'X-B\r\nBcc': 'x@evil.test', 'X C': 'e', 'X-D:': 'f' } },
    );
    expect(headersOf(raw).filter((line) => /^bcc/i.test(line))).toEqual([]);
    expect((await parse(raw)).subject).toBe('a Bcc: x@evil.test');
  });

  it('writes international domains in their ASCII form, and leaves a local part as it is', () => {
    const raw = build({ to: { email: 'jürgen@bücher.example' }, from: { email: 'a@123.456' } });
    const headers = Buffer.from(headersOf(raw).join('\n'), 'latin1').toString('utf8');
    expect(headers).toContain('To: jürgen@xn--bcher-kva.example');
    expect(headers).toContain('From: a@123.456');
  });

  it('reads back whatever was put in', async () => {
    await fc.assert(
      fc.asyncProperty(line, line, line, async (toName, fromName, subject) => {
        const raw = build(
          { to: { name: toName, email: 'ada@example.com' }, subject },
          { from: { name: fromName, email: 'a@b.test' } },
        );
        expectTransportable(raw);
        const message = await parse(raw);
        expect(message.subject ?? '').toBe(shown(subject));
        expect(message.to).toEqual([{ name: shown(toName).trim(), address: 'ada@example.com' }]);
        expect(message.from).toEqual({ name: shown(fromName).trim(), address: 'a@b.test' });
      }),
      { numRuns: 500 },
    );
  });
});

/** All of Unicode, all of ASCII with its control characters, and what mail syntax gives a meaning. */
const line = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 120 }),
  fc.string({ unit: 'binary-ascii', maxLength: 120 }),
  fc.string({
    unit: fc.constantFrom(
      '=?',
      '?=',
      '=?UTF-8?Q?',
      '"',
      '\\',
      ' ',
      '  ',
      ',',
      '<',
      '>',
      '@',
      ';',
      "'",
      '%',
      'é',
      'word',
      '\r\n',
    ),
    maxLength: 60,
  }),
);

/** What may stay of a text in a header: no line ends, no control characters. */
const shown = (text: string): string =>
  text
    .replace(/[\r\n\t\u2028\u2029]+/g, ' ')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
    .replace(/[\x00-\x1f\x7f-\x9f]/g, '');

describe('bodies', () => {
  it('read back whatever was put in', async () => {
    const body = fc.string({
      unit: fc.constantFrom('a', ' ', '\t', '\n', '\r\n', '.', '=', '\n.\n', 'From ', 'é', '日', '😀', 'word '),
      maxLength: 400,
    });
    await fc.assert(
      fc.asyncProperty(body, body, async (text, html) => {
        const raw = build({ text, html });
        expectTransportable(raw);
        const message = await parse(raw);
        expect(normalized(message.text)).toBe(normalized(text));
        expect(normalized(message.html)).toBe(normalized(html));
      }),
      { numRuns: 500 },
    );
  });

  it('keep lines of any length', async () => {
    const html = `<p>${'x'.repeat(5000)}</p>`;
    const raw = build({ html });
    expectTransportable(raw);
    expect(normalized((await parse(raw)).html)).toBe(html);
  });
});

describe('custom headers', () => {
  const generated = {
    'List-Unsubscribe': '<https://x.test/u>',
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    Precedence: 'bulk',
  };

  it('take the place of generated ones, in any case', () => {
    const lines = headersOf(
      build({ extraHeaders: generated }, { headers: { precedence: 'list', 'X-Campaign': 'März' } }),
    );
    expect(lines.filter((line) => /^precedence/i.test(line))).toEqual(['precedence: list']);
    expect(lines).toContain('X-Campaign: =?UTF-8?B?TcOkcno=?=');
    expect(lines).toContain('List-Unsubscribe: <https://x.test/u>');
  });

  it.each(['List-Unsubscribe', 'list-unsubscribe-post'])('take over both ways to unsubscribe with %s', (name) => {
    const lines = headersOf(build({ extraHeaders: generated }, { headers: { [name]: 'mine' } }));
    expect(lines.filter((line) => /^list-unsubscribe/i.test(line))).toEqual([`${name}: mine`]);
  });

  it('never touch what the message is made of', () => {
    const names = [
      'From',
      'TO',
      'Cc',
      'Bcc',
      'Subject',
      'Date',
      'Message-Id',
      'Content-Type',
      'content-transfer-encoding',
      'MIME-Version',
      'DKIM-Signature',
      'Return-Path',
      'Sender',
      'Received',
    ];
    const lines = headersOf(build({}, { headers: Object.fromEntries(names.map((name) => [name, 'forged'])) }));
    expect(lines.filter((line) => line.includes('forged'))).toEqual([]);
  });

  it('may name a person to answer', async () => {
    const { replyTo } = await parse(build({}, { headers: { 'Reply-To': '"Zoë, Support" <zoe@acme.test>' } }));
    expect(replyTo).toEqual([{ name: 'Zoë, Support', address: 'zoe@acme.test' }]);
  });

  it('may name where answers go, unless the sender does', () => {
    const headers = { 'Reply-To': 'own@acme.test' };
    expect(headersOf(build({}, { headers }))).toContain('Reply-To: own@acme.test');
    const both = headersOf(build({}, { headers, replyTo: 'help@acme.test' }));
    expect(both.filter((line) => line.startsWith('Reply-To'))).toEqual(['Reply-To: help@acme.test']);
  });
});

describe('attachments', () => {
  const bytes = (length: number): Buffer => {
    const block = createHash('sha512').update(String(length)).digest();
    return Buffer.from(Array.from({ length }, (_, i) => block[i % block.length] as number));
  };
  const file = (changes: Partial<MimeContent['attachments'][number]> = {}) => ({
    filename: 'a.bin',
    contentType: 'application/octet-stream',
    disposition: 'attachment' as const,
    content: bytes(1000),
    ...changes,
  });

  it('arrive byte for byte, files beside the text and pictures within it', async () => {
    const picture = file({
      filename: 'logo.png',
      contentType: 'image/png',
      disposition: 'inline',
      contentIdHeader: 'logo',
      content: bytes(77),
    });
    const raw = build(
      {},
      { attachments: [file(), picture, file({ filename: 'empty.txt', content: Buffer.alloc(0) })] },
    );
    expectTransportable(raw);
    const { attachments, html } = await parse(raw);
    expect(normalized(html)).toBe('<p>Hello Ada</p>');
    expect(
      attachments.map(({ filename, mimeType, disposition, contentId, related }) => ({
        filename,
        mimeType,
        disposition,
        contentId,
        related: related ?? false,
      })),
    ).toEqual([
      { filename: 'logo.png', mimeType: 'image/png', disposition: 'inline', contentId: '<logo>', related: true },
      {
        filename: 'a.bin',
        mimeType: 'application/octet-stream',
        disposition: 'attachment',
        contentId: undefined,
        related: false,
      },
      {
        filename: 'empty.txt',
        mimeType: 'application/octet-stream',
        disposition: 'attachment',
        contentId: undefined,
        related: false,
      },
    ]);
    expect(attachments.map(({ content: each }) => Buffer.from(each as ArrayBuffer))).toEqual([
      picture.content,
      bytes(1000),
      Buffer.alloc(0),
    ]);
    expect(raw.toString('latin1').match(/multipart\/\w+/g)).toEqual([
      'multipart/mixed',
      'multipart/alternative',
      'multipart/related',
    ]);
  });

  it('keep their names, whatever they are', async () => {
    // The parser decodes a name that looks like an encoded word a second time.
    const name = line.filter((text) => shown(text).trim() !== '' && !text.includes('=?'));
    await fc.assert(
      fc.asyncProperty(name, fc.uint8Array({ maxLength: 300 }), async (filename, content) => {
        const raw = build({}, { attachments: [file({ filename, content: Buffer.from(content) })] });
        expectTransportable(raw);
        const [attachment] = (await parse(raw)).attachments;
        expect(attachment?.filename).toBe(shown(filename));
        expect(Buffer.from(attachment?.content as ArrayBuffer)).toEqual(Buffer.from(content));
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    ['text/plain; charset=utf-8', 'text/plain'],
    ['TEXT/CSV', 'text/csv'],
    ['image/svg+xml; name="other.svg"', 'image/svg+xml'],
    ['text/html\r\nX-Evil: yes', 'application/octet-stream'],
    ['multipart/mixed', 'application/octet-stream'],
    ['nonsense', 'application/octet-stream'],
  ])('of type %j go out as %s', async (contentType, written) => {
    const raw = build({}, { attachments: [file({ contentType })] });
    const [attachment] = (await parse(raw)).attachments;
    expect(attachment).toMatchObject({ mimeType: written, filename: 'a.bin' });
    expect(raw.toString('latin1')).not.toContain('X-Evil');
  });

  it('that are messages are not encoded, as the standard asks', () => {
    const inner = 'From: a@b.test\r\nSubject: Inner\r\n\r\nHello\r\n';
    const raw = build(
      {},
      { attachments: [file({ filename: 'm.eml', contentType: 'message/rfc822', content: Buffer.from(inner) })] },
    );
    expect(raw.toString('latin1')).toContain(`Content-Transfer-Encoding: 7bit\r\n\r\n${inner}`);
    const binary = build({}, { attachments: [file({ contentType: 'message/rfc822', content: Buffer.from('é') })] });
    expect(binary.toString('latin1')).toContain('Content-Transfer-Encoding: base64\r\n\r\nw6k=');
  });
});
