/** `npm run bench [--full]`: every benchmark in turn, each in a process of its own, then one table of them all. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { resultsPage } from './results-page.ts';
import { type Results, type Row, ratioOf, type Verdict } from './rows.ts';

/** Sizes at which all of them together take some minutes on two cores; --full leaves each its own. */
const SMALL: Record<string, string[]> = {
  track: ['3'],
  send: ['2'],
  delivery: ['8000'],
  campaign: ['50000'],
  import: ['50000'],
  audience: ['100000'],
  insight: ['100000'],
  workflows: ['4000', '50000'],
};
const FULL: Record<string, string[]> = { campaign: ['--full'] };
const LIMIT_MS = 8 * 60_000;
const FULL_LIMIT_MS = 60 * 60_000;

const isFull = process.argv.includes('--full');
const bench = (name: string): string => fileURLToPath(new URL(`../${name}`, import.meta.url));
const names = readdirSync(bench('.'))
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.slice(0, -'.ts'.length));

let isInterrupted = false;

async function run(name: string): Promise<{ rows: Row[]; verdicts: Verdict[] }> {
  const folder = mkdtempSync(join(tmpdir(), 'posthorn-bench-rows-'));
  const collected = join(folder, 'rows');
  writeFileSync(collected, '');
  console.log(`\n── ${name} ──`);
  const args = isFull ? (FULL[name] ?? []) : (SMALL[name] ?? []);
  const child = spawn(process.execPath, [...process.execArgv, bench(`${name}.ts`), ...args], {
    stdio: 'inherit',
    // A group of its own: what it started ends with it.
    detached: true,
    env: { ...process.env, BENCH_ROWS: collected },
  });
  const end = () => void process.kill(-(child.pid as number), 'SIGTERM');
  const timer = setTimeout(end, isFull ? FULL_LIMIT_MS : LIMIT_MS);
  const signals = ['SIGINT', 'SIGTERM'] as const;
  const interrupt = () => {
    isInterrupted = true;
    end();
  };
  for (const name of signals) process.on(name, interrupt);
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
  clearTimeout(timer);
  for (const name of signals) process.off(name, interrupt);
  const entries = readFileSync(collected, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Row | Verdict);
  rmSync(folder, { recursive: true });
  const rows = entries.filter((entry) => 'what' in entry);
  const verdicts = entries.filter((entry) => 'verdict' in entry);
  // It ends with 1 for a verdict that was missed; anything else, or no such verdict, is a run that broke.
  const hasBroken = code !== 0 && !verdicts.some(({ isMet }) => !isMet);
  return {
    rows,
    verdicts: hasBroken ? [...verdicts, { verdict: `${name} ended with ${signal ?? code}`, isMet: false }] : verdicts,
  };
}

const shown = (value: number, unit: string): string =>
  `${value < 100 ? value.toFixed(1) : Math.round(value).toLocaleString('en')} ${unit}`;

function table({ rows }: Results): string {
  const cells = rows.map(({ what, ours, unit, beside, ratio, memoryMegabytes }) => [
    what,
    shown(ours, unit),
    beside ? `${beside.name}: ${shown(beside.value, unit)}` : '',
    ratio === null ? '' : ratio.toFixed(2),
    memoryMegabytes ? `${Math.round(memoryMegabytes)} MB` : '',
  ]);
  const head = ['what', 'ours', 'beside it, in the same run', 'ratio', 'memory'];
  const widths = head.map((title, i) => Math.max(title.length, ...cells.map((row) => (row[i] as string).length)));
  return [head, widths.map((width) => '─'.repeat(width)), ...cells]
    .map((row) =>
      row
        .map((cell, i) => cell.padEnd(widths[i] as number))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

const memory = Math.round(totalmem() / 2 ** 30);
const results: Results = {
  at: new Date().toISOString(),
  machine: `${cpus().length} × ${cpus()[0]?.model ?? 'processor'}, ${memory} GB, Node ${process.version}`,
  isFull,
  rows: [],
  verdicts: [],
};
const startedAt = performance.now();
for (const name of names) {
  if (isInterrupted) process.exit(1);
  const { rows, verdicts } = await run(name);
  results.rows.push(...rows.map((row) => ({ ...row, bench: name, ratio: ratioOf(row) ?? null })));
  results.verdicts.push(...verdicts.map((each) => ({ ...each, bench: name })));
}
writeFileSync(bench('results.json'), `${JSON.stringify(results, null, 2)}\n`);
writeFileSync(bench('results.html'), resultsPage(results));
const missed = results.verdicts.filter(({ isMet }) => !isMet);
console.log(`\n${results.machine}\n\n${table(results)}\n`);
console.log(`${results.verdicts.length - missed.length} limits met, ${missed.length} missed`);
for (const { bench: name, verdict } of missed) console.log(`MISSED ${name}: ${verdict}`);
console.log(`${((performance.now() - startedAt) / 60_000).toFixed(1)} minutes; bench/results.json, bench/results.html`);
process.exitCode = missed.length === 0 ? 0 : 1;
