import { attributesOf, type Tag, tagWalker } from './html-tags.ts';
import type { Links } from './links.ts';

/** Of a link once it is wrapped into ours: common web servers take a request line of 8 kB. */
const MAX_URL_LENGTH = 7500;
/** More than any mail for people has; signing tens of thousands would hold up everybody's mail. */
const MAX_LINKS = 1000;
const WEB_URL = /^https?:\/\//i;

const walkLinks = tagWalker(['a', 'area', 'body']);

interface Edit {
  start: number;
  end: number;
  text: string;
}

/**
 * Sends every web link of a finished mail through a signed redirect and adds the pixel. Left alone: other schemes,
 * anchors, our own pages, and links that carry `data-no-track`.
 */
export function trackHtml(html: string, links: Links): string {
  const edits: Edit[] = [];
  let bodyEnd = html.length;
  walkLinks(html, (tag) => {
    if (tag.name === 'body') {
      if (tag.isClosing) bodyEnd = tag.start;
    } else if (!tag.isClosing && edits.length < MAX_LINKS) {
      const edit = trackedHref(html, tag, links);
      if (edit) edits.push(edit);
    }
  });
  edits.push({ start: bodyEnd, end: bodyEnd, text: pixel(links.pixelUrl) });
  // Only a link behind `</body>` makes them out of order.
  return apply(
    html,
    edits.sort((a, b) => a.start - b.start),
  );
}

const pixel = (url: string): string =>
  `<img src="${url}" alt="" width="1" height="1" style="display:block;width:1px;height:1px;border:0">`;

function apply(html: string, edits: Edit[]): string {
  let result = '';
  let copied = 0;
  for (const { start, end, text } of edits) {
    result += html.slice(copied, start) + text;
    copied = end;
  }
  return result + html.slice(copied);
}

function trackedHref(html: string, tag: Tag, links: Links): Edit | undefined {
  const attributes = attributesOf(html, tag);
  // Of several, browsers take the first.
  const href = attributes.find(({ name }) => name === 'href');
  if (!href || attributes.some(({ name }) => name === 'data-no-track')) return undefined;
  const url = urlIn(href.value);
  if (url === undefined || links.isOwn(url)) return undefined;
  const tracked = links.trackedUrl(url);
  // A tracked link has no character that an attribute would need escaped.
  return tracked.length <= MAX_URL_LENGTH ? { start: href.start, end: href.end, text: `"${tracked}"` } : undefined;
}

/** The address that a browser would read out of an attribute, if it is a web address. */
function urlIn(value: string): string | undefined {
  const url = decoded(value)
    ?.trim()
    .replace(/[\t\n\r]/g, '');
  if (url === undefined || !WEB_URL.test(url)) return undefined;
  return url.length <= MAX_URL_LENGTH && url.isWellFormed() ? url : undefined;
}

const ENTITY = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z][a-z\d]*));/gi;
const NAMED = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
]);

/** Undefined for a rare named character: such a link works untracked, and would not with a wrong guess. */
function decoded(value: string): string | undefined {
  if (!value.includes('&')) return value;
  let isKnown = true;
  const text = value.replace(ENTITY, (_, decimal?: string, hex?: string, name?: string) => {
    const character = name === undefined ? numbered(decimal, hex) : NAMED.get(name);
    if (character === undefined) isKnown = false;
    return character ?? '';
  });
  return isKnown ? text : undefined;
}

function numbered(decimal: string | undefined, hex: string | undefined): string | undefined {
  const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number.parseInt(decimal, 10);
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}
