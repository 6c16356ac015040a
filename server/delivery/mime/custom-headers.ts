import { mailboxHeader } from './address.ts';
import { textHeader } from './header-text.ts';

/** What the builder decides alone: set by a caller they would break the message or forge its origin. */
const STRUCTURAL = new Set([
  'from',
  'to',
  'cc',
  'bcc',
  'subject',
  'date',
  'message-id',
  'mime-version',
  'dkim-signature',
  'return-path',
  'sender',
  'received',
]);

const HEADER_NAME = /^[\x21-\x39\x3b-\x7e]{1,76}$/;
const UNSUBSCRIBE = ['list-unsubscribe', 'list-unsubscribe-post'];

export interface CustomHeaders {
  /** Ready lines, CRLF included. */
  lines: string;
  /** Lower-case names that take the place of generated headers. */
  taken: ReadonlySet<string>;
}

/** The caller's headers that may go out. A header given twice in different case counts once, the last one. */
export function customHeaders(headers: Record<string, string>, { hasReplyTo }: { hasReplyTo: boolean }): CustomHeaders {
  const allowed = new Map<string, string>();
  for (const [name, value] of Object.entries(headers)) {
    const key = name.toLowerCase();
    if (!HEADER_NAME.test(name) || isStructural(key) || (key === 'reply-to' && hasReplyTo)) continue;
    allowed.set(key, key === 'reply-to' ? replyToHeader(name, value) : textHeader(name, value));
  }
  const taken = new Set(allowed.keys());
  // The two belong together: one-click without its address, or with another's, would mislead the reader's client.
  if (UNSUBSCRIBE.some((name) => taken.has(name))) for (const name of UNSUBSCRIBE) taken.add(name);
  return { lines: [...allowed.values()].join(''), taken };
}

const MAILBOX = /^\s*"?([^"<>]*?)"?\s*<([^<>]+)>\s*$/;

/** A name that needs encoding must be encoded without its address. */
function replyToHeader(header: string, value: string): string {
  const [, name, email] = MAILBOX.exec(value) ?? [];
  return email === undefined ? textHeader(header, value) : mailboxHeader(header, { name, email });
}

const isStructural = (name: string): boolean => STRUCTURAL.has(name) || name.startsWith('content-');

/** Headers made per recipient, except where the caller's own stand in their place. */
export function generatedHeaders(headers: Record<string, string>, taken: ReadonlySet<string>): string {
  let lines = '';
  for (const [name, value] of Object.entries(headers)) {
    if (!taken.has(name.toLowerCase())) lines += textHeader(name, value);
  }
  return lines;
}
