import { sql } from 'kysely';
import { type Ctx, transaction } from '../platform/context.ts';
import { legacyError } from '../platform/errors.ts';

type FieldType = 'string' | 'number' | 'boolean' | 'date';

const STANDARD = new Map<string, FieldType>([
  ['email', 'string'],
  ['subscribed', 'boolean'],
  ['createdAt', 'date'],
  ['updatedAt', 'date'],
]);
const DATA_PREFIX = 'data.';

/** A field as a path names it: `data.plan`, or `plan` alone. undefined: a standard field, which is no key of the data. */
export function customKeyOf(field: string): string | undefined {
  if (STANDARD.has(field)) return undefined;
  const key = field.startsWith(DATA_PREFIX) ? field.slice(DATA_PREFIX.length) : field;
  if (key === '') throw legacyError(400, 'The name of the field is missing after "data."');
  return key;
}

export async function listFields(ctx: Ctx) {
  const [{ total }, keys] = await Promise.all([countContacts(ctx), keysInUse(ctx)]);
  const standard = [...STANDARD].map(([field, type]) => ({ field, type, coverage: 100, isCustom: false }));
  const custom = keys.map(({ key, present, ...kinds }) => ({
    field: DATA_PREFIX + key,
    type: typeOf(kinds),
    // Counted a moment apart, on a table that others write to.
    coverage: Math.min(100, Math.round((100 * present) / Math.max(total, 1))),
    isCustom: true,
  }));
  const fields = [...standard, ...custom].sort((a, b) => (a.field < b.field ? -1 : 1));
  return { fields, count: fields.length };
}

const countContacts = (ctx: Ctx) =>
  ctx.db
    .selectFrom('contacts')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('project_id', '=', ctx.projectId)
    .executeTakeFirstOrThrow();

interface KeyInUse {
  key: string;
  present: number;
  are_numbers: boolean;
  are_booleans: boolean;
  are_dates: boolean;
}

const ISO_DATE = '^\\d{4}-\\d{2}-\\d{2}([T ]\\d{2}:\\d{2}(:\\d{2}(\\.\\d+)?)?(Z|[+-]\\d{2}:?\\d{2})?)?$';

async function keysInUse(ctx: Ctx): Promise<KeyInUse[]> {
  // Most text is no date: `like` tells that at a tenth of the cost of the expression.
  const { rows } = await sql<KeyInUse>`
    select entry.key,
           count(*) as present,
           bool_and(jsonb_typeof(entry.value) = 'number') as are_numbers,
           bool_and(jsonb_typeof(entry.value) = 'boolean') as are_booleans,
           bool_and(case when jsonb_typeof(entry.value) = 'string' and entry.value #>> '{}' like '____-__-__%'
                         then entry.value #>> '{}' ~ ${ISO_DATE} else false end) as are_dates
    from contacts cross join lateral jsonb_each(contacts.data) entry
    where contacts.project_id = ${ctx.projectId} and entry.value <> 'null'
    group by entry.key
  `.execute(ctx.db);
  return rows;
}

/** Values of different types have text in common. */
function typeOf({ are_numbers, are_booleans, are_dates }: Omit<KeyInUse, 'key' | 'present'>): FieldType {
  if (are_numbers) return 'number';
  if (are_booleans) return 'boolean';
  return are_dates ? 'date' : 'string';
}

export async function listFieldValues(ctx: Ctx, field: string, { limit }: { limit: number }) {
  const key = customKeyOf(field);
  const values = key === undefined ? standardValues(field) : await valuesOf(ctx, key, limit);
  return { field: key === undefined ? field : DATA_PREFIX + key, values, count: values.length, limit };
}

/** Nearly every contact has an address and times of its own: such lists would help nobody. */
const standardValues = (field: string): unknown[] => (field === 'subscribed' ? [true, false] : []);

async function valuesOf(ctx: Ctx, key: string, limit: number): Promise<unknown[]> {
  const { rows } = await sql<{ value: unknown }>`
    select value
    from (select data -> ${key}::text as value from contacts where project_id = ${ctx.projectId} and data ? ${key}) held
    where jsonb_typeof(value) in ('string', 'number', 'boolean')
    group by value
    order by value
    limit ${limit}
  `.execute(ctx.db);
  return rows.map(({ value }) => value);
}

export async function countHolders(ctx: Ctx, key: string): Promise<number> {
  const { count } = await ctx.db
    .selectFrom('contacts')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('project_id', '=', ctx.projectId)
    .where(sql<boolean>`(jsonb_typeof(data -> ${key}::text) <> 'null')`)
    .executeTakeFirstOrThrow();
  return count;
}

/** Whether it is used is the caller's question: see usage/field-usage.ts. */
export function deleteField(ctx: Ctx, key: string): Promise<number> {
  return transaction(ctx, async (ctx) => {
    const { numUpdatedRows } = await ctx.db
      .updateTable('contacts')
      .set({ data: sql`nullif(data - ${key}::text, '{}')`, updated_at: ctx.clock.now() })
      .where('project_id', '=', ctx.projectId)
      .where(sql<boolean>`(data ? ${key})`)
      .executeTakeFirstOrThrow();
    return Number(numUpdatedRows);
  });
}
