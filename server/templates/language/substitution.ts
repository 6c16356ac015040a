import { decodeEntities } from './entities.ts';
import { Budget, MAX_CODE_LENGTH, MAX_PIECES, RenderLimitError } from './limits.ts';
import type { Print } from './print.ts';
import type { Piece } from './scan.ts';
import { readSlot, type Slot } from './slot.ts';

/** Text and the slots between it. */
export type Part = string | Slot;

export function substitute(parts: Part[], variables: object, sourceLength: number): string {
  const budget = new Budget(sourceLength);
  let output = '';
  for (const part of parts) {
    const text = typeof part === 'string' ? part : part.fill(variables);
    budget.print(text.length);
    output += text;
  }
  return output;
}

/** What is left of a template that failed on its data: its tags print nothing. */
export function withoutTags(pieces: Piece[], print: Print): Part[] {
  return pieces
    .filter(({ kind }) => kind !== 'tag')
    .map(({ kind, text }) => (kind === 'text' ? text : readSlot(text.slice(2, -2), print)));
}

/**
 * A template that does not parse: only `{{…}}` is replaced, all else is text. Mail bodies may be far larger than a saved
 * template, so this looks at each character a bounded number of times.
 */
export function slotsOf(source: string, print: Print): Part[] {
  const parts: Part[] = [];
  let textFrom = 0;
  let searchFrom = 0;
  for (let close = source.indexOf('}}'); close !== -1; close = source.indexOf('}}', close + 2)) {
    const open = searchFrom + source.slice(searchFrom, close).lastIndexOf('{{');
    const code = open < searchFrom || close - open > MAX_CODE_LENGTH ? undefined : source.slice(open + 2, close);
    searchFrom = close + 2;
    if (code === undefined) continue;
    if (parts.length >= MAX_PIECES * 2) throw new RenderLimitError(`it has more than ${MAX_PIECES} placeholders`);
    parts.push(source.slice(textFrom, open), readSlot(decodeEntities(code), print));
    textFrom = close + 2;
  }
  return [...parts, source.slice(textFrom)];
}
