import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

// Each story runs real clients, which take most of both cores while they start: two files at a time. A poll waits for
// processes and clients, so its limit suits a busy machine.
// The stories start the command and the hook thousands of times, and compiling them takes most of their time: Node
// caches the compiled code.
const env = { NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/compiled') };

export default defineConfig({
  test: {
    setupFiles: ['../../packages/testkit/vitest-seed.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
    expect: { poll: { timeout: 30_000 } },
    env,
  },
});
