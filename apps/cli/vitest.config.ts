import { defineConfig } from 'vitest/config';

// No test changes a global, so files share the modules of their worker.
// Most of what is tested here are processes, which wait for the disk more than they compute.
export default defineConfig({ test: { testTimeout: 120_000, maxWorkers: 3, isolate: false } });
