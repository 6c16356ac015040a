export interface CsvRecord {
  /** The physical line that it begins on; the first of a file is 1. */
  line: number;
  cells: string[];
  /** Where it ends in the text. */
  end: number;
  /** A quote was opened and never closed: everything to the end of the file is in the last cell. */
  isUnclosed: boolean;
}

const BYTE_ORDER_MARK = 0xfeff;
const LINE_END = /\r\n|\n|\r/g;

/**
 * The records of a CSV text, one at a time (RFC 4180: quotes, doubled quotes, line ends inside quotes). Blank lines are
 * left out. Any line end is taken, and a stray quote inside a cell is a quote: files come from everywhere.
 */
export function* csvRecords(text: string): Generator<CsvRecord, undefined> {
  let position = text.charCodeAt(0) === BYTE_ORDER_MARK ? 1 : 0;
  let line = 1;
  while (position < text.length) {
    const record = readRecord(text, position, line);
    if (record.cells.length > 1 || record.cells[0]?.trim()) yield record;
    line += lineEnds(text, position, record);
    position = record.end;
  }
}

/** Only a quoted cell can hold a line end of its own. */
function lineEnds(text: string, position: number, { end, cells }: CsvRecord): number {
  const isPlain = !cells.some((cell) => cell.includes('\n') || cell.includes('\r'));
  return isPlain ? 1 : (text.slice(position, end).match(LINE_END)?.length ?? 0);
}

function readRecord(text: string, start: number, line: number): CsvRecord {
  const cells: string[] = [];
  for (let position = start; ; position++) {
    const cell = readCell(text, position);
    cells.push(cell.value);
    position = cell.end;
    if (text[position] === ',') continue;
    return { line, cells, end: afterLineEnd(text, position), isUnclosed: cell.isUnclosed };
  }
}

interface Cell {
  value: string;
  end: number;
  isUnclosed: boolean;
}

function readCell(text: string, start: number): Cell {
  if (text[start] !== '"') {
    const end = plainEnd(text, start);
    return { value: text.slice(start, end), end, isUnclosed: false };
  }
  let value = '';
  for (let from = start + 1; ; ) {
    const quote = text.indexOf('"', from);
    if (quote === -1) return { value: value + text.slice(from), end: text.length, isUnclosed: true };
    value += text.slice(from, quote);
    if (text[quote + 1] === '"') {
      value += '"';
      from = quote + 2;
      continue;
    }
    const end = plainEnd(text, quote + 1);
    return { value: value + text.slice(quote + 1, end), end, isUnclosed: false };
  }
}

const SEPARATOR = /[,\r\n]/g;

function plainEnd(text: string, start: number): number {
  SEPARATOR.lastIndex = start;
  return SEPARATOR.exec(text)?.index ?? text.length;
}

function afterLineEnd(text: string, position: number): number {
  if (position >= text.length) return text.length;
  return text[position] === '\r' && text[position + 1] === '\n' ? position + 2 : position + 1;
}
