import { attributesOf, escapeHtml, type Tag, tagWalker } from './html-tags.ts';
import { decodeEntities } from './mime/entities.ts';

const words = (text: string): Set<string> => new Set(text.split(' '));

const KEPT_TAGS = words(
  'a abbr address article aside b blockquote body br caption center cite code col colgroup dd del div dl dt em figcaption ' +
    'figure font footer h1 h2 h3 h4 h5 h6 head header hr html i img ins kbd li main mark nav ol p pre q s samp section ' +
    'small span strike strong sub sup table tbody td tfoot th thead tr tt u ul var wbr',
);
const KEPT_ATTRIBUTES = words(
  'align alt bgcolor border cellpadding cellspacing cite class color colspan dir face height href id lang rowspan size ' +
    'span src start style title type valign width',
);
/** Left out with all they hold. */
const LEFT_OUT = words(
  'applet audio embed frameset iframe math noembed noframes noscript object script select style svg template textarea ' +
    'title video xmp',
);
const ADDRESSES = words('cite href src');
const HARMLESS_ADDRESS = /^(?:https?:|mailto:|tel:|cid:|data:image\/(?:gif|jpeg|png|webp)[;,])/i;
const RISKY_STYLE = /url\s*\(|expression|@import|behavior|-moz-binding|\\/i;

const walkAll = tagWalker();

/**
 * A stranger's HTML, built anew from what is known to be harmless: text, and tags and attributes of these lists. So
 * whatever a browser would make of the original, there is nothing in it that runs.
 */
export function harmlessHtml(html: string): string {
  let result = '';
  let at = 0;
  let open: { name: string; depth: number } | undefined;
  walkAll(html, (tag) => {
    if (!open) result += asText(html.slice(at, tag.start)) + kept(html, tag);
    at = tag.end;
    open = stillOpen(open, tag);
  });
  return open ? result : result + asText(html.slice(at));
}

/** Between tags, `<` is itself; at the end it may begin a tag that never ended. */
const asText = (text: string): string => text.replaceAll('<', '&lt;');

/** The element that is being left out after this tag. */
function stillOpen(open: { name: string; depth: number } | undefined, { name, isClosing }: Tag) {
  if (!open) return LEFT_OUT.has(name) && !isClosing ? { name, depth: 1 } : undefined;
  if (name !== open.name) return open;
  const depth = open.depth + (isClosing ? -1 : 1);
  return depth > 0 ? { name, depth } : undefined;
}

function kept(html: string, tag: Tag): string {
  if (!KEPT_TAGS.has(tag.name)) return '';
  if (tag.isClosing) return `</${tag.name}>`;
  const attributes = attributesOf(html, tag).map(({ name, value }) => keptAttribute(name, decodeEntities(value)));
  return `<${tag.name}${attributes.join('')}>`;
}

function keptAttribute(name: string, value: string): string {
  if (!KEPT_ATTRIBUTES.has(name)) return '';
  if (ADDRESSES.has(name) && !HARMLESS_ADDRESS.test(value.trim())) return '';
  if (name === 'style' && RISKY_STYLE.test(value)) return '';
  return ` ${name}="${escapeHtml(value)}"`;
}
