import { defineConfig } from 'vitest/config';

// Examples start processes, one after the other.
// No test changes a global, so files share the modules of their worker.
export default defineConfig({ test: { testTimeout: 120_000, isolate: false } });
