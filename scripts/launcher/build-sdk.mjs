import { rmSync } from 'node:fs';
import { environmentWith, handOver } from './programs.mjs';
import { inRoot } from './repository.mjs';

/** JavaScript and types of the SDK, with the part of the contract that it uses. */
export function buildSdk(node) {
  rmSync(inRoot('sdk', 'dist'), { recursive: true, force: true });
  const tsc = inRoot('node_modules', '.bin', 'tsc');
  return handOver(node, [tsc, '-p', inRoot('sdk', 'tsconfig.json')], { env: environmentWith(node) });
}
