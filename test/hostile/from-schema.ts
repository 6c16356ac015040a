import fc from 'fast-check';
import type { z } from 'zod';
import { hostileText, hostileValue } from './values.ts';

type Schema = z.core.JSONSchema.BaseSchema;

interface Growing {
  /** Where $ref points into. */
  root: Schema;
  /** Ids worth trying: our own, of others, of nobody. */
  ids: string[];
  depth: number;
}

const MAX_DEPTH = 5;
/** One value in so many is not what the schema asks for. */
const ONE_IN = 9;

const EMAILS = ['ada@example.com', 'Ada@Example.COM', 'bob+tag@example.com', 'ü@exämple.test', 'x@mailinator.com'];
const DATES = ['2026-01-01T00:00:00Z', '2026-01-01', '9999-12-31T23:59:59.999Z', '0001-01-01T00:00:00Z'];
const WORDS = [
  'a',
  'name',
  'data.plan',
  'email',
  'subscribed',
  'event.signed_up',
  'email.opened',
  'createdAt',
  'en',
  '1',
];

/** Values as the schema describes them, with hostile ones mixed in at every level. */
export function fromSchema(schema: Schema, growing: Growing): fc.Arbitrary<unknown> {
  if (growing.depth > MAX_DEPTH) return hostileValue;
  return fc.oneof(
    { weight: ONE_IN - 1, arbitrary: plain(schema, { ...growing, depth: growing.depth + 1 }) },
    { weight: 1, arbitrary: hostileValue },
  );
}

function plain(schema: Schema, growing: Growing): fc.Arbitrary<unknown> {
  if (schema.$ref) return fromSchema(resolve(schema.$ref, growing.root), growing);
  const choices = (schema.anyOf ?? schema.oneOf) as Schema[] | undefined;
  if (choices) return fc.oneof(...choices.map((choice) => fromSchema(choice, growing)));
  if (schema.allOf) return plain(Object.assign({}, ...(schema.allOf as Schema[])), growing);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...(schema.enum as unknown[]));
  return ofType(schema, growing);
}

function ofType(schema: Schema, growing: Growing): fc.Arbitrary<unknown> {
  switch (schema.type) {
    case 'string':
      return text(schema, growing.ids);
    case 'integer':
    case 'number':
      return numberIn(schema);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(fromSchema((schema.items as Schema | undefined) ?? {}, growing), { maxLength: 3 });
    case 'object':
      return object(schema, growing);
    default:
      return hostileValue;
  }
}

function object(schema: Schema, growing: Growing): fc.Arbitrary<unknown> {
  const properties = Object.entries(schema.properties ?? {}) as [string, Schema][];
  const known = fc.record(
    Object.fromEntries(properties.map(([name, property]) => [name, fromSchema(property, growing)])),
    { requiredKeys: schema.required ?? [] },
  );
  if (!schema.additionalProperties) return known;
  const more = typeof schema.additionalProperties === 'object' ? (schema.additionalProperties as Schema) : {};
  const extra = fc.dictionary(fc.oneof(fc.constantFrom(...WORDS), hostileText), fromSchema(more, growing), {
    maxKeys: 3,
  });
  return fc.tuple(known, extra).map(([one, other]) => ({ ...other, ...one }));
}

function text({ format, pattern, maxLength }: Schema, ids: string[]): fc.Arbitrary<string> {
  if (format === 'uuid') return fc.constantFrom(...ids);
  if (format === 'email') return fc.constantFrom(...EMAILS);
  if (format === 'date-time' || format === 'date') return fc.constantFrom(...DATES);
  if (format === 'uri') return fc.constantFrom('https://example.com/', 'http://127.0.0.1:1/x', 'https://a.test/?q=%20');
  return fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...WORDS, ...EMAILS, ...ids) },
    { weight: 1, arbitrary: matching(pattern) },
    { weight: 1, arbitrary: fc.string({ maxLength: Math.min(Number(maxLength ?? 40), 300) }) },
  );
}

/** Not every pattern can be turned around: what has look-arounds gets any text. */
function matching(pattern: string | undefined): fc.Arbitrary<string> {
  if (!pattern) return hostileText;
  try {
    return fc.stringMatching(new RegExp(pattern, 'u'));
  } catch {
    return hostileText;
  }
}

function numberIn({ minimum, maximum }: Schema): fc.Arbitrary<number> {
  return fc.oneof(
    fc.integer({ min: 0, max: 100 }),
    fc.constantFrom(Number(minimum ?? -1), Number(maximum ?? 2 ** 53), Number(maximum ?? 0) + 1),
  );
}

function resolve(reference: string, root: Schema): Schema {
  if (reference === '#') return root;
  const name = reference.split('/').at(-1) as string;
  return (root.$defs?.[name] as Schema | undefined) ?? {};
}
