import { collect } from './rows.ts';

/** What one measured stretch of work came to. */
export interface Measured {
  elapsedMs: number;
  latenciesMs: number[];
}

export interface Summary {
  count: number;
  perSecond: number;
  p50: number;
  p99: number;
}

/** Several stretches as one: rates over the summed time, percentiles over all. */
export function summarise(stretches: Measured[]): Summary {
  const latencies = Float64Array.from(stretches.flatMap(({ latenciesMs }) => latenciesMs)).sort();
  const elapsedMs = stretches.reduce((sum, each) => sum + each.elapsedMs, 0);
  const at = (share: number): number =>
    latencies[Math.min(Math.floor(latencies.length * share), latencies.length - 1)] ?? 0;
  return { count: latencies.length, perSecond: latencies.length / (elapsedMs / 1000), p50: at(0.5), p99: at(0.99) };
}

export function line(label: string, { count, perSecond, p50, p99 }: Summary): string {
  const rate = `${Math.round(perSecond).toLocaleString('en')} /s`.padStart(12);
  return `${label.padEnd(24)}${rate}   p50 ${p50.toFixed(1)} ms   p99 ${p99.toFixed(1)} ms   (${count.toLocaleString('en')} in all)`;
}

/** Prints a limit with its verdict; a limit that is missed makes the bench fail. */
export function verdict(what: string, isMet: boolean): void {
  console.log(`${isMet ? 'met   ' : 'MISSED'} ${what}`);
  if (!isMet) process.exitCode = 1;
  collect({ verdict: what.replace(/\s+/g, ' ').trim(), isMet });
}

export const seconds = (ms: number): string => `${(ms / 1000).toFixed(3)} s`;

export async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
