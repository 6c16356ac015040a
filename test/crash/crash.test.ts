import { expect, inject, it } from 'vitest';
import { cloneDatabase } from '../database.ts';
import { aProject, aWorld } from '../world.ts';
import { runCrash, seededRandom, shortfalls } from './run-crash.ts';

it('kill -9 in the middle of sending loses nobody, and sends no marketing mail twice', {
  timeout: 120_000,
}, async () => {
  const database = `posthorn_crash_${process.env.VITEST_POOL_ID}`;
  const databaseUrl = await cloneDatabase(inject('postgresUrl'), database);
  const world = await aWorld({}, { database });
  const { ctx } = await aProject({ world });
  const seed = Date.now() % 100_000;
  const report = await runCrash({ ctx, databaseUrl, mails: 400, kills: 3, random: seededRandom(seed) });
  console.log({ seed, ...report });
  expect(shortfalls(report)).toEqual([]);
  expect(report.sent + report.unknown).toBe(400);
});
