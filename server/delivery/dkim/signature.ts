import { hash } from 'node:crypto';
import { asciiHost } from '../mime/address.ts';
import { type Header, headersOf, relaxedBody, relaxedHeader } from './canonical-form.ts';

/** Signed once more than they occur, so that nobody can add a second one that a client would show. */
const OVERSIGNED = ['from', 'to', 'subject'];
const SIGNED = [
  'from',
  'to',
  'subject',
  'date',
  'message-id',
  'reply-to',
  'mime-version',
  'content-type',
  'list-unsubscribe',
  'list-unsubscribe-post',
];

const COLUMNS = 72;

export interface SigningDomain {
  domain: string;
  selector: string;
}

export interface Unsigned {
  /** The DKIM-Signature header up to and including "b=". */
  header: string;
  /** What the private key signs. */
  input: Buffer;
}

/** Everything of a DKIM signature (RFC 6376, relaxed/relaxed, rsa-sha256) but the RSA operation. */
export function prepareSignature(raw: Buffer, { domain, selector }: SigningDomain, at: Date): Unsigned {
  const message = raw.toString('latin1');
  const split = message.indexOf('\r\n\r\n');
  const [block, body] = split < 0 ? [message, ''] : [message.slice(0, split), message.slice(split + 4)];
  const bodyHash = hash('sha256', Buffer.from(relaxedBody(body), 'latin1'), 'base64');
  const { names, fields } = signedFields(headersOf(block));
  const header =
    'DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed;\r\n' +
    ` d=${asciiHost(domain)}; s=${selector};\r\n` +
    ` t=${Math.floor(at.getTime() / 1000)}; bh=${bodyHash};\r\n` +
    ` h=${foldedNames(names)};\r\n b=`;
  const own = relaxedHeader('dkim-signature', header.slice(header.indexOf(':') + 1));
  return { header, input: Buffer.from(`${fields.join('\r\n')}\r\n${own}`, 'latin1') };
}

/** The finished header, with its CRLF. */
export function finishSignature(header: string, signature: Buffer): string {
  const lines = signature.toString('base64').match(new RegExp(`.{1,${COLUMNS}}`, 'g')) ?? [];
  return `${header}${lines.join('\r\n  ')}\r\n`;
}

/** RFC 6376 5.4.2: of a field that occurs several times, the last ones are signed first. */
function signedFields(headers: Header[]): { names: string[]; fields: string[] } {
  const byName = Map.groupBy(headers, ({ name }) => name.toLowerCase().trimEnd());
  const names: string[] = [];
  const fields: string[] = [];
  for (const name of SIGNED) {
    for (const { value } of (byName.get(name) ?? []).toReversed()) {
      names.push(name);
      fields.push(relaxedHeader(name, value));
    }
    if (OVERSIGNED.includes(name)) names.push(name);
  }
  return { names, fields };
}

/** Blanks are allowed around the colons (RFC 6376 3.5). */
function foldedNames(names: string[]): string {
  const lines: string[] = [];
  let line = '';
  for (const [i, name] of names.entries()) {
    const item = i < names.length - 1 ? `${name}:` : name;
    if (line.length + item.length > COLUMNS) {
      lines.push(line);
      line = '';
    }
    line += item;
  }
  return [...lines, line].join('\r\n  ');
}
