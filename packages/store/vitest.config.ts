import { defineConfig } from 'vitest/config';
import { testState } from '../testkit/vitest-state.ts';

export default defineConfig({
  test: {
    setupFiles: ['../testkit/vitest-seed.ts'],
    env: testState(),
    include: ['test/**/*.test.ts'],
    // Process tests start dozens of Nodes; on a small machine that takes its time.
    testTimeout: 120_000,
    // No test changes a global, so files share the modules of their worker.
    isolate: false,
  },
});
