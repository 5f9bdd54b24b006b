import { configDefaults, defineConfig } from 'vitest/config';

// The tests that mutants meet: without those that start what was built, which no mutant reaches, and without the
// exploration, which runs all of the package before its first test and would have each mutant wait for it.
export default defineConfig({
  test: {
    exclude: [...configDefaults.exclude, 'test/readme.test.ts', 'test/explore.test.ts'],
    setupFiles: ['test/mutants-setup.ts'],
    testTimeout: 60_000,
  },
});
