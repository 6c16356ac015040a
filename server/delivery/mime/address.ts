import { domainToASCII } from 'node:url';
import { encodedWords, isPlainText, singleLine } from './header-text.ts';

export interface Mailbox {
  name?: string | undefined;
  email: string;
}

const LINE_COLUMNS = 76;
/** Longer names go out as encoded words, which can be folded anywhere. */
const LONGEST_QUOTED = 60;
const ATOMS = /^[\w!#$%&'*+/=?^`{|}~-]+(?: [\w!#$%&'*+/=?^`{|}~-]+)*$/;
const DOT_ATOM = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/;
const QUOTED = /^"(?:[^"\\]|\\.)*"$/;

/** A header with one mailbox: From, To, Reply-To. With its CRLF. */
export function mailboxHeader(header: string, { name, email }: Mailbox): string {
  const address = asciiDomain(email);
  const shown = name === undefined ? '' : singleLine(name).trim();
  if (shown === '') return `${header}: ${address}\r\n`;
  const start = `${header}: ${phrase(shown, header.length + 2)}`;
  const lastLine = start.length - (start.lastIndexOf('\n') + 1);
  const gap = lastLine + address.length + 3 > LINE_COLUMNS ? '\r\n ' : ' ';
  return `${start}${gap}<${address}>\r\n`;
}

function phrase(name: string, column: number): string {
  if (!isPlainText(name) || name.length > LONGEST_QUOTED) return encodedWords(name, column);
  return ATOMS.test(name) ? name : `"${name.replace(/[\\"]/g, '\\$&')}"`;
}

/**
 * The address as mail software writes it: an international domain in its ASCII form, a local part that is not made of
 * atoms in quotes. A non-ASCII local part stays as it is; such mail needs a relay with SMTPUTF8 (RFC 6531).
 */
export function asciiDomain(email: string): string {
  const address = singleLine(email).trim();
  const at = address.lastIndexOf('@');
  if (at < 0) return quotedUnlessSafe(address);
  return `${quotedUnlessSafe(address.slice(0, at))}@${asciiHost(address.slice(at + 1))}`;
}

const UNSAFE_IN_DOMAIN = /[<>()@,;\\" ]/g;

// ASCII is left alone: domainToASCII would read a domain of digits as an IPv4 address.
export function asciiHost(domain: string): string {
  const ascii = /^[\x21-\x7e]*$/.test(domain) ? domain : domainToASCII(domain) || domain;
  return ascii.replace(UNSAFE_IN_DOMAIN, '');
}

function quotedUnlessSafe(local: string): string {
  if (DOT_ATOM.test(local) || QUOTED.test(local)) return local;
  // Letters beyond ASCII are atoms too (RFC 6532).
  if (DOT_ATOM.test(local.replace(/[^\x20-\x7e]/g, 'u'))) return local;
  return `"${local.replace(/[\\"]/g, '\\$&')}"`;
}
