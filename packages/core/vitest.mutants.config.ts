import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Tests that take long: they are asked about a mutant last, when no other has found it. */
const SLOW = /(?:bad-objects|continuation|decide|evolve|identity|plan-waves|sanitize)\.test\.ts$/;

class QuickFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted(
      (one, other) => Number(SLOW.test(one.moduleId)) - Number(SLOW.test(other.moduleId)),
    );
  }
}

// The tests that mutants meet: without those that start what was built, which no mutant reaches, and without the
// exploration, which runs all of the package before its first test and would have each mutant wait for it.
export default defineConfig({
  test: {
    exclude: [...configDefaults.exclude, 'test/readme.test.ts', 'test/explore.test.ts'],
    sequence: { sequencer: QuickFirst },
    setupFiles: ['test/mutants-setup.ts'],
    testTimeout: 60_000,
  },
});
