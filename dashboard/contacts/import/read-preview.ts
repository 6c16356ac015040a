import { MAX_IMPORT_BYTES } from '../../../contract/contact-tools.ts';
import { byteSize } from '../../ui/format.ts';
import type { Preview } from './preview-table.tsx';

const LOOKED_AT_BYTES = 64_000;
const SHOWN_ROWS = 5;

/** The first rows of a CSV file. The server reads the file itself; this is only for the eye. */
export async function readPreview(file: File): Promise<Preview> {
  const text = await file.slice(0, LOOKED_AT_BYTES).text();
  const [header = [], ...rows] = rowsOf(text.replace(/^\uFEFF/, ''), SHOWN_ROWS + 1);
  return { file, header, rows, problem: problemOf(file, header) };
}

function problemOf(file: File, header: string[]): string | undefined {
  if (file.size > MAX_IMPORT_BYTES)
    return `The file has ${byteSize(file.size)}: at most ${byteSize(MAX_IMPORT_BYTES)} are taken.`;
  if (!header.some((name) => name.trim().toLowerCase() === 'email'))
    return 'There is no column named email in the first row.';
  return undefined;
}

/** A cell, quoted or not, and what ends it. */
const cellOf = (delimiter: string) =>
  new RegExp(`("(?:[^"]|"")*"|[^${delimiter}\\r\\n]*)(${delimiter}|\\r?\\n|$)`, 'y');

function rowsOf(text: string, limit: number): string[][] {
  const cell = cellOf(delimiterOf(text));
  const rows: string[][] = [];
  let row: string[] = [];
  while (rows.length < limit && cell.lastIndex < text.length) {
    const found = cell.exec(text);
    // Neither cell nor end: not CSV, and nothing more to show of it.
    if (!found?.[0]) break;
    const [, value = '', end = ''] = found;
    row.push(unquoted(value));
    if (end === '' || end.endsWith('\n')) {
      rows.push(row);
      row = [];
    }
  }
  return rows.filter((cells) => cells.some(Boolean));
}

const unquoted = (cell: string): string => (cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell);

function delimiterOf(text: string): string {
  const [first = ''] = text.split('\n', 1);
  return [',', ';', '\t'].reduce((best, each) => (first.split(each).length > first.split(best).length ? each : best));
}
