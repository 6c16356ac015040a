import PostalMime from 'postal-mime';
import type { Bounce } from '../delivery/email-lifecycle.ts';

export type Report =
  | { kind: 'delivered' }
  | { kind: 'bounced'; type: Bounce['type']; reason: string }
  | { kind: 'complained'; reason: string };

/** What a delivery status notification (RFC 3464) or an abuse report (RFC 5965) says; undefined for other mail. */
export async function readReport(raw: Uint8Array): Promise<Report | undefined> {
  const parts = await reportParts(raw);
  const status = parts.find(({ type }) => STATUS_TYPES.includes(type));
  if (status) return readStatus(blocksOf(status.text));
  const abuse = parts.find(({ type }) => type === 'message/feedback-report');
  return abuse && readAbuse(blocksOf(abuse.text));
}

const STATUS_TYPES = ['message/delivery-status', 'message/global-delivery-status'];

/** The original message inside a report is evidence: whatever reports it holds in turn are not ours. */
async function reportParts(raw: Uint8Array): Promise<{ type: string; text: string }[]> {
  try {
    const mail = await PostalMime.parse(raw, { forceRfc822Attachments: true, attachmentEncoding: 'utf8' });
    return mail.attachments.map(({ mimeType, content }) => ({ type: mimeType, text: String(content) }));
  } catch {
    // Nested or long beyond what the parser takes: no report that anyone's server writes.
    return [];
  }
}

type Fields = Map<string, string>;

/** Groups of header-like lines, blank lines between them. */
function blocksOf(text: string): Fields[] {
  const unfolded = text.replace(/\r\n?/g, '\n').replace(/\n[ \t]+(?=\S)/g, ' ');
  return unfolded
    .split(/\n[ \t]*\n/)
    .map((block) => new Map(block.split('\n').flatMap(fieldOf)))
    .filter((fields) => fields.size > 0);
}

function fieldOf(line: string): [string, string][] {
  const colon = line.indexOf(':');
  return colon > 0 ? [[line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()]] : [];
}

/** Our mail has one recipient; if a report speaks of several (he forwards), the worst news counts. */
const NEWS = ['failed', 'delivered', 'delayed'];

function readStatus(blocks: Fields[]): Report | undefined {
  const actionOf = (fields: Fields) => fields.get('action')?.toLowerCase() ?? '';
  const [worst] = NEWS.flatMap((action) => blocks.filter((fields) => actionOf(fields) === action));
  if (!worst) return undefined;
  if (actionOf(worst) === 'delivered') return { kind: 'delivered' };
  const diagnostic = worst.get('diagnostic-code')?.replace(/^\s*[\w-]+\s*;\s*/, '') ?? '';
  const status = statusOf(worst.get('status') ?? '', diagnostic);
  const type = actionOf(worst) === 'failed' ? bounceType(status) : 'Transient';
  return { kind: 'bounced', type, reason: diagnostic || status || actionOf(worst) };
}

const ENHANCED = /\b[245]\.\d{1,3}\.\d{1,3}\b/;
const REPLY_CODE = /^\s*([245])\d\d\b/;

/** x.0.0 tells the class only; then the other server's own words may tell more. */
function statusOf(status: string, diagnostic: string): string {
  const given = ENHANCED.exec(status)?.[0];
  if (given && !given.endsWith('.0.0')) return given;
  const code = REPLY_CODE.exec(diagnostic)?.[1];
  return ENHANCED.exec(diagnostic)?.[0] ?? given ?? (code ? `${code}.0.0` : '');
}

/** Mailbox full or over quota, message too large, content or policy: says nothing against the address. */
const ABOUT_THE_MESSAGE = /^5\.(2\.[23]|3\.4|6\.|7\.)/;

function bounceType(status: string): Bounce['type'] {
  if (status.startsWith('4')) return 'Transient';
  if (!status.startsWith('5') || ABOUT_THE_MESSAGE.test(status)) return 'Undetermined';
  return 'Permanent';
}

function readAbuse(blocks: Fields[]): Report | undefined {
  const type = blocks
    .find((fields) => fields.has('feedback-type'))
    ?.get('feedback-type')
    ?.toLowerCase();
  return type === undefined || type === 'not-spam' ? undefined : { kind: 'complained', reason: type };
}
