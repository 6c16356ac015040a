import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from './failure.mjs';
import { capture, environmentWith } from './programs.mjs';
import { showing } from './progress.mjs';
import { inRoot, readIfThere } from './repository.mjs';

const SOURCES = ['contract', 'dashboard', 'package-lock.json', 'vite.config.ts'];
const BUILT = inRoot('dist', 'dashboard');
const UNFINISHED = inRoot('dist', 'dashboard.building');

/** Builds the dashboard if its sources are not the ones it was built from. */
export async function buildDashboard(node) {
  if (!existsSync(inRoot('dashboard', 'index.html')) || !existsSync(inRoot('vite.config.ts'))) return;
  const wanted = hashOfSources();
  if (readIfThere(join(BUILT, '.stamp'))?.toString() === wanted) return;
  await showing('Building the dashboard', async () => {
    const vite = inRoot('node_modules', '.bin', 'vite');
    const args = [vite, 'build', '--config', inRoot('vite.config.ts'), '--outDir', UNFINISHED, '--emptyOutDir'];
    const { ok, output } = await capture(node, args, { env: environmentWith(node) });
    if (!ok) throw new Failure(`${output.trim()}\n\nvite build failed: see above.`);
    writeFileSync(join(UNFINISHED, '.stamp'), wanted);
    // Moved into place as a whole: a build that was interrupted leaves the old one as it was.
    rmSync(BUILT, { recursive: true, force: true });
    renameSync(UNFINISHED, BUILT);
  });
}

function hashOfSources() {
  const hash = createHash('sha256');
  for (const file of SOURCES.flatMap(filesUnder))
    hash
      .update(`${file}\0`)
      .update(readFileSync(inRoot(file)))
      .update('\0');
  return hash.digest('hex');
}

function filesUnder(path) {
  if (!existsSync(inRoot(path))) return [];
  if (!statSync(inRoot(path)).isDirectory()) return [path];
  return readdirSync(inRoot(path))
    .sort()
    .flatMap((name) => filesUnder(join(path, name)));
}
