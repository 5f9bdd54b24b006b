import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

// Examples start processes, one after the other.
// No test changes a global, so files share the modules of their worker.
// They start the command hundreds of times, and compiling it takes most of its time: Node keeps what it compiled.
const env = { NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/compiled') };

export default defineConfig({
  test: {
    setupFiles: ['../packages/testkit/vitest-seed.ts'],
    expect: { poll: { timeout: 30_000 } },
    testTimeout: 120_000,
    hookTimeout: 120_000,
    isolate: false,
    env,
  },
});
