import { expect, inject, it } from 'vitest';
import { cloneDatabase } from '../database.ts';
import { aProject, aWorld } from '../world.ts';
import { campaignShortfalls } from './account-for-campaign.ts';
import { runCampaignCrash } from './run-campaign-crash.ts';
import { runCrash, shortfalls } from './run-crash.ts';
import { seededRandom } from './worker-process.ts';

const seed = Date.now() % 100_000;

/** A database that only this test's workers work on. */
async function aDatabase(name: string) {
  const database = `posthorn_${name}_${process.env.VITEST_POOL_ID}`;
  const databaseUrl = await cloneDatabase(inject('postgresUrl'), database);
  const world = await aWorld({}, { database });
  const { ctx } = await aProject({ world });
  return { ctx, databaseUrl, random: seededRandom(seed) };
}

it('kill -9 in the middle of sending loses nobody, and sends no marketing mail twice', {
  timeout: 120_000,
}, async () => {
  const report = await runCrash({ ...(await aDatabase('crash')), mails: 400, kills: 3 });
  console.log({ seed, ...report });
  expect(shortfalls(report)).toEqual([]);
  expect(report.sent + report.unknown).toBe(400);
});

it('kill -9 while a campaign fans out and while it is sent: everyone is in the ledger once and gets no second mail', {
  timeout: 120_000,
}, async () => {
  // More than one slice of the fan-out.
  const recipients = 11_500;
  const site = await aDatabase('campaign_crash');
  const report = await runCampaignCrash({ ...site, mails: recipients, fanOutKills: 1, kills: 1 });
  console.log({ seed, ...report });
  expect(campaignShortfalls(report)).toEqual([]);
  expect(report.sent + report.unknown + report.suppressed).toBe(recipients);
});
