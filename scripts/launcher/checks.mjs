import { existsSync } from 'node:fs';
import { Failure } from './failure.mjs';
import { capture, environmentWith } from './programs.mjs';
import { showing } from './progress.mjs';
import { inRoot } from './repository.mjs';
import { NODE_FLAGS } from './serve.mjs';

const tool = (name) => inRoot('node_modules', '.bin', name);
const CRUISED = ['contract', 'server', 'dashboard', 'test', 'bench', 'sdk'];
const VERIFY_TABLES = 'scripts/verify-tables.ts';

const isTerminal = process.stdout.isTTY;
/** The tools write to a pipe of ours and cannot see what we write to. */
const COLOR = isTerminal ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' };

/** In this order: the cheap and telling ones first. */
const CHECKS = [
  {
    name: 'Format and lint (biome)',
    args: () => [tool('biome'), 'ci', '--error-on-warnings', `--colors=${isTerminal ? 'force' : 'off'}`],
  },
  { name: 'Types (tsc)', args: () => [tool('tsc'), '-p', 'tsconfig.json', '--noEmit'] },
  {
    name: 'Types of the dashboard (tsc)',
    args: () => [tool('tsc'), '-p', 'tsconfig.dashboard.json', '--noEmit'],
  },
  {
    name: 'Import rules (dependency-cruiser)',
    args: () => [
      tool('depcruise'),
      '--config',
      '.dependency-cruiser.cjs',
      ...CRUISED.filter((path) => existsSync(inRoot(path))),
    ],
    // With a TypeScript it does not know it looks at nothing and finds nothing wrong.
    isPlausible: (output) => Number(/(\d+) modules/.exec(output)?.[1] ?? 0) > 0,
  },
  { name: 'Dead code (knip)', args: () => [tool('knip')] },
  {
    name: 'Tables match migrations',
    args: () => [...NODE_FLAGS, VERIFY_TABLES],
    isWanted: () => existsSync(inRoot(VERIFY_TABLES)),
  },
];

/** Runs all checks; the first that fails ends it, with what the tool has to say. */
export async function runChecks(node) {
  for (const { name, args, isPlausible = () => true, isWanted = () => true } of CHECKS) {
    if (!isWanted()) continue;
    await showing(name, async () => {
      const { ok, output } = await capture(node, args(), { env: environmentWith(node, COLOR) });
      if (!ok) throw new Failure(`${output.trim()}\n\n${name} failed: see above.`);
      if (!isPlausible(output)) throw new Failure(`${output.trim()}\n\n${name} failed: it checked nothing.`);
    });
  }
}
