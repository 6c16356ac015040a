import { singleLine } from './header-text.ts';

/** Longer values are split over several lines. */
const LONGEST_PART = 54;
const SIMPLE = /^[\x20-\x7e]*$/;

/** `; name=value`, each on a line of its own; RFC 2231 for what is long or not plain ASCII. */
export function parameter(name: string, value: string): string {
  const text = singleLine(value);
  const isSimple = SIMPLE.test(text) && !/["\\]|=\?|^ | $/.test(text) && text.length <= LONGEST_PART;
  if (isSimple) return `;\r\n ${name}="${text}"`;
  const parts = extendedParts(text);
  if (parts.length === 1) return `;\r\n ${name}*=UTF-8''${parts[0]}`;
  return parts.map((part, i) => `;\r\n ${name}*${i}*=${i === 0 ? "UTF-8''" : ''}${part}`).join('');
}

/** Percent-encoded, cut between characters only. */
function extendedParts(text: string): string[] {
  const parts = [''];
  for (const character of text) {
    const encoded = percentEncoded(character);
    const last = parts.length - 1;
    if ((parts[last] as string).length + encoded.length > LONGEST_PART) parts.push(encoded);
    else parts[last] += encoded;
  }
  return parts;
}

/** encodeURIComponent leaves ' ( ) and * alone, which RFC 2231 gives a meaning or forbids. */
const percentEncoded = (character: string): string =>
  encodeURIComponent(character).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
