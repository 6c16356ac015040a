// The door to every command of the repository. Plain JavaScript without dependencies, because it has to run before
// anything is installed and on any Node from 18 on; everything behind it runs on Node 24.
import { BENCH_PACKAGES, runBench, runBenches, runProgram } from './launcher/bench.mjs';
import { buildDashboard } from './launcher/build-dashboard.mjs';
import { buildSdk } from './launcher/build-sdk.mjs';
import { runChecks } from './launcher/checks.mjs';
import { Failure } from './launcher/failure.mjs';
import { findNode } from './launcher/find-node.mjs';
import { installPackages } from './launcher/install-packages.mjs';
import { takeScreenshots } from './launcher/screenshots.mjs';
import { serve } from './launcher/serve.mjs';
import { installSystemPackages } from './launcher/system-packages.mjs';
import { runTests, testLine } from './launcher/tests.mjs';

const COMMANDS = {
  async start() {
    const node = await readyNode();
    await buildDashboard(node);
    return serve(node);
  },

  async dev() {
    return serve(await readyNode(), { isWatching: true });
  },

  async build() {
    await buildDashboard(await readyNode());
    return 0;
  },

  async 'build:sdk'() {
    return buildSdk(await readyNode());
  },

  async check() {
    await runChecks(await readyNode());
    return 0;
  },

  async test(args) {
    try {
      const node = await readyNode();
      await buildDashboard(node);
      await installSystemPackages();
      await runChecks(node);
      return await runTests(node, args);
    } catch (error) {
      report(error);
      console.log(testLine({ failed: 1 }));
      return 1;
    }
  },

  async 'test:crash'(args) {
    return runProgram(await readyNode(), 'test/crash/crash.ts', args);
  },

  async 'test:chaos'(args) {
    return runProgram(await readyNode(), 'test/chaos/chaos.ts', args);
  },

  async screenshots(args) {
    const node = await readyNode();
    await buildDashboard(node);
    await installSystemPackages();
    return takeScreenshots(node, args);
  },

  async bench([name, ...args]) {
    const node = await readyNode();
    await installSystemPackages(BENCH_PACKAGES, 'benchmarks');
    return !name || name.startsWith('--')
      ? runBenches(node, [name, ...args].filter(Boolean))
      : runBench(node, name, args);
  },
};

async function readyNode() {
  const node = await findNode();
  await installPackages(node);
  return node;
}

function report(error) {
  console.error(error instanceof Failure ? error.message : error);
}

async function main([name = '', ...args]) {
  if (!Object.hasOwn(COMMANDS, name)) {
    throw new Failure(`Usage: node scripts/run.mjs <${Object.keys(COMMANDS).join('|')}> [arguments]`);
  }
  return COMMANDS[name](args);
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  report(error);
  process.exitCode = 1;
}
