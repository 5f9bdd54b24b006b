import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Tests that take long: they run last, for mutants that survived the others. */
const SLOW = /(?:bounded-reading|differential|read-tail|scan-from|sections)\.test\.ts$/;

class QuickFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted(
      (one, other) => Number(SLOW.test(one.moduleId)) - Number(SLOW.test(other.moduleId)),
    );
  }
}

// The tests that mutants meet. Tests that start the built package are left out: no mutant reaches it.
export default defineConfig({
  test: {
    exclude: [...configDefaults.exclude],
    env: { SOAK_DOCUMENTS: '200' },
    sequence: { sequencer: QuickFirst },
    setupFiles: ['test/mutants-setup.ts'],
    testTimeout: 120_000,
  },
});
