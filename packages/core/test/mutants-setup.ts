import * as fc from 'fast-check';
import { afterEach } from 'vitest';

// Mutants are compared with each other: every property draws the same values, and stops at the first that fails.
fc.configureGlobal({ seed: 1, endOnFailure: true });

// One test that fails kills a mutant. Later files add nothing, so they aren't loaded.
const worker = globalThis as { hasFailed?: boolean };
if (worker.hasFailed) throw new Error('A test has failed already.');
afterEach(({ task }) => {
  worker.hasFailed ||= task.result?.state === 'fail';
});
