import { defineConfig } from 'vitest/config';
import { testState } from '../testkit/vitest-state.ts';

// The built hook is started dozens of times, which takes as long as the machine is busy.
// No test changes a global, so files share the modules of their worker.
export default defineConfig({
  test: {
    setupFiles: ['../testkit/vitest-seed.ts'],
    env: testState(),
    expect: { poll: { timeout: 30_000 } },
    testTimeout: 60_000,
    isolate: false,
  },
});
