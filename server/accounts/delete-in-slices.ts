import { sql } from 'kysely';
import type { Ctx } from '../platform/context.ts';
import { lookupTransaction } from '../platform/db/lookup-transaction.ts';
import type { WipedTable } from './wiped-tables.ts';

/** Small enough that nobody who needs a row of these waits for long. */
const SLICE = 5000;

/** Before every key that there is. */
const BEFORE_ALL = { uuid: '00000000-0000-0000-0000-000000000000', text: '' };

/** Deletes about so many rows of the project, each slice committed by itself. False: there is more. */
export async function deleteInSlices(ctx: Ctx, tables: readonly WipedTable[], atMost: number): Promise<boolean> {
  let left = atMost;
  for (const table of tables) {
    let after: string | undefined = BEFORE_ALL[table.type];
    while (after !== undefined) {
      const limit = Math.min(SLICE, left);
      const slice = await deleteSlice(ctx, table, { after, limit });
      left -= slice.found;
      if (left <= 0) return false;
      after = slice.found === limit ? slice.last : undefined;
    }
  }
  return true;
}

interface Slice {
  found: number;
  last: string | undefined;
}

/**
 * Along the key, from where the slice before ended: from the beginning each time, it would step over all that is deleted
 * already and not yet vacuumed.
 */
function deleteSlice(
  ctx: Ctx,
  { table, key, type }: WipedTable,
  { after, limit }: { after: string; limit: number },
): Promise<Slice> {
  const [name, column] = [sql.table(table), sql.ref(`${table}.${key}`)];
  const project = sql.ref(`${table}.project_id`);
  const start = sql`${after}::${sql.raw(type)}`;
  return lookupTransaction(ctx, async (ctx) => {
    const { rows } = await sql<{ found: number; last: string | null }>`
      with slice as materialized (
        select ${column} as at from ${name}
        where ${project} = ${ctx.projectId} and ${column} > ${start}
        order by ${column}
        limit ${limit}
      ), bound as materialized (
        select at from slice order by at desc limit 1
      ), gone as (
        delete from ${name} using bound
        where ${project} = ${ctx.projectId} and ${column} > ${start} and ${column} <= bound.at
      )
      select (select count(*) from slice) as found, (select at::text from bound) as last
    `.execute(ctx.db);
    const { found = 0, last } = rows[0] ?? {};
    return { found, last: last ?? undefined };
  });
}
