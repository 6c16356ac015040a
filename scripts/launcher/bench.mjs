import { existsSync, readdirSync } from 'node:fs';
import { Failure } from './failure.mjs';
import { environmentWith, handOver } from './programs.mjs';
import { inRoot } from './repository.mjs';
import { NODE_FLAGS } from './serve.mjs';

/** What benchmarks need beyond npm: a sink and a source of mail from Postfix, and Redis for a peer. */
export const BENCH_PACKAGES = [
  { command: 'smtp-sink', debianPackage: 'postfix' },
  { command: 'redis-server', debianPackage: 'redis-server' },
];

/** All of them, in small sizes unless told otherwise, and one table. */
export function runBenches(node, args) {
  return runProgram(node, 'bench/tools/run-all.ts', args);
}

export function runBench(node, name, args) {
  if (!benches().includes(name)) throw new Failure(`There is no bench "${name}", only: ${benches().join(', ')}`);
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
