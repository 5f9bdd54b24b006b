import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    setupFiles: ['../testkit/vitest-seed.ts'],
    include: ['test/**/*.test.ts'],
    // Process tests start dozens of Nodes; on a small machine that takes its time.
    expect: { poll: { timeout: 30_000 } },
    testTimeout: 120_000,
    // No test changes a global, so files share the modules of their worker.
    isolate: false,
  },
});
