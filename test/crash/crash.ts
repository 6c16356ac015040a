/** `npm run test:crash [mails] [kills] [seed]`: the crash proof at full size, on a database of its own. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { scratchContext } from '../../bench/tools/scratch-context.ts';
import { createProject } from '../../server/projects/project.ts';
import { runCrash, seededRandom, shortfalls } from './run-crash.ts';

const [mails = 2000, kills = 12, seed = Date.now() % 100_000] = process.argv.slice(2).map(Number);
const dataDir = await mkdtemp(join(tmpdir(), 'posthorn-crash-'));
const scratch = await scratchContext(dataDir);
try {
  const { id } = await createProject(scratch.ctx, { name: 'Crash' });
  const report = await runCrash({
    ctx: { ...scratch.ctx, projectId: id },
    databaseUrl: scratch.connectionString,
    mails,
    kills,
    random: seededRandom(seed),
  });
  console.log({ seed, ...report });
  const wrong = shortfalls(report);
  console.log(wrong.length === 0 ? 'Everyone is accounted for.' : wrong.join('\n'));
  process.exitCode = wrong.length === 0 ? 0 : 1;
} finally {
  await scratch.close();
  await rm(dataDir, { recursive: true, force: true });
}
