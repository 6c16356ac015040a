import { setTimeout as delay } from 'node:timers/promises';
import type { Deployment } from './deployment.ts';
import type { ServerProcess } from './server-process.ts';

type Random = () => number;
type Fault = (deployment: Deployment, random: Random) => Promise<void>;

const between = (random: Random, from: number, to: number): number => from + random() * (to - from);
const oneOf = <T>(items: T[], random: Random): T => items[Math.floor(random() * items.length)] as T;

const kill = async (processes: ServerProcess[], random: Random): Promise<void> => oneOf(processes, random).kill();

/** How far a clock jumps: a virtual machine that slept, or a time server that was wrong. */
const FARTHEST_JUMP_MS = 90_000;

const FAULTS: Record<string, Fault> = {
  'worker killed': ({ workers }, random) => kill(workers, random),
  'API killed': ({ apis }, random) => kill(apis, random),
  'Postgres restarted, fast': ({ cluster }) => cluster.restart('fast'),
  'Postgres restarted, immediate': ({ cluster }) => cluster.restart('immediate'),
  'database connections cut': async ({ cluster }) => cluster.proxy.cut(),
  'database stalled': ({ cluster }, random) => stallFor(cluster.proxy, between(random, 300, 2000)),
  'relay connections cut': async ({ relay }) => relay.cut(),
  'relay refuses': async ({ relay }, random) => {
    await relay.refuse();
    relay.cut();
    await delay(between(random, 500, 2500));
    await relay.accept();
  },
  'relay stalled, then cut': async ({ relay }, random) => {
    relay.stall();
    await delay(between(random, 500, 3000));
    relay.cut();
    relay.resume();
  },
  'relay stalled': ({ relay }, random) => stallFor(relay, between(random, 500, 3000)),
  'clock jumps': async ({ apis, workers }, random) =>
    oneOf([...apis, ...workers], random).setClock(Math.round(between(random, -1, 1) * FARTHEST_JUMP_MS)),
};

/** The far end is gone and nobody says so: costs the relay's timeout of two minutes, so only where there is time. */
const SLOW_FAULTS: Record<string, Fault> = {
  'relay half-open': async ({ relay }) => relay.abandon(),
  'database half-open': async ({ cluster }) => cluster.proxy.abandon(),
};
const SLOW_AFTER_MS = 150_000;

async function stallFor(wire: { stall(): void; resume(): void }, ms: number): Promise<void> {
  wire.stall();
  await delay(ms);
  wire.resume();
}

/** Injects faults for so long, each kind at least once before any comes again; answers how often each came. */
export async function injectFaults(
  deployment: Deployment,
  { ms, random, log }: { ms: number; random: Random; log(text: string): void },
): Promise<Record<string, number>> {
  const until = performance.now() + ms;
  const kinds = ms > SLOW_AFTER_MS ? { ...FAULTS, ...SLOW_FAULTS } : FAULTS;
  const counts = Object.fromEntries(Object.keys(kinds).map((name) => [name, 0]));
  let round: string[] = [];
  while (performance.now() < until) {
    if (round.length === 0) round = shuffled(Object.keys(kinds), random);
    const name = round.pop() as string;
    log(name);
    await kinds[name]?.(deployment, random);
    counts[name] = (counts[name] ?? 0) + 1;
    await delay(between(random, 200, 1800));
  }
  return counts;
}

export function shuffled<T>(items: T[], random: Random): T[] {
  return items
    .map((item) => ({ item, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}
