import { defineConfig } from 'vitest/config';

// Examples start processes, one after the other.
export default defineConfig({ test: { testTimeout: 120_000 } });
