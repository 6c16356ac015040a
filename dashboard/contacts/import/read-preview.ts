import { MAX_IMPORT_BYTES } from '../../../contract/contact-tools.ts';
import { byteSize } from '../../ui/format.ts';
import { delimiterOf, firstLineBytes, rowsOf } from './csv.ts';

export interface Preview {
  file: File;
  delimiter: string;
  header: string[];
  headerBytes: number;
  rows: string[][];
  /** Why it cannot be imported, whatever its columns become. */
  problem: string | undefined;
}

const LOOKED_AT_BYTES = 64_000;
const SHOWN_ROWS = 5;

/** The first rows of a CSV file, however large it is. */
export async function readPreview(file: File): Promise<Preview> {
  const bytes = new Uint8Array(await file.slice(0, LOOKED_AT_BYTES).arrayBuffer());
  const text = textOf(bytes);
  const delimiter = delimiterOf(text ?? '');
  const [header = [], ...rows] = rowsOf(text ?? '', delimiter, SHOWN_ROWS + 1);
  return {
    file,
    delimiter,
    header,
    headerBytes: firstLineBytes(bytes),
    rows: rows.filter((cells) => cells.some(Boolean)),
    problem: problemOf(file, text),
  };
}

/** undefined: not UTF-8. A character that the end cuts in two is no fault of the file. */
function textOf(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}

function problemOf(file: File, text: string | undefined): string | undefined {
  if (file.size > MAX_IMPORT_BYTES)
    return `The file has ${byteSize(file.size)}: at most ${byteSize(MAX_IMPORT_BYTES)} are taken. Split it and import the parts.`;
  if (text === undefined) return 'The file is not text in UTF-8: save it as “CSV UTF-8”.';
  return text.trim() === '' ? 'The file is empty.' : undefined;
}
