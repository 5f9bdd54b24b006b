import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { testState } from '../../packages/testkit/vitest-state.ts';

// No test changes a global, so files share the modules of their worker.
// Most tests here start processes, which wait for the disk more than they compute.
// The command is started a thousand times, and compiling it takes most of its time: Node caches the compiled code.
const env = { ...testState(), NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/compiled') };

export default defineConfig({
  test: {
    setupFiles: ['../../packages/testkit/vitest-seed.ts'],
    expect: { poll: { timeout: 30_000 } },
    testTimeout: 120_000,
    maxWorkers: 3,
    isolate: false,
    env,
  },
});
