import { configDefaults, defineConfig } from 'vitest/config';

// The tests that mutants meet: without those that start what was built, which no mutant reaches.
export default defineConfig({
  test: {
    exclude: [...configDefaults.exclude, 'test/readme.test.ts'],
    env: { SEED: '1', SOAK_DOCUMENTS: '200' },
    setupFiles: ['test/mutants-setup.ts'],
    testTimeout: 120_000,
  },
});
