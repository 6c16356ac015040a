import type pg from 'pg';

/** Every row of every table that belongs to a project: to see that somebody else's request left it alone. */
export async function everythingOf(pool: pg.Pool, projectId: string): Promise<Record<string, unknown>> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.columns
     join information_schema.tables using (table_schema, table_name)
     where column_name = 'project_id' and table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
  );
  const contents = await Promise.all(
    tables.map(async ({ name }) => {
      const { rows } = await pool.query(`select to_jsonb(t) as row from ${name} t where project_id = $1 order by 1`, [
        projectId,
      ]);
      return [name, rows] as const;
    }),
  );
  return Object.fromEntries(contents);
}
