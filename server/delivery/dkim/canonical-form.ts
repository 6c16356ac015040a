/**
 * The "relaxed" body of RFC 6376 3.4.4: runs of blanks become one, blanks at line ends and empty lines at the end go.
 * Works on latin1 text, where one character is one byte.
 */
export function relaxedBody(body: string): string {
  const text = body.replace(/\t[ \t]*| [ \t]+| (?=\r\n|$)/g, (blanks, at: number) =>
    endsLine(body, at + blanks.length) ? '' : ' ',
  );
  let end = text.length;
  while (text.startsWith('\r\n', end - 2)) end -= 2;
  return end === 0 ? '' : `${text.slice(0, end)}\r\n`;
}

const endsLine = (text: string, at: number): boolean => at === text.length || text.startsWith('\r\n', at);

/** The "relaxed" header of RFC 6376 3.4.2, without its line end. */
export function relaxedHeader(name: string, value: string): string {
  return `${name.toLowerCase().trimEnd()}:${value
    .replace(/\r\n/g, '')
    .replace(/[ \t]+/g, ' ')
    .trim()}`;
}

export interface Header {
  name: string;
  value: string;
}

/** The fields of a header block in their order, folded values as they stand. */
export function headersOf(block: string): Header[] {
  return block
    .split(/\r\n(?![ \t])/)
    .filter(Boolean)
    .map((field) => {
      const colon = field.indexOf(':');
      return { name: field.slice(0, colon), value: field.slice(colon + 1) };
    });
}
