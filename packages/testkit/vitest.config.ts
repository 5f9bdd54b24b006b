import { defineConfig } from 'vitest/config';

// Each test runs a real client for a second or two and mostly waits, so files may overlap.
export default defineConfig({ test: { testTimeout: 60_000, maxWorkers: 3 } });
