import { defineConfig } from 'vitest/config';

// Tests start stand-in clients as processes, which takes as long as the machine is busy.
export default defineConfig({ test: { testTimeout: 60_000 } });
