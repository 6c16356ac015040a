import { isAscii } from 'node:buffer';
import { ByteWriter } from './byte-writer.ts';
import { writeBase64 } from './encode-body.ts';
import { parameter } from './parameters.ts';

export interface MimeAttachment {
  filename: string;
  contentType: string;
  contentIdHeader?: string | undefined;
  disposition: 'attachment' | 'inline';
  content: Buffer;
}

const TOKEN = "[\\w!#$&^.+'-]+";
const MEDIA_TYPE = new RegExp(`^${TOKEN}/${TOKEN}$`);
const PARAMETER = new RegExp(`^\\s*(${TOKEN})\\s*=\\s*(?:(${TOKEN})|"([^"\\\\\\r\\n]*)")\\s*$`);

/** Headers and encoded bytes of one part, made once per content. */
export function attachmentPart({
  filename,
  contentType,
  contentIdHeader,
  disposition,
  content,
}: MimeAttachment): Buffer {
  const type = mediaType(contentType);
  const isPlain = type.startsWith('message/') && fitsSevenBit(content);
  const out = new ByteWriter();
  out.text(`Content-Type: ${type}${parameter('name', filename)}\r\n`);
  out.text(`Content-Disposition: ${disposition}${parameter('filename', filename)}\r\n`);
  if (contentIdHeader) out.text(`Content-ID: <${contentId(contentIdHeader)}>\r\n`);
  out.text(`Content-Transfer-Encoding: ${isPlain ? '7bit' : 'base64'}\r\n\r\n`);
  if (isPlain) out.append(content);
  else writeBase64(out, content);
  return out.take();
}

/** The caller's type if it is one. A multipart would need its own boundary, so it travels as plain bytes. */
function mediaType(given: string): string {
  const [type = '', ...parameters] = given.split(';');
  const essence = type.trim().toLowerCase();
  if (!MEDIA_TYPE.test(essence) || essence.startsWith('multipart/')) return 'application/octet-stream';
  const kept = parameters.map((text) => PARAMETER.exec(text)).filter((match) => match !== null);
  return (
    essence +
    kept.map(([, name = '', token, quoted]) => keptParameter(name.toLowerCase(), token ?? quoted ?? '')).join('')
  );
}

const keptParameter = (name: string, value: string): string => (name === 'name' ? '' : parameter(name, value));

/** RFC 2046 5.2.1: an attached message is not to be encoded. Only one that needs no encoding can go as it is. */
function fitsSevenBit(content: Buffer): boolean {
  if (!isAscii(content)) return false;
  const text = content.toString('latin1');
  return !/\0|\r(?!\n)|(?<!\r)\n|[^\n]{999}/.test(text) && !/^\.|^From /m.test(text);
}

/** Non-ASCII is percent-encoded, as it is in the cid: address of the HTML (RFC 2392). */
const contentId = (given: string): string =>
  given.replace(/[<>\s]/g, '').replace(/[^\x21-\x7e]/gu, (character) => encodeURIComponent(character.toWellFormed()));
