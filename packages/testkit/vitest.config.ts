import { defineConfig } from 'vitest/config';

// Each test runs a real client for a second or two, and the machine may have others to run.
export default defineConfig({ test: { testTimeout: 60_000 } });
