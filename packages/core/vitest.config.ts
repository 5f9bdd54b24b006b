import { defineConfig } from 'vitest/config';

// Properties and the exploration are worth their seconds, also on a machine that is busy with something else.
export default defineConfig({ test: { testTimeout: 60_000 } });
