/** A cell, quoted or not, and what ends it. */
const cellOf = (delimiter: string) =>
  new RegExp(`("(?:[^"]|"")*"|[^${delimiter}\\r\\n]*)(${delimiter}|\\r\\n|\\n|\\r|$)`, 'y');

/** The first rows of a CSV text, blank ones too: lines keep their numbers. */
export function rowsOf(text: string, delimiter: string, limit = Number.POSITIVE_INFINITY): string[][] {
  const cell = cellOf(delimiter);
  const rows: string[][] = [];
  let row: string[] = [];
  while (rows.length < limit && cell.lastIndex < text.length) {
    const found = cell.exec(text);
    // Neither cell nor end: not CSV, and nothing more to see in it.
    if (!found?.[0]) break;
    const [, value = '', end = ''] = found;
    row.push(unquoted(value));
    if (end === delimiter) continue;
    rows.push(row);
    row = [];
  }
  // A delimiter at the very end: the cell after it is empty.
  if (row.length > 0) rows.push([...row, '']);
  return rows;
}

const unquoted = (cell: string): string =>
  cell.length > 1 && cell.startsWith('"') && cell.endsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell;

/** Excel writes semicolons where a comma is the decimal sign. */
export function delimiterOf(text: string): string {
  const [first = ''] = text.split(/\r|\n/, 1);
  return [',', ';', '\t'].reduce((best, each) => (first.split(each).length > first.split(best).length ? each : best));
}

export const csvLine = (cells: readonly string[]): string => cells.map(quoted).join(',');

const quoted = (cell: string): string => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

const [LINE_FEED, RETURN, QUOTE] = [0x0a, 0x0d, 0x22];

/** How many bytes the first line takes, its end included. Bytes, because the rest of the file is never decoded. */
export function firstLineBytes(bytes: Uint8Array): number {
  let isQuoted = false;
  for (let at = 0; at < bytes.length; at++) {
    if (bytes[at] === QUOTE) isQuoted = !isQuoted;
    if (isQuoted) continue;
    if (bytes[at] === LINE_FEED) return at + 1;
    if (bytes[at] === RETURN) return bytes[at + 1] === LINE_FEED ? at + 2 : at + 1;
  }
  return bytes.length;
}
