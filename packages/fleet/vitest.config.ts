import { defineConfig } from 'vitest/config';
import { testState } from '../testkit/vitest-state.ts';

// Tests start PostgreSQL, agents and stand-in drivers as processes, which takes as long as the machine is busy.
export default defineConfig({
  test: {
    setupFiles: ['../testkit/vitest-seed.ts'],
    env: testState(),
    expect: { poll: { timeout: 30_000 } },
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
