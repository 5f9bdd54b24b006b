import { defineConfig } from 'vitest/config';

// Each test runs a real client for a second or two, most of which it waits: files may overlap.
export default defineConfig({ test: { testTimeout: 60_000, maxWorkers: 3 } });
