import { Drop } from 'liquidjs';
import { Markup } from './print.ts';

export interface Measure {
  /** Characters and elements that printing or comparing the value would touch. */
  weight: number;
  depth: number;
}

const LIGHT: Measure = { weight: 1, depth: 0 };

/**
 * A list built by filters may contain the same list many times over: a few doublings nest to billions of elements that
 * share a handful of objects. Each object is therefore looked at once, and its weight counted as often as it occurs.
 */
export function measure(value: unknown, known: WeakMap<object, Measure>): Measure {
  if (typeof value === 'string') return { weight: value.length + 1, depth: 0 };
  if (value instanceof Markup) return { weight: value.html.length + 1, depth: 0 };
  if (typeof value !== 'object' || value === null || value instanceof Drop) return LIGHT;
  const before = known.get(value);
  if (before) return before;
  const size = Array.isArray(value) ? sizeOf(value, known) : sizeOf(Object.values(value), known);
  if (!Array.isArray(value)) for (const key of Object.keys(value)) size.weight += key.length;
  known.set(value, size);
  return size;
}

function sizeOf(parts: unknown[], known: WeakMap<object, Measure>): Measure {
  const size = { weight: 1, depth: 1 };
  for (const part of parts) {
    const { weight, depth } = measure(part, known);
    size.weight += weight;
    if (depth >= size.depth) size.depth = depth + 1;
  }
  return size;
}
