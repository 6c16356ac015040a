import { useSyncExternalStore } from 'react';

const EVERY_MS = 20_000;

let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

/** The present moment, again every 20 seconds: for times that are told relative to it. One clock for the whole page. */
export const useNow = (): number => useSyncExternalStore(subscribe, () => now);

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) timer = setInterval(tick, EVERY_MS);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) clearInterval(timer);
  };
}

function tick(): void {
  now = Date.now();
  for (const listener of listeners) listener();
}
