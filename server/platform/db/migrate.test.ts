import pg from 'pg';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import { emptyDatabase } from '../../../test/database.ts';
import { migrate, missingMigrations, oneProcessAtATime } from './migrate.ts';

let database: Awaited<ReturnType<typeof emptyDatabase>>;
let pools: pg.Pool[] = [];
beforeEach(async () => {
  database = await emptyDatabase(inject('postgresUrl'));
});
afterEach(async () => {
  await Promise.all(pools.map((pool) => pool.end()));
  pools = [];
  await database.drop();
});

const aPool = (): pg.Pool => {
  const pool = new pg.Pool({ connectionString: database.url, max: 2 });
  // The database is dropped as soon as the pool says goodbye.
  pool.on('error', () => {});
  pools.push(pool);
  return pool;
};

it('every migration runs once, however many processes start at once', async () => {
  const applied = await Promise.all(Array.from({ length: 5 }, () => migrate(aPool())));
  const names = applied.flat();
  expect(names.length).toBeGreaterThan(3);
  expect(new Set(names).size).toBe(names.length);
  expect(applied.filter((each) => each.length > 0)).toHaveLength(1);
  expect(await missingMigrations(aPool())).toEqual([]);
});

it('looking for missing migrations changes nothing', async () => {
  const pool = aPool();
  expect((await missingMigrations(pool)).length).toBeGreaterThan(3);
  const { rows } = await pool.query(`select to_regclass('migrations') as found`);
  expect(rows[0].found).toBeNull();
});

it('a migration that fails leaves the database as it was, and tells its name in one line', async () => {
  const pool = aPool();
  await pool.query('create table contacts (id int)');
  await expect(migrate(pool)).rejects.toThrow(/^Migration 0002-contacts-events\.sql failed: [^\n]+$/);
  const { rows } = await pool.query<{ name: string }>('select name from migrations');
  expect(rows).toEqual([{ name: '0001-projects-users.sql' }]);
  const { rows: tables } = await pool.query(`select to_regclass('events') as found`);
  expect(tables[0].found).toBeNull();
});

it('one process at a time works while the others wait', async () => {
  let inside = 0;
  let most = 0;
  const work = async () => {
    most = Math.max(most, ++inside);
    await new Promise((resolve) => setTimeout(resolve, 20));
    inside--;
  };
  await Promise.all(Array.from({ length: 4 }, () => oneProcessAtATime(database.url, work)));
  expect(most).toBe(1);
});

it('one that fails lets the next one in', async () => {
  const fails = oneProcessAtATime(database.url, async () => {
    throw new Error('broken');
  });
  await expect(fails).rejects.toThrow('broken');
  expect(await oneProcessAtATime(database.url, async () => 'in')).toBe('in');
});
