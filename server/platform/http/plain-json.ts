import { badRequest } from '../errors.ts';

const MAX_DEPTH = 64;

/**
 * Refuses what parses as JSON but cannot be stored: NUL and lone surrogates (Postgres refuses both), and nesting deep
 * enough to exhaust a stack. Walks without recursion for the same reason.
 */
export function assertStorable(value: unknown): void {
  const open: { value: unknown; depth: number }[] = [{ value, depth: 0 }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { value: current, depth } = next;
    if (typeof current === 'string') assertStorableText(current);
    else if (typeof current === 'object' && current !== null) {
      if (depth === MAX_DEPTH) throw badRequest(`The body is nested more than ${MAX_DEPTH} levels deep`);
      for (const [key, child] of Object.entries(current)) {
        assertStorableText(key);
        open.push({ value: child, depth: depth + 1 });
      }
    }
  }
}

function assertStorableText(text: string): void {
  if (text.includes('\0')) throw badRequest('The NUL character is not allowed in text');
  if (!text.isWellFormed()) throw badRequest('Text must be well-formed Unicode: a surrogate stands alone');
}
