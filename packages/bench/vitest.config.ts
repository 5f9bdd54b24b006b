import { defineConfig } from 'vitest/config';

// The corpus starts some hundred processes; on a busy machine that takes its time.
export default defineConfig({ test: { include: ['test/**/*.test.ts'], testTimeout: 480_000 } });
