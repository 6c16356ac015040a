import { sql } from 'kysely';
import type { BaseCtx, Ctx } from '../../server/platform/context.ts';
import { createProject } from '../../server/projects/project.ts';

export interface Audience {
  ctx: Ctx;
  secretKey: string;
}

/** A project with so many contacts and three times as many events over half a year, made inside the database. */
export async function aLargeProject(base: BaseCtx, contacts: number): Promise<Audience> {
  const { id, secretKey } = await createProject(base, { name: 'Large' });
  const ctx = { ...base, projectId: id };
  await withoutIndexes(ctx, ['contacts', 'events'], async (ctx) => {
    await sql`
      insert into contacts (project_id, id, email, subscribed, data, created_at, updated_at)
      select ${id}, posthorn_uuid_at(at), 'user' || n || '@example' || n % 1000 || '.com', n % 10 <> 0,
        jsonb_build_object(
          'plan', (array['free', 'free', 'free', 'pro', 'team'])[1 + n % 5],
          'country', (array['de', 'fr', 'us', 'gb', 'in', 'br', 'jp'])[1 + n % 7],
          'score', n % 100,
          'firstName', 'First' || n % 3000,
          'signedUp', to_char(at, 'YYYY-MM-DD'),
          'lastSeen', to_char(at + interval '3 days', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'address', jsonb_build_object('city', 'city' || n % 5000)),
        at, at
      from (select n, now() - interval '400 days' * (1 - n::float8 / ${contacts}::int) as at
            from generate_series(1, ${contacts}::int) as n) as made
    `.execute(ctx.db);
    await sql`select setseed(0.5)`.execute(ctx.db);
    await sql`
      insert into events (project_id, id, name, contact_id, data, created_at)
      select ${id}, posthorn_uuid_at(at), (array['signed_up', 'login', 'login', 'login', 'page_view', 'page_view',
        'page_view', 'purchase', 'upgrade', 'export'])[1 + floor(random() * 10)::int], contact_id, '{"source": "web"}', at
      from (select contacts.id as contact_id, now() - random() * interval '180 days' as at
            from contacts cross join generate_series(1, 3) where project_id = ${id}) as made
      order by at
    `.execute(ctx.db);
  });
  await sql`vacuum analyze`.execute(ctx.db);
  return { ctx, secretKey };
}

/** Indexes are built afterwards and foreign keys are not asked: ten times faster, and the same rows. */
export async function withoutIndexes(ctx: Ctx, tables: string[], fill: (ctx: Ctx) => Promise<void>): Promise<void> {
  await ctx.db.transaction().execute(async (db) => {
    const { rows } = await sql<{ name: string; definition: string }>`
      select indexname as name, indexdef as definition from pg_indexes
      where tablename = any(${tables}) and indexdef not like 'create unique%' and indexdef not like 'CREATE UNIQUE%'
    `.execute(db);
    for (const { name } of rows) await sql`drop index ${sql.ref(name)}`.execute(db);
    await sql`set local session_replication_role = replica`.execute(db);
    await fill({ ...ctx, db });
    await sql`
      insert into contact_counts (project_id, total, subscribed)
      select project_id, count(*), count(*) filter (where subscribed)
      from contacts where project_id = ${ctx.projectId} group by project_id
    `.execute(db);
    await sql`set local maintenance_work_mem = '512MB'`.execute(db);
    for (const { definition } of rows) await sql.raw(definition).execute(db);
  });
}
