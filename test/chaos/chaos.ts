/** `npm run test:chaos [seconds] [seed]`: the chaos run at any length. */
import { seededRandom } from '../crash/worker-process.ts';
import { chaosText, shortfalls } from './report.ts';
import { runChaos } from './run-chaos.ts';

const [seconds = 180, seed = Date.now() % 100_000] = process.argv.slice(2).map(Number);
console.log(`seed ${seed}`);
const report = await runChaos({
  seconds,
  recipients: seconds * 40,
  random: seededRandom(seed),
  log: (text) => console.log(`${new Date().toISOString().slice(11, 23)} ${text}`),
});
const wrong = shortfalls(report);
console.log(chaosText(report));
console.log(wrong.length === 0 ? 'Everything held.' : `DID NOT HOLD:\n${wrong.join('\n')}`);
process.exit(wrong.length === 0 ? 0 : 1);
