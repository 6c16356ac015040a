import { expect, it } from 'vitest';
import { seededRandom } from '../crash/worker-process.ts';
import { chaosText, shortfalls } from './report.ts';
import { runChaos } from './run-chaos.ts';

it('with processes killed, Postgres restarted, wires cut and clocks jumping, what was acknowledged is done once', {
  timeout: 420_000,
}, async () => {
  const seed = Date.now() % 100_000;
  const report = await runChaos({ seconds: 24, recipients: 900, random: seededRandom(seed), log: () => {} });
  console.log(`seed ${seed}\n${chaosText(report)}`);
  expect(shortfalls(report)).toEqual([]);
});
