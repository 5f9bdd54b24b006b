import { defineConfig } from 'vitest/config';

// The built hook is started dozens of times, which takes as long as the machine is busy.
export default defineConfig({ test: { testTimeout: 60_000 } });
