import { environmentWith, handOver } from './programs.mjs';
import { inRoot } from './repository.mjs';

const WATCHED = ['server', 'contract', 'migrations'];

/** Early releases of Node 24 still warn that running TypeScript is experimental. */
export const NODE_FLAGS = ['--disable-warning=ExperimentalWarning'];

/** Runs the server until it ends; watching, it is started again whenever its sources change. */
export function serve(node, { isWatching = false } = {}) {
  const watch = isWatching
    ? ['--watch', '--watch-preserve-output', ...WATCHED.map((path) => `--watch-path=${inRoot(path)}`)]
    : [];
  return handOver(node, [...NODE_FLAGS, ...watch, inRoot('server', 'main.ts')], { env: environmentWith(node) });
}
