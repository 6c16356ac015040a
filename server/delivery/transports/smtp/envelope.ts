import { isAscii } from 'node:buffer';
import { asciiDomain } from '../../mime/address.ts';
import type { Outcome, OutgoingMessage } from '../transport.ts';

/** What the server announced in its answer to EHLO. */
export interface Extensions {
  pipelining: boolean;
  eightBitMime: boolean;
  smtpUtf8: boolean;
  /** Announced at all; `maxSize` is 0 when there is no limit. */
  size: boolean;
  maxSize: number;
}

export function readExtensions(ehloReply: string): Extensions {
  const lines = ehloReply.split(/\r?\n/).map((line) => line.slice(4).trim().toUpperCase());
  const size = lines.find((line) => /^SIZE\b/.test(line));
  return {
    pipelining: lines.includes('PIPELINING'),
    eightBitMime: lines.includes('8BITMIME'),
    smtpUtf8: lines.some((line) => /^SMTPUTF8\b/.test(line)),
    size: size !== undefined,
    maxSize: Number(size?.slice('SIZE'.length)) || 0,
  };
}

export type Commands = readonly [mail: string, rcpt: string, data: string];

/** MAIL, RCPT and DATA for a message, or why this server can never take it. */
export function envelopeCommands(message: OutgoingMessage, server: Extensions): Commands | Outcome {
  const { raw, envelopeFrom } = message;
  const from = envelopeFrom === '' ? '' : asciiDomain(envelopeFrom);
  const to = asciiDomain(message.envelopeTo);
  if (!to.includes('@')) return refused('553 5.1.3', 'The recipient has no domain', { badAddress: true });
  if (server.maxSize > 0 && raw.length > server.maxSize) {
    return refused('552 5.3.4', `The relay takes ${server.maxSize} bytes at most, the message has ${raw.length}`);
  }
  const isPlain = isAscii(raw);
  const isInternational = !isAscii(Buffer.from(from + to)) || (!isPlain && !isAscii(headerOf(raw)));
  if (isInternational && !server.smtpUtf8) {
    return refused('550 5.6.7', 'An address is not ASCII, and the relay does not offer SMTPUTF8');
  }
  const parameters =
    (server.size ? ` SIZE=${raw.length}` : '') +
    (!isPlain && server.eightBitMime ? ' BODY=8BITMIME' : '') +
    (isInternational ? ' SMTPUTF8' : '');
  return [`MAIL FROM:<${from}>${parameters}\r\n`, `RCPT TO:<${to}>\r\n`, 'DATA\r\n'];
}

function headerOf(raw: Buffer): Buffer {
  const end = raw.indexOf('\r\n\r\n');
  return end < 0 ? raw : raw.subarray(0, end);
}

const refused = (code: string, reason: string, { badAddress = false } = {}): Outcome => ({
  result: 'rejected',
  code,
  reason: `${code} ${reason}`,
  badAddress,
});

const DOT_LINE = Buffer.from('\r\n.');
const DOT = 0x2e;
const LF = 0x0a;

/** The message as it goes over the wire after DATA, without the closing dot: dots at line starts doubled, CRLF at the end. */
export function dataOf(raw: Buffer): Buffer {
  const pieces: Buffer[] = [];
  if (raw[0] === DOT) pieces.push(Buffer.from('.'));
  let at = 0;
  for (let dot = raw.indexOf(DOT_LINE); dot >= 0; dot = raw.indexOf(DOT_LINE, dot + DOT_LINE.length)) {
    pieces.push(raw.subarray(at, dot + DOT_LINE.length), Buffer.from('.'));
    at = dot + DOT_LINE.length;
  }
  const needsLineEnd = raw.length > 0 && raw.at(-1) !== LF;
  if (pieces.length === 0 && !needsLineEnd) return raw;
  return Buffer.concat([...pieces, raw.subarray(at), Buffer.from(needsLineEnd ? '\r\n' : '')]);
}
