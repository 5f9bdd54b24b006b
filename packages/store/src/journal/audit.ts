import { decide, type Decision, fold, proofText } from '@loopwright/core';
import type { FoldStep } from './fold.ts';
import type { Journal } from './journal.ts';

/** A step, decided again by this version. */
export interface DecidedAgain {
  readonly decision: Decision;
  /** The recorded events prove the same as those of the decision, even if they differ otherwise. */
  readonly isSameProof: boolean;
}

/** Decides a recorded command again, on the run before it. */
export function decideAgain({ before, run, record }: FoldStep): DecidedAgain {
  const decision = decide(before, record.command);
  const again = decision.events.length > 0 ? fold(decision.events, before) : before;
  return { decision, isSameProof: proofText(again) === proofText(run) };
}

/**
 * Folds a journal from its records alone and decides each of them again. Returns why it is no proof, or undefined.
 * Differences that prove nothing, such as those of another version of this code, are harmless.
 */
export function auditJournal(journal: Journal): string | undefined {
  const forged = journal.history().findIndex((step) => !isSound(step));
  if (forged !== -1)
    return `record ${forged + 1} of the journal was changed by hand, or written by another version`;
  return journal.misplaced > 0 ? 'records of the journal were removed by hand' : undefined;
}

function isSound(step: FoldStep): boolean {
  try {
    return step.record.isRaced || decideAgain(step).isSameProof;
  } catch {
    // No decision of ours fails on a record of ours.
    return false;
  }
}
