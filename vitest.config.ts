import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{server,contract,test}/**/*.test.ts'],
    globalSetup: ['test/global-setup.ts'],
    pool: 'forks',
    // Two cores: more workers than that only wait for each other.
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
