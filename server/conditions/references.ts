import type { Expression, SqlBool } from 'kysely';
import type { Condition } from '../../contract/condition.ts';
import type { Problem } from './condition-problem.ts';
import { fieldOf, filtersOf } from './fields.ts';

/** A segment that a condition refers to, as the room that owns segments describes it. */
export interface ReferencedSegment {
  /** null: it has no condition, only members. */
  condition: Condition | null;
  /** Whether the row of `contacts` in the query is a member, where that is stored. Else the condition is put in place. */
  members?: Expression<SqlBool>;
}

/** Finds segments of the project; one that does not exist is missing from the answer. */
export type SegmentsOf = (ids: string[]) => Promise<Map<string, ReferencedSegment>>;

/** Every segment that a condition refers to, directly or through others. */
export type References = Map<string, ReferencedSegment>;

const MAX_REFERENCE_LEVELS = 10;
// Five parameters a filter at most, of the 65,535 that a statement may have.
const MAX_FILTERS_IN_PLACE = 2000;

/**
 * Loads what a condition refers to, one query a level. `self` is the segment that the condition belongs to. A circle is
 * refused even where stored membership would break it: whether it is stored may change, the condition may not become
 * meaningless by that.
 */
export async function loadReferences(
  condition: Condition,
  segmentsOf: SegmentsOf,
  { self }: { self?: string } = {},
): Promise<{ references: References } | { problem: Problem }> {
  const references: References = new Map();
  let open = idsIn(condition);
  for (let level = 0; open.size > 0; level++) {
    if (level === MAX_REFERENCE_LEVELS) {
      return refusal(condition, `Segments may refer to each other over ${MAX_REFERENCE_LEVELS} levels at most`);
    }
    const found = await segmentsOf([...open]);
    for (const id of open) {
      const segment = found.get(id);
      if (!segment) return refusal(condition, `Segment "${id}" does not exist`, id);
      references.set(id, segment);
    }
    open = new Set([...found.values()].flatMap(({ condition }) => (condition ? [...idsIn(condition)] : [])));
    for (const id of references.keys()) open.delete(id);
  }
  if (isCircular(condition, references, self)) {
    return refusal(condition, 'Segments may not refer to each other in a circle');
  }
  if (filtersInPlace(condition, references) > MAX_FILTERS_IN_PLACE) {
    const rule = `at most ${MAX_FILTERS_IN_PLACE} filters, those of the segments that it refers to included`;
    return refusal(condition, `A condition may have ${rule}`);
  }
  return { references };
}

function idsIn(condition: Condition): Set<string> {
  const ids = new Set<string>();
  for (const { filter } of filtersOf(condition)) {
    const field = fieldOf(filter);
    if (field?.kind === 'segment') ids.add(field.id);
  }
  return ids;
}

/** Told at the filter that names the segment, or at the first one that names any. */
function refusal(condition: Condition, message: string, id?: string): { problem: Problem } {
  for (const { filter, path } of filtersOf(condition)) {
    const field = fieldOf(filter);
    if (field?.kind === 'segment' && (id === undefined || field.id === id)) {
      return { problem: { field: `${path}.field`, message } };
    }
  }
  return { problem: { field: '', message } };
}

function isCircular(condition: Condition, references: References, self: string | undefined): boolean {
  const done = new Set<string>();
  const reaches = (from: Condition, above: Set<string>): boolean =>
    [...idsIn(from)].some((id) => {
      if (above.has(id)) return true;
      if (done.has(id)) return false;
      const next = references.get(id)?.condition;
      const circular = next ? reaches(next, new Set([...above, id])) : false;
      done.add(id);
      return circular;
    });
  return reaches(condition, new Set(self ? [self] : []));
}

/** Filters of the whole expression: the same segment counts wherever it is put in place. */
function filtersInPlace(condition: Condition, references: References, known = new Map<string, number>()): number {
  let count = 0;
  for (const { filter } of filtersOf(condition)) {
    const field = fieldOf(filter);
    const segment = field?.kind === 'segment' ? references.get(field.id) : undefined;
    if (field?.kind !== 'segment' || !segment?.condition || segment.members) {
      count++;
      continue;
    }
    const nested = known.get(field.id) ?? filtersInPlace(segment.condition, references, known);
    known.set(field.id, nested);
    count += nested;
  }
  return count;
}
