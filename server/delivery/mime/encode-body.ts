import type { ByteWriter } from './byte-writer.ts';

const CR = 0x0d;
const LF = 0x0a;
const TAB = 0x09;
const SPACE = 0x20;
const EQUALS = 0x3d;
const DOT = 0x2e;
const CAPITAL_F = 0x46;

/** RFC 2045: 76 characters a line, the soft break's "=" included. */
const QP_COLUMNS = 75;
const BASE64_COLUMNS = 76;

const HEX = Buffer.from('0123456789ABCDEF');

/** 1 for the bytes that stand for themselves in quoted-printable wherever they are inside a line. */
const VISIBLE = Uint8Array.from({ length: 256 }, (_, byte) => Number(byte > SPACE && byte < 0x7f && byte !== EQUALS));

/** The same, and blanks that something follows. */
const PLAIN = VISIBLE.with(SPACE, 1).with(TAB, 1);

export type TransferEncoding = 'quoted-printable' | 'base64';

/**
 * The shorter of the two encodings for a text of this size, judged by its share of non-ASCII: each UTF-16 unit that takes
 * more than a byte costs about twice its surplus in escaped bytes.
 */
export function encodingFor(text: string): TransferEncoding {
  const byteLength = Buffer.byteLength(text);
  return (byteLength - text.length) * 2 > byteLength / 6 ? 'base64' : 'quoted-printable';
}

/** Writes UTF-8 text in canonical form: every line end becomes CRLF. */
export function writeQuotedPrintable(out: ByteWriter, text: string): void {
  const source = Buffer.from(text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text, 'utf8');
  // Worst case: every byte is escaped, and each line of 25 of them ends in a soft break.
  const target = out.reserve(source.length * 4);
  let at = out.length;
  let from = 0;
  for (let end = source.indexOf(LF); end >= 0; end = source.indexOf(LF, from)) {
    at = encodeLine({ source, from, end }, target, at);
    target[at++] = CR;
    target[at++] = LF;
    from = end + 1;
  }
  out.length = encodeLine({ source, from, end: source.length }, target, at);
}

interface Line {
  source: Uint8Array;
  from: number;
  end: number;
}

/** Answers where the next byte goes. */
function encodeLine({ source, from, end }: Line, target: Uint8Array, start: number): number {
  let at = start;
  let lineStart = start;
  for (let i = from; i < end; ) {
    const copied = copyPlain({ source, from: i, end }, target, { at, column: at - lineStart });
    i += copied;
    at += copied;
    const isLiteral = standsForItself({ source, from: i, end }, at - lineStart);
    if (at - lineStart + (isLiteral ? 1 : 3) > QP_COLUMNS) {
      at = softBreak(target, at);
      // The byte is looked at again: at the start of a line a dot or an F may need escaping that it did not need before.
      lineStart = at;
    } else if (isLiteral) target[at++] = source[i++] as number;
    else at = escaped(source[i++] as number, target, at);
  }
  return at;
}

/** Nearly all of a mail is this. Neither the first byte of a line nor the last, which need a closer look. */
function copyPlain(
  { source, from, end }: Line,
  target: Uint8Array,
  { at, column }: { at: number; column: number },
): number {
  if (column === 0) return 0;
  const most = Math.min(end - 1 - from, QP_COLUMNS - column);
  let copied = 0;
  for (; copied < most; copied++) {
    const byte = source[from + copied] as number;
    if (PLAIN[byte] === 0) break;
    target[at + copied] = byte;
  }
  return copied;
}

function softBreak(target: Uint8Array, at: number): number {
  target[at] = EQUALS;
  target[at + 1] = CR;
  target[at + 2] = LF;
  return at + 3;
}

function escaped(byte: number, target: Uint8Array, at: number): number {
  target[at] = EQUALS;
  target[at + 1] = HEX[byte >> 4] as number;
  target[at + 2] = HEX[byte & 15] as number;
  return at + 3;
}

/**
 * Blanks at the end of a line would be lost on the way. A leading dot would need stuffing in SMTP, and "From " would be
 * mangled by mailboxes of the mbox kind: escaped, the message stays as it was signed.
 */
function standsForItself({ source, from, end }: Line, column: number): boolean {
  const byte = source[from] as number;
  if (byte === SPACE || byte === TAB) return from + 1 < end;
  if (column === 0 && (byte === DOT || (byte === CAPITAL_F && isFromLine(source, from)))) return false;
  return VISIBLE[byte] === 1;
}

const isFromLine = (source: Uint8Array, i: number): boolean =>
  source[i + 1] === 0x72 && source[i + 2] === 0x6f && source[i + 3] === 0x6d && source[i + 4] === SPACE;

export function writeBase64Text(out: ByteWriter, text: string): void {
  writeBase64(out, Buffer.from(text.replace(/\r\n|\r|\n/g, '\r\n'), 'utf8'));
}

/** Lines of 76 columns, CRLF between them, none after the last. */
export function writeBase64(out: ByteWriter, content: Buffer): void {
  const encoded = content.toString('base64');
  const lines = Math.ceil(encoded.length / BASE64_COLUMNS);
  const target = out.reserve(encoded.length + lines * 2);
  let at = out.length;
  for (let i = 0; i < encoded.length; i += BASE64_COLUMNS) {
    if (i > 0) {
      target[at++] = CR;
      target[at++] = LF;
    }
    at += target.write(encoded.slice(i, i + BASE64_COLUMNS), at, 'latin1');
  }
  out.length = at;
}
