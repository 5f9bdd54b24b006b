import { defineConfig } from 'vitest/config';

// Properties and the exploration are worth their seconds, also on a machine that is busy with something else.
// No test changes a global, so files share the modules of their worker.
export default defineConfig({
  test: { setupFiles: ['../testkit/vitest-seed.ts'], testTimeout: 60_000, isolate: false },
});
