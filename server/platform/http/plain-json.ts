import { badRequest } from '../errors.ts';

const MAX_DEPTH = 64;

/**
 * Refuses what parses as JSON but cannot be stored or passed on: NUL and lone surrogates (Postgres refuses both),
 * numbers beyond a double (they would silently become null), keys that name a prototype, and nesting deep enough to
 * exhaust a stack. Walks without recursion for the same reason.
 */
export function assertStorable(value: unknown): void {
  const open: { value: object; depth: number }[] = [{ value: { value }, depth: 0 }];
  for (let next = open.pop(); next; next = open.pop()) {
    if (next.depth > MAX_DEPTH) throw badRequest(`The request is nested more than ${MAX_DEPTH} levels deep`);
    for (const [key, child] of Object.entries(next.value)) {
      assertStorableKey(key, child);
      if (typeof child === 'object' && child !== null) open.push({ value: child, depth: next.depth + 1 });
      else assertStorableScalar(child);
    }
  }
}

function assertStorableKey(key: string, value: unknown): void {
  assertStorableText(key);
  if (key === '__proto__' || (key === 'constructor' && isObjectWith(value, 'prototype'))) {
    throw badRequest(`The key "${key}" is not allowed here`);
  }
}

const isObjectWith = (value: unknown, key: string): boolean =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, key);

function assertStorableScalar(value: unknown): void {
  if (typeof value === 'string') assertStorableText(value);
  else if (typeof value === 'number' && !Number.isFinite(value)) throw badRequest('A number is too large');
}

function assertStorableText(text: string): void {
  if (text.includes('\0')) throw badRequest('The NUL character is not allowed in text');
  if (!text.isWellFormed()) throw badRequest('Text must be well-formed Unicode: a surrogate stands alone');
}
