import type { LieSet } from './lie.ts';
import { claimLies } from './lies/claims.ts';
import { contractLies } from './lies/contract.ts';
import { headlessLies } from './lies/headless.ts';
import { judgeLies } from './lies/judge.ts';
import { proofLies } from './lies/proof.ts';
import { recordLies } from './lies/records.ts';
import { surroundingLies } from './lies/surroundings.ts';

/** Every lie, by kind: one for each idea. */
export const allLies: readonly LieSet[] = [
  claimLies,
  contractLies,
  proofLies,
  surroundingLies,
  recordLies,
  judgeLies,
  headlessLies,
];
