import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Loads schemas inside its tests. Not before those that load them first thing, else Stryker took it for their only test. */
const LOADS = /schemas\.test\.ts$/;

/** Slow tests: they run last, when no other test has killed the mutant. */
const SLOW = /(?:bad-objects|continuation|decide|evolve|identity|plan-waves|sanitize)\.test\.ts$/;

class QuickFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted((one, other) => rank(one) - rank(other));
  }
}

function rank({ moduleId }: TestSpecification): number {
  if (SLOW.test(moduleId)) return 2;
  return LOADS.test(moduleId) ? 1 : 0;
}

// Fewer tests where it is known which of them look at the file, as globs with commas between. Stryker's own
// `--testFiles` won't do: it activates a mutant only once all is loaded, which is too late for tables and schemas.
const include = process.env['MUTANTS_MEET']?.split(',') ?? configDefaults.include;

// The tests that run against mutants. Tests of the built package are left out: mutants don't reach the build. The
// exploration is left out too: it runs the whole package before its first test, so each mutant would wait for it.
export default defineConfig({
  test: {
    include,
    exclude: [...configDefaults.exclude, 'test/explore.test.ts'],
    sequence: { sequencer: QuickFirst },
    setupFiles: ['test/mutants-setup.ts'],
    // One worker for a run instead of one for each file: all of these tests take 9 s then instead of 24.
    isolate: false,
    testTimeout: 60_000,
  },
});
