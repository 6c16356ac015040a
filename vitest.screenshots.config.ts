import { defineConfig } from 'vitest/config';

// Not a test but run like one: it needs the same database, server and browser. `npm run screenshots` starts it.
export default defineConfig({
  test: {
    include: ['test/browser/screenshots.ts'],
    globalSetup: ['test/global-setup.ts'],
    pool: 'forks',
    maxWorkers: 1,
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
});
