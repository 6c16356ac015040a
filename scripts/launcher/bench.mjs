import { existsSync, readdirSync } from 'node:fs';
import { Failure } from './failure.mjs';
import { environmentWith, handOver } from './programs.mjs';
import { inRoot } from './repository.mjs';
import { NODE_FLAGS } from './serve.mjs';

export function listBenches() {
  console.log(`Usage: npm run bench <name>, with one of: ${benches().join(', ') || 'none yet'}`);
  return 0;
}

export function runBench(node, name, args) {
  if (!benches().includes(name))
    throw new Failure(`There is no bench "${name}", only: ${benches().join(', ') || 'none yet'}`);
  return runProgram(node, `bench/${name}.ts`, args);
}

export function runProgram(node, file, args) {
  return handOver(node, [...NODE_FLAGS, inRoot(file), ...args], { env: environmentWith(node) });
}

function benches() {
  if (!existsSync(inRoot('bench'))) return [];
  return readdirSync(inRoot('bench'))
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => file.slice(0, -'.ts'.length))
    .sort();
}
