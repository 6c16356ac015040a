import { type RawBuilder, sql } from 'kysely';
import type { Test } from './sql-pieces.ts';

/** What the row of `contacts` in the query holds at a path of its data. */
export interface Stored {
  json: RawBuilder<unknown>;
  /** Of any type of value: a number as its digits. */
  text: RawBuilder<unknown>;
  /** Equality in the form that the index on `data` serves; of lists and objects only "contains at least". */
  containing(value: unknown): Test;
}

// Requests nest no deeper (platform/http/plain-json.ts): a longer path can only be a key with dots in it.
const MAX_STEPS = 64;

/** The whole path as one key first, then as a walk through nested objects. */
export function storedAt(path: string): Stored {
  const steps = path.split('.');
  const flat = sql`contacts.data -> ${path}::text`;
  const holdsFlat = (value: unknown): Test => holds({ [path]: value });
  if (steps.length === 1 || steps.length > MAX_STEPS) {
    return { json: sql`(${flat})`, text: sql`(contacts.data ->> ${path}::text)`, containing: holdsFlat };
  }
  const nested = steps.reduce((value, step) => sql`${value} -> ${step}::text`, sql`contacts.data`);
  const json = sql`coalesce(${flat}, ${nested})`;
  return {
    json,
    text: sql`(${json} #>> '{}')`,
    containing: (value) => {
      const inside = steps.reduceRight((inner, step) => ({ [step]: inner }), value);
      return sql`(${holdsFlat(value)} or (${holds(inside)} and ${flat} is null))`;
    },
  };
}

const holds = (part: unknown): Test => sql`(contacts.data @> ${JSON.stringify(part)}::jsonb)`;
