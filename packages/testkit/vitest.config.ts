import { defineConfig } from 'vitest/config';

// Each test runs a real client for a second or two and mostly waits, so files may overlap. A poll waits for processes and
// hooks, so its limit suits a busy machine.
export default defineConfig({
  test: {
    setupFiles: ['./vitest-seed.ts'],
    testTimeout: 60_000,
    maxWorkers: 3,
    expect: { poll: { timeout: 30_000 } },
  },
});
