import { useSyncExternalStore } from 'react';

export interface Observed<T> {
  get(): T;
  set(value: T): void;
  subscribe(listener: () => void): () => void;
}

/** A value that lives outside React, such as who is signed in, and that components can follow with useObserved. */
export function observed<T>(initial: T): Observed<T> {
  let current = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => current,
    set: (value) => {
      if (Object.is(current, value)) return;
      current = value;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export const useObserved = <T>({ subscribe, get }: Observed<T>): T => useSyncExternalStore(subscribe, get);
