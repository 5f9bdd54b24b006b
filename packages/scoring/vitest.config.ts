import { defineConfig } from 'vitest/config';

// Properties over many specs take as long as the machine is busy; time decides nothing here.
// No test changes a global, so files share the modules of their worker.
export default defineConfig({
  test: { setupFiles: ['../testkit/vitest-seed.ts'], testTimeout: 120_000, isolate: false },
});
