import { environmentWith, handOver } from './programs.mjs';
import { inRoot } from './repository.mjs';

/** Pictures of every page into screenshots/; arguments choose among them by name: `-- -t contacts`. */
export function takeScreenshots(node, args) {
  const vitest = [inRoot('node_modules', '.bin', 'vitest'), 'run', '--config', inRoot('vitest.screenshots.config.ts')];
  return handOver(node, [...vitest, ...args], { env: environmentWith(node) });
}
