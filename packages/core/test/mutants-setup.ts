import * as fc from 'fast-check';

// Mutants are compared with each other: every property draws the same values, and stops at the first that fails.
fc.configureGlobal({ seed: 1, endOnFailure: true });
