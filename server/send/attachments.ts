import type { SendRequest } from '../../contract/send.ts';
import type { Attachment } from '../delivery/email-content.ts';
import { MAX_MESSAGE_BYTES } from '../delivery/send-chunk.ts';
import type { Config } from '../platform/config.ts';
import { invalid } from '../platform/errors.ts';

type Given = NonNullable<SendRequest['attachments']>;

const refuse = (message: string, code: string, field = 'attachments') =>
  invalid('Request validation failed', [{ field, message, code }]);

export function decodeAttachments(given: Given, config: Config): Attachment[] {
  const { maxAttachments, maxAttachmentMegabytes } = config;
  if (given.length > maxAttachments) {
    throw refuse(`Array must contain at most ${maxAttachments} element(s)`, 'too_big');
  }
  // Measured as it arrives, in base64: four characters for three bytes.
  const limit = Math.floor((maxAttachmentMegabytes * 1024 * 1024 * 4) / 3);
  if (base64Length(given) > limit) {
    throw refuse(`Attachments must be at most ${maxAttachmentMegabytes} MB in total`, 'custom');
  }
  return given.map(({ filename, contentType, contentId, disposition, content }) => ({
    filename,
    contentType,
    contentIdHeader: contentId,
    disposition,
    content: Buffer.from(content, 'base64'),
  }));
}

/** Before anything is stored: with its text, encodings and headers the message would pass the limit. */
export function assertMessageFits(html: string, attachments: Given): void {
  // The HTML travels encoded, and once more as text.
  const estimate = base64Length(attachments) * (78 / 76) + Buffer.byteLength(html) * 2;
  if (estimate <= MAX_MESSAGE_BYTES) return;
  throw refuse('The whole message must be at most 40 MB', 'custom', attachments.length > 0 ? 'attachments' : 'body');
}

const base64Length = (given: Given): number => given.reduce((sum, { content }) => sum + content.length, 0);
