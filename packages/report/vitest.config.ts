import { defineConfig } from 'vitest/config';

// One test file unpacks a browser first, which takes its time on a busy machine.
export default defineConfig({ test: { testTimeout: 120_000 } });
