import { defineConfig } from 'vitest/config';
import { testState } from '../testkit/vitest-state.ts';

// The corpus starts several hundred processes, which is slow on a busy machine.
export default defineConfig({
  test: {
    setupFiles: ['../testkit/vitest-seed.ts'],
    env: testState(),
    include: ['test/**/*.test.ts'],
    testTimeout: 480_000,
  },
});
