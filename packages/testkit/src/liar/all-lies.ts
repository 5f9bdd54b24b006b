import type { LieSet } from './lie.ts';
import { configLies } from './lies/config.ts';
import { contractLies } from './lies/contract.ts';
import { environmentLies } from './lies/environment.ts';
import { headlessLies } from './lies/headless.ts';
import { judgeLies } from './lies/judge.ts';
import { proofFileLies } from './lies/proof-files.ts';
import { recordLies } from './lies/records.ts';
import { sessionLies } from './lies/sessions.ts';
import { timingLies } from './lies/timing.ts';
import { treeLies } from './lies/tree.ts';
import { wordLies } from './lies/words.ts';

/** Every lie, by kind. */
export const allLies: readonly LieSet[] = [
  contractLies,
  wordLies,
  proofFileLies,
  environmentLies,
  timingLies,
  treeLies,
  recordLies,
  sessionLies,
  judgeLies,
  configLies,
  headlessLies,
];
