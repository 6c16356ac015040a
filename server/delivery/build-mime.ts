import { randomBytes } from 'node:crypto';
import { asciiDomain, type Mailbox, mailboxHeader } from './mime/address.ts';
import { attachmentPart, type MimeAttachment } from './mime/attachment-part.ts';
import { ByteWriter } from './mime/byte-writer.ts';
import { customHeaders, generatedHeaders } from './mime/custom-headers.ts';
import { encodingFor, writeBase64Text, writeQuotedPrintable } from './mime/encode-body.ts';
import { textHeader } from './mime/header-text.ts';

/** What is the same for every recipient. */
export interface MimeContent {
  from: Mailbox;
  replyTo?: string | undefined;
  headers: Record<string, string>;
  attachments: MimeAttachment[];
}

export interface MimeRecipient {
  to: Mailbox;
  subject: string;
  html: string;
  text: string;
  messageId: string;
  date: Date;
  /** List-Unsubscribe and the like; the content's own headers win over them. */
  extraHeaders?: Record<string, string>;
  /** Headers of the content's own that differ between recipients. */
  headers?: Record<string, string> | undefined;
  from?: Mailbox;
}

/** Encodes what all recipients share once; `build` then adds what differs. */
export function prepareMime(content: MimeContent): { build(recipient: MimeRecipient): Buffer } {
  const from = mailboxHeader('From', content.from);
  const hasReplyTo = content.replyTo !== undefined;
  const { lines, taken } = customHeaders(content.headers, { hasReplyTo });
  const replyTo = content.replyTo === undefined ? '' : mailboxHeader('Reply-To', { email: content.replyTo });
  const { opening, beforeHtml, closing } = structure(content.attachments);
  const shared = `${replyTo}${lines}MIME-Version: 1.0\r\n${opening}`;

  return {
    build(recipient) {
      const out = writer;
      const own = recipient.headers && customHeaders(recipient.headers, { hasReplyTo });
      out.text(
        `Date: ${recipient.date.toUTCString().replace('GMT', '+0000')}\r\n` +
          (recipient.from ? mailboxHeader('From', recipient.from) : from) +
          mailboxHeader('To', recipient.to) +
          textHeader('Subject', recipient.subject) +
          messageIdHeader(recipient.messageId) +
          (recipient.extraHeaders
            ? generatedHeaders(recipient.extraHeaders, own ? both(taken, own.taken) : taken)
            : '') +
          (own?.lines ?? '') +
          shared,
      );
      writeText(out, 'plain', recipient.text);
      out.text(beforeHtml);
      writeText(out, 'html', recipient.html);
      out.append(closing);
      return out.take();
    },
  };
}

const both = (a: ReadonlySet<string>, b: ReadonlySet<string>): ReadonlySet<string> => new Set([...a, ...b]);

/** One for all: a message is built in one go. */
const writer = new ByteWriter();

function messageIdHeader(messageId: string): string {
  return `Message-ID: <${asciiDomain(messageId.replace(/[<>]/g, ''))}>\r\n`;
}

function writeText(out: ByteWriter, subtype: 'plain' | 'html', text: string): void {
  const encoding = encodingFor(text);
  out.text(`Content-Type: text/${subtype}; charset=utf-8\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n`);
  if (encoding === 'base64') writeBase64Text(out, text);
  else writeQuotedPrintable(out, text);
}

/**
 * The frame around the two texts: mixed(alternative(text, related(html, inline images)), attachments), with the levels
 * that are needed. "=_" occurs in no encoded body, so no boundary can occur in one; the random part keeps it apart from
 * an attached message of ours, which travels unencoded.
 */
function structure(attachments: MimeAttachment[]): { opening: string; beforeHtml: string; closing: Buffer } {
  const token = randomBytes(9).toString('hex');
  const [mixed, alternative, related] = ['mix', 'alt', 'rel'].map((level) => `=_${level}_${token}`) as [
    string,
    string,
    string,
  ];
  const isInline = ({ disposition, contentIdHeader }: MimeAttachment) => disposition === 'inline' && contentIdHeader;
  const images = attachments.filter(isInline);
  const files = attachments.filter((attachment) => !isInline(attachment));

  const open = (kind: string, boundary: string) =>
    `Content-Type: multipart/${kind}; boundary="${boundary}"\r\n\r\n--${boundary}\r\n`;
  const parts = (boundary: string, list: MimeAttachment[]) =>
    list.flatMap((attachment) => [Buffer.from(`\r\n--${boundary}\r\n`), attachmentPart(attachment)]);
  const end = (boundary: string) => Buffer.from(`\r\n--${boundary}--\r\n`);

  return {
    opening: (files.length > 0 ? open('mixed', mixed) : '') + open('alternative', alternative),
    beforeHtml: `\r\n--${alternative}\r\n${images.length > 0 ? open('related; type="text/html"', related) : ''}`,
    closing: Buffer.concat([
      ...(images.length > 0 ? [...parts(related, images), end(related)] : []),
      end(alternative),
      ...(files.length > 0 ? [...parts(mixed, files), end(mixed)] : []),
    ]),
  };
}
