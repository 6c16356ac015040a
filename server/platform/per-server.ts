import type { Config } from './config.ts';

/** Makes a thing once per running server, told apart by its settings, and keeps it as long as the server lives. */
export function perServer<T>(make: (config: Config) => T): (config: Config) => T {
  const made = new WeakMap<Config, { thing: T }>();
  return (config) => {
    const kept = made.get(config) ?? { thing: make(config) };
    made.set(config, kept);
    return kept.thing;
  };
}
