/** A tag of a document, with its place in the text. */
export interface Tag {
  /** In lower case, without the slash. */
  name: string;
  isClosing: boolean;
  start: number;
  attributesStart: number;
  /** After the `>`. */
  end: number;
}

/** What these hold is text up to their closing tag, whatever it looks like. */
const RAW_TEXT = new Map(
  ['script', 'style', 'textarea', 'title', 'xmp', 'noembed', 'noframes', 'iframe'].map((name) => [
    name,
    new RegExp(`</${name}[\\s/>]`, 'gi'),
  ]),
);

/**
 * Makes a walk over the tags of these names that stand outside comments (conditional ones included) and raw text, by
 * the rules of the HTML tokenizer. Without names it visits all there is, comments and declarations under the name "!".
 * What follows a comment, tag or raw text that is never closed is part of it: the walk ends there. So each character is
 * read a constant number of times, whatever the input.
 */
export function tagWalker(names?: string[]): (html: string, visit: (tag: Tag) => void) => void {
  const wanted = names && new Set(names);
  const isWanted = (name: string): boolean => !wanted || wanted.has(name);
  const mayMatter = names ? nameFilter([...names, ...RAW_TEXT.keys()]) : () => true;

  function step(html: string, start: number, visit: (tag: Tag) => void): number {
    const sign = html.charCodeAt(start + 1);
    if (sign === EXCLAMATION || sign === QUESTION) return passDeclaration(html, start, visit);
    const nameStart = sign === SLASH ? start + 2 : start + 1;
    if (!isLetter(html.charCodeAt(nameStart))) return start + 1;
    const nameEnd = endOfName(html, nameStart);
    const end = endOfTag(html, nameEnd);
    if (end === -1 || !mayMatter(html.charCodeAt(nameStart), nameEnd - nameStart)) return end;
    const name = html.slice(nameStart, nameEnd).toLowerCase();
    const tag = { name, isClosing: sign === SLASH, start, attributesStart: nameEnd, end };
    if (isWanted(name)) visit(tag);
    return endOfContent(html, tag);
  }

  function passDeclaration(html: string, start: number, visit: (tag: Tag) => void): number {
    const end = endOfDeclaration(html, start);
    if (!wanted && end !== -1) visit({ name: '!', isClosing: false, start, attributesStart: end, end });
    return end;
  }

  return (html, visit) => {
    let at = html.indexOf('<');
    while (at !== -1) {
      const next = step(html, at, visit);
      at = next === -1 ? -1 : html.indexOf('<', next);
    }
  };
}

const SPACE = 0x20;
const EXCLAMATION = 0x21;
const DOUBLE_QUOTE = 0x22;
const SINGLE_QUOTE = 0x27;
const SLASH = 0x2f;
const EQUALS = 0x3d;
const GREATER = 0x3e;
const QUESTION = 0x3f;
const LOWER = 0x20;

const isLetter = (sign: number): boolean => (sign | LOWER) >= 0x61 && (sign | LOWER) <= 0x7a;

/** Tells by first letter and length, without a copy, that a name is none of these: most tags of a mail are not. */
function nameFilter(names: string[]): (firstLetter: number, length: number) => boolean {
  const lengths = new Uint32Array(128);
  for (const name of names) {
    const letter = name.charCodeAt(0);
    lengths[letter] = (lengths[letter] ?? 0) | (1 << name.length);
  }
  return (firstLetter, length) => length < 32 && ((lengths[firstLetter | LOWER] ?? 0) & (1 << length)) !== 0;
}

function endOfDeclaration(html: string, start: number): number {
  // `<!-->` is a whole comment: its end may overlap its beginning.
  const mark = html.startsWith('<!--', start) ? '-->' : '>';
  const close = html.indexOf(mark, start + 2);
  return close === -1 ? -1 : close + mark.length;
}

/** Where to go on: behind the tag, or at the closing tag of raw text. */
function endOfContent(html: string, { name, isClosing, end }: Tag): number {
  const closing = isClosing ? undefined : RAW_TEXT.get(name);
  if (!closing) return end;
  closing.lastIndex = end;
  return closing.exec(html)?.index ?? -1;
}

function endOfName(html: string, from: number): number {
  let at = from;
  for (;;) {
    const sign = html.charCodeAt(at);
    // Behind the end of the text the code is NaN, which is greater than nothing.
    if (!(sign > SPACE) || sign === SLASH || sign === GREATER) return at;
    at++;
  }
}

function endOfTag(html: string, from: number): number {
  let at = from;
  while (at < html.length) {
    const sign = html.charCodeAt(at);
    if (sign === GREATER) return at + 1;
    at = sign === EQUALS ? endOfValue(html, at + 1) : at + 1;
    if (at === 0) return -1;
  }
  return -1;
}

/** After the value that begins at `from`; 0 where a quote is never closed. */
function endOfValue(html: string, from: number): number {
  let at = from;
  while (html.charCodeAt(at) <= SPACE) at++;
  const sign = html.charCodeAt(at);
  if (sign === DOUBLE_QUOTE) return html.indexOf('"', at + 1) + 1;
  if (sign === SINGLE_QUOTE) return html.indexOf("'", at + 1) + 1;
  while (html.charCodeAt(at) > SPACE && html.charCodeAt(at) !== GREATER) at++;
  return at;
}

export interface Attribute {
  name: string;
  value: string;
  /** Place of the value, its quotes included. */
  start: number;
  end: number;
}

const ATTRIBUTE = /([^\s/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|(\S*)))?/g;

export function attributesOf(html: string, { attributesStart, end }: Tag): Attribute[] {
  const text = html.slice(attributesStart, end - 1);
  return Array.from(text.matchAll(ATTRIBUTE), (match) => {
    const [whole, name = '', double, single, bare = ''] = match;
    const quoted = double ?? single;
    const valueEnd = attributesStart + match.index + whole.length;
    const length = quoted === undefined ? bare.length : quoted.length + 2;
    return { name: name.toLowerCase(), value: quoted ?? bare, start: valueEnd - length, end: valueEnd };
  });
}

const walkBody = tagWalker(['body']);
const USUAL_END = /<\/body\s*>\s*(?:<\/html\s*>\s*)?$/i;
const TAIL_LENGTH = 64;

/** Where `</body>` stands, or the end of the text. */
export function endOfBody(html: string): number {
  const tailStart = Math.max(html.length - TAIL_LENGTH, 0);
  const usual = USUAL_END.exec(html.slice(tailStart));
  if (usual) return tailStart + usual.index;
  let place = html.length;
  walkBody(html, ({ isClosing, start }) => {
    if (isClosing) place = start;
  });
  return place;
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => ESCAPES[sign] as string);
