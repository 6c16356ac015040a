import { mkdirSync, rmSync } from 'node:fs';
import { environmentWith, handOver } from './programs.mjs';
import { inRoot, readIfThere } from './repository.mjs';

const RESULTS = inRoot('.cache', 'test-results.json');

/** Runs vitest and ends with the plain line that tells the outcome. */
export async function runTests(node, args) {
  mkdirSync(inRoot('.cache'), { recursive: true });
  rmSync(RESULTS, { force: true });
  const vitest = [inRoot('node_modules', '.bin', 'vitest'), 'run', '--reporter=default', '--reporter=json'];
  const code = await handOver(node, [...vitest, `--outputFile.json=${RESULTS}`, ...args], {
    env: environmentWith(node),
  });
  const counts = countResults(readIfThere(RESULTS));
  // Vitest also fails for what belongs to no test, such as an unhandled rejection.
  if (code !== 0 && counts.failed === 0) counts.failed = 1;
  console.log(testLine(counts));
  return counts.failed === 0 ? code : 1;
}

export function testLine({ passed = 0, failed = 0, skipped = 0 }) {
  return `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`;
}

function countResults(text) {
  if (!text) return { passed: 0, failed: 1, skipped: 0 };
  const results = JSON.parse(text);
  // A file that cannot even be loaded has no tests to fail: it counts as one.
  const brokenFiles = results.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.every((each) => each.status !== 'failed'),
  );
  return {
    passed: results.numPassedTests,
    failed: results.numFailedTests + brokenFiles.length,
    skipped: results.numPendingTests + results.numTodoTests,
  };
}
