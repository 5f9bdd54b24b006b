import { defineConfig } from 'vitest/config';

// The corpus starts several hundred processes, which is slow on a busy machine.
export default defineConfig({ test: { include: ['test/**/*.test.ts'], testTimeout: 480_000 } });
