import { appendFileSync } from 'node:fs';

/** One line of the table that `npm run bench` ends with. */
export interface Row {
  what: string;
  ours: number;
  /** For example mails/s; with `ms` or `s` less is better. */
  unit: string;
  /** The limit or peer of the same run. */
  beside?: { name: string; value: number };
  memoryMegabytes?: number;
}

export interface Verdict {
  verdict: string;
  isMet: boolean;
}

/** What a run over all benches came to. */
export interface Results {
  at: string;
  machine: string;
  isFull: boolean;
  rows: (Row & { bench: string; ratio: number | null })[];
  verdicts: (Verdict & { bench: string })[];
}

/** Where a run over all benches collects; a bench that is run alone only prints. */
const COLLECTED = process.env.BENCH_ROWS;

export function collect(entry: Row | Verdict): void {
  if (COLLECTED) appendFileSync(COLLECTED, `${JSON.stringify(entry)}\n`);
}

/** How ours stands to what is beside it, more than 1 being better. */
export function ratioOf({ ours, unit, beside }: Row): number | undefined {
  if (!beside) return undefined;
  return unit === 'ms' || unit === 's' ? beside.value / ours : ours / beside.value;
}
