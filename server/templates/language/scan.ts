import { decodeEntities } from './entities.ts';
import { MAX_CODE_LENGTH, MAX_PIECES } from './limits.ts';
import { stepOverQuoted } from './quotes.ts';

/** A template that does not parse, and where. */
export class SyntaxProblem extends Error {
  readonly offset: number;

  constructor(message: string, offset: number) {
    super(message);
    this.offset = offset;
  }
}

export interface Piece {
  kind: 'text' | 'output' | 'tag';
  /** Text as it is printed; code with its delimiters, entities decoded. */
  text: string;
  /** Where it starts in the template. */
  at: number;
  /** Nothing was decoded: positions inside `text` are positions in the template. */
  isExact: boolean;
}

/**
 * Cuts a template into text, placeholders and tags. Does what the library's tokenizer does, and besides: entities that
 * editors put between delimiters are decoded, an apostrophe in a fallback is no quote, `raw` and `comment` blocks end here.
 */
export function scan(source: string): Piece[] {
  const pieces: Piece[] = [];
  const opening = /\{[{%]/g;
  let at = 0;
  let codes = 0;
  let trimsNext = false;
  const addText = (end: number, trimsEnd: boolean) => {
    let text = source.slice(at, end);
    if (trimsNext) text = text.trimStart();
    if (trimsEnd) text = text.trimEnd();
    if (text) pieces.push({ kind: 'text', text, at, isExact: true });
  };
  for (let found = opening.exec(source); found; found = opening.exec(source)) {
    codes += 1;
    if (codes > MAX_PIECES)
      throw new SyntaxProblem(`A template may have ${MAX_PIECES} placeholders and tags`, found.index);
    const code = readCode(source, found.index);
    addText(found.index, code.trimsLeft);
    const block = skippedBlock(source, code);
    if (block?.text) pieces.push(block.text);
    if (!block) pieces.push(code.piece);
    at = opening.lastIndex = block?.end ?? code.end;
    trimsNext = block?.trimsRight ?? code.trimsRight;
  }
  addText(source.length, false);
  return pieces;
}

interface Code {
  piece: Piece;
  end: number;
  trimsLeft: boolean;
  trimsRight: boolean;
}

function readCode(source: string, at: number): Code {
  const kind = source[at + 1] === '{' ? 'output' : 'tag';
  const close = kind === 'output' ? outputEnd(source, at + 2) : source.indexOf('%}', at + 2);
  if (close === -1) throw new SyntaxProblem(`This ${kind === 'output' ? 'placeholder' : 'tag'} is not closed`, at);
  if (close - at > MAX_CODE_LENGTH) {
    throw new SyntaxProblem(`A placeholder or tag may have ${MAX_CODE_LENGTH} characters`, at);
  }
  const original = source.slice(at, close + 2);
  const text = decodeEntities(original);
  return {
    piece: { kind, text, at, isExact: text.length === original.length },
    end: close + 2,
    trimsLeft: original[2] === '-',
    trimsRight: original.at(-3) === '-',
  };
}

/** The first `}}` outside quotes; where a quote never closes it is an apostrophe, and the first `}}` of all ends it. */
function outputEnd(source: string, from: number): number {
  const opening = /\{[{%]/g;
  opening.lastIndex = from;
  const region = source.slice(from, Math.min(opening.exec(source)?.index ?? source.length, from + MAX_CODE_LENGTH));
  for (let at = 0; at < region.length; at = stepOverQuoted(region, at)) {
    if (region.startsWith('}}', at)) return from + at;
  }
  return source.indexOf('}}', from);
}

/** `raw` keeps what is inside as text; comments go. */
function skippedBlock(source: string, code: Code) {
  const name = code.piece.kind === 'tag' ? /^\{%-?\s*(raw\b|comment\b|#)/.exec(code.piece.text)?.[1] : undefined;
  if (!name) return undefined;
  if (name === '#') return { text: undefined, end: code.end, trimsRight: code.trimsRight };
  const closing = new RegExp(`\\{%(-?)\\s*end${name}\\s*(-?)%\\}`, 'g');
  closing.lastIndex = code.end;
  const close = closing.exec(source);
  if (!close) throw new SyntaxProblem(`The tag ${name} is not closed`, code.piece.at);
  let text = name === 'raw' ? source.slice(code.end, close.index) : '';
  if (code.trimsRight) text = text.trimStart();
  if (close[1]) text = text.trimEnd();
  return {
    text: text ? ({ kind: 'text', text, at: code.end, isExact: true } as const) : undefined,
    end: closing.lastIndex,
    trimsRight: close[2] === '-',
  };
}

/** 1-based, as editors count. */
export function positionOf(source: string, offset: number): { line: number; column: number } {
  const before = source.slice(0, offset);
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') };
}
