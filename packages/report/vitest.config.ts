import { defineConfig } from 'vitest/config';

// One test file unpacks a browser first, which takes its time on a busy machine.
// No test changes a global, so files share the modules of their worker.
export default defineConfig({
  test: {
    setupFiles: ['../testkit/vitest-seed.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    isolate: false,
  },
});
