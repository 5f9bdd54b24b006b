import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Tests of what is made once, when a module is loaded: such a mutant meets every test, and they know most of them. */
const TABLES = /[\\/]schemas[\\/](?:\w|-)+(?<!schemas)\.test\.ts$/;

/** Loads schemas inside its tests. Not before those that load them first thing, else Stryker took it for their only test. */
const LOADS = /schemas\.test\.ts$/;

/** Tests that take long: they are asked about a mutant last, when no other has found it. */
const SLOW = /(?:bad-objects|continuation|decide|evolve|identity|plan-waves|sanitize)\.test\.ts$/;

class QuickFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted((one, other) => rank(one) - rank(other));
  }
}

function rank({ moduleId }: TestSpecification): number {
  if (TABLES.test(moduleId)) return 0;
  if (LOADS.test(moduleId)) return 1;
  return SLOW.test(moduleId) ? 3 : 2;
}

// Fewer tests where it is known which of them look at the file, as globs with commas between. Stryker's own
// `--testFiles` won't do: it activates a mutant only once all is loaded, which is too late for tables and schemas.
const include = process.env['MUTANTS_MEET']?.split(',') ?? configDefaults.include;

// The tests that mutants meet: without those that start what was built, which no mutant reaches, and without the
// exploration, which runs all of the package before its first test and would have each mutant wait for it.
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
