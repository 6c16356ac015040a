/** RFC 5322: a line should not exceed 78 characters; RFC 2047: 76 when it holds an encoded word. */
const LINE_COLUMNS = 76;
/** RFC 5322 2.1.1: no line may exceed 998; a single word near that is cut into encoded words instead. */
const LONGEST_WORD = 900;
const ENCODED_WORD_COLUMNS = 75;
const WRAPPING_COLUMNS = '=?UTF-8?B??='.length;

/** One line of text: line ends become blanks, other control characters go, lone surrogates are replaced. */
export function singleLine(text: string): string {
  if (PLAIN.test(text)) return text;
  return text
    .toWellFormed()
    .replace(/[\r\n\t\u2028\u2029]+/g, ' ')
    .replace(CONTROLS, '');
}

const PLAIN = /^[\x20-\x7e]*$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
const CONTROLS = /[\x00-\x1f\x7f-\x9f]/g;

/** A header whose value is free text (RFC 5322 "unstructured"): Subject, X-anything. With its CRLF. */
export function textHeader(name: string, value: string): string {
  const text = singleLine(value);
  if (!isPlainText(text)) return `${name}: ${encodedWords(text, name.length + 2)}\r\n`;
  return `${fold(`${name}: ${text}`)}\r\n`;
}

/** True if receivers will read the text as it stands: visible ASCII that no one takes for an encoded word. */
export function isPlainText(text: string): boolean {
  if (!PLAIN.test(text) || text.includes('=?') || text.startsWith(' ') || text.endsWith(' ')) return false;
  return text.length < LONGEST_WORD || text.split(' ').every((word) => word.length < LONGEST_WORD);
}

/** Breaks a long header before blanks, as RFC 5322 2.2.3 has it; a word longer than a line stays whole. */
function fold(header: string): string {
  if (header.length <= LINE_COLUMNS) return header;
  const lines: string[] = [];
  let rest = header;
  while (rest.length > LINE_COLUMNS) {
    const cut = foldingPoint(rest, lines.length === 0 ? rest.indexOf(':') + 2 : 1);
    if (cut < 0) break;
    lines.push(rest.slice(0, cut));
    rest = rest.slice(cut);
  }
  return [...lines, rest].join('\r\n');
}

/** The last blank within the line, else the first one after it; never inside the blanks the line begins with. */
function foldingPoint(text: string, from: number): number {
  let start = from;
  while (text[start] === ' ') start++;
  const within = text.lastIndexOf(' ', LINE_COLUMNS);
  let cut = within >= start ? within : text.indexOf(' ', start);
  while (cut > start && text[cut - 1] === ' ') cut--;
  return cut;
}

/**
 * RFC 2047: the whole text as encoded words, each on its own line and each with whole characters, in the shorter of the
 * Q and B encodings. `column` is where the first one begins.
 */
export function encodedWords(text: string, column: number): string {
  const encoding = shorterEncoding(text);
  // A header whose name nearly fills the line begins on the next one.
  const isCrowded = column > LINE_COLUMNS / 2;
  const words: string[] = [];
  let room = (isCrowded ? ENCODED_WORD_COLUMNS : LINE_COLUMNS - column) - WRAPPING_COLUMNS;
  let word = '';
  let size = 0;
  for (const character of text) {
    const more = encoding.sizeOf(character);
    if (word && encoding.columns(size + more) > room) {
      words.push(encoding.encode(word));
      word = '';
      size = 0;
      room = ENCODED_WORD_COLUMNS - WRAPPING_COLUMNS;
    }
    word += character;
    size += more;
  }
  words.push(encoding.encode(word));
  return (isCrowded ? '\r\n ' : '') + words.join('\r\n ');
}

interface WordEncoding {
  sizeOf(character: string): number;
  columns(size: number): number;
  encode(text: string): string;
}

const B: WordEncoding = {
  sizeOf: (character) => Buffer.byteLength(character),
  columns: (size) => Math.ceil(size / 3) * 4,
  encode: (text) => `=?UTF-8?B?${Buffer.from(text).toString('base64')}?=`,
};

/** The literal characters are those that are safe in a name too (RFC 2047 5.3). */
const Q_LITERALS = /[A-Za-z0-9!*+/ -]+/g;
const Q_ESCAPED = /[^A-Za-z0-9!*+/ -]+/g;

const Q: WordEncoding = {
  sizeOf: (character) => (/[A-Za-z0-9!*+/ -]/.test(character) ? 1 : Buffer.byteLength(character) * 3),
  columns: (size) => size,
  encode: (text) => `=?UTF-8?Q?${text.replace(Q_ESCAPED, escapedBytes).replaceAll(' ', '_')}?=`,
};

const escapedBytes = (text: string): string => Buffer.from(text).toString('hex').toUpperCase().replace(/../g, '=$&');

function shorterEncoding(text: string): WordEncoding {
  const escaped = Buffer.byteLength(text.replace(Q_LITERALS, ''));
  const total = Buffer.byteLength(text);
  return total + escaped * 2 <= (total * 4) / 3 ? Q : B;
}
