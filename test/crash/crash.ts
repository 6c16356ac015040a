/** `npm run test:crash [mails] [kills] [seed] [recipients]`: the crash proofs at full size, on a database of their own. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PgBoss } from 'pg-boss';
import { scratchContext } from '../../bench/tools/scratch-context.ts';
import type { Ctx } from '../../server/platform/context.ts';
import { createQueues } from '../../server/platform/jobs/runner.ts';
import { createProject } from '../../server/projects/project.ts';
import { campaignShortfalls } from './account-for-campaign.ts';
import { runCampaignCrash } from './run-campaign-crash.ts';
import { runCrash, shortfalls } from './run-crash.ts';
import { seededRandom } from './worker-process.ts';

const [mails = 2000, kills = 12, seed = Date.now() % 100_000, recipients = 40_000] = process.argv.slice(2).map(Number);
const dataDir = await mkdtemp(join(tmpdir(), 'posthorn-crash-'));
const scratch = await scratchContext(dataDir);
const boss = new PgBoss({ connectionString: scratch.connectionString, supervise: false, schedule: false });
try {
  await boss.start();
  await createQueues(boss, []);
  const options = { databaseUrl: scratch.connectionString, kills, random: seededRandom(seed) };
  const inProject = async (): Promise<Ctx> => {
    const { id } = await createProject(scratch.ctx, { name: 'Crash' });
    return { ...scratch.ctx, jobs: boss, projectId: id };
  };
  const single = await runCrash({ ...options, ctx: await inProject(), mails });
  console.log({ seed, ...single });
  const campaign = await runCampaignCrash({ ...options, ctx: await inProject(), mails: recipients, fanOutKills: 3 });
  console.log(campaign);
  const wrong = [...shortfalls(single), ...campaignShortfalls(campaign)];
  console.log(wrong.length === 0 ? 'Everyone is accounted for.' : wrong.join('\n'));
  process.exitCode = wrong.length === 0 ? 0 : 1;
} finally {
  await boss.stop({ graceful: false });
  await scratch.close();
  await rm(dataDir, { recursive: true, force: true });
}
