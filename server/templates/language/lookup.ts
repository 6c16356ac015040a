export type Key = string | number;

/**
 * Where a name leads: the dotted path from the root, else a top-level key that contains the dots, else the same inside
 * `data`. Only a value's own properties are seen, never inherited ones.
 */
export function lookup(variables: object, keys: readonly Key[]): unknown {
  return findIn(variables, keys) ?? findIn(readProperty(variables, 'data'), keys);
}

function findIn(root: unknown, keys: readonly Key[]): unknown {
  const found = follow(root, keys);
  if (found !== undefined && found !== null) return found;
  return keys.length > 1 ? ownProperty(root, keys.join('.')) : found;
}

function follow(root: unknown, keys: readonly Key[]): unknown {
  let value = root;
  for (const key of keys) {
    if (value === undefined || value === null) return undefined;
    value = readProperty(value, key);
  }
  return value;
}

/** Liquid's property access: own properties, negative list positions, and `size`, `first`, `last`. */
export function readProperty(value: unknown, key: Key): unknown {
  if (Array.isArray(value) && typeof key === 'number') return value.at(key);
  const own = ownProperty(value, key);
  if (own !== undefined) return own;
  if (key === 'size') return sizeOf(value);
  if (key === 'first') return Array.isArray(value) ? value[0] : undefined;
  if (key === 'last') return Array.isArray(value) ? value.at(-1) : undefined;
  return undefined;
}

function ownProperty(value: unknown, key: Key): unknown {
  if (value === undefined || value === null || !Object.hasOwn(value, key)) return undefined;
  return (value as Record<Key, unknown>)[key];
}

function sizeOf(value: unknown): number | undefined {
  if (typeof value === 'string' || Array.isArray(value)) return value.length;
  return typeof value === 'object' && value !== null ? Object.keys(value).length : undefined;
}

/** What a fallback stands in for: nothing, null, or the empty text; not 0 and not false. */
export const isMissing = (value: unknown): boolean => value === undefined || value === null || value === '';
