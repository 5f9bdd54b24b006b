import { defineConfig } from 'vitest/config';

// Each story runs real clients, which take most of both cores while they start: two files at a time. A poll waits for
// processes and clients, so its limit suits a busy machine.
export default defineConfig({
  test: { testTimeout: 120_000, hookTimeout: 120_000, maxWorkers: 2, expect: { poll: { timeout: 30_000 } } },
});
