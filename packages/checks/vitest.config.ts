import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // Process tests start dozens of Nodes; on a small machine that takes its time.
    testTimeout: 120_000,
  },
});
