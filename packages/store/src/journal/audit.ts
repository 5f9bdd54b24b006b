import { type decide, type Decision, type fold, proofText, type Run } from '@loopwright/core';
import type { LoopJournal } from '../run/open-run.ts';

/** One step of a journal, as far as it can be decided again. */
type Step = ReturnType<LoopJournal['history']>[number];

/** How this version decides. Handed in, so that the part of the hook with the audit need not hold it twice. */
export interface Rules {
  readonly decide: typeof decide;
  readonly fold: typeof fold;
}

/** A step, decided again by this version. */
export interface DecidedAgain {
  readonly decision: Decision;
  /** The recorded events prove the same as those of the decision, even if they differ otherwise. */
  readonly isSameProof: boolean;
}

/** Decides a recorded command again, on the run before it. */
export function decideAgain({ before, run, record }: Step, rules: Rules): DecidedAgain {
  const decision = rules.decide(before, record.command);
  const again: Run | undefined = decision.events.length > 0 ? rules.fold(decision.events, before) : before;
  return { decision, isSameProof: proofText(again) === proofText(run) };
}

/**
 * Folds a journal from its records alone and decides each of them again. Returns why it is no proof, or undefined.
 * Differences that prove nothing, such as those of another version of this code, are harmless.
 */
export function auditJournal(journal: LoopJournal, rules: Rules): string | undefined {
  const steps = journal.refold();
  const forged = steps.findIndex((step) => !isSound(step, rules));
  if (forged !== -1)
    return `record ${forged + 1} of the journal was changed by hand, or written by another version`;
  return journal.misplaced > 0 ? 'records of the journal were removed by hand' : undefined;
}

function isSound(step: Step, rules: Rules): boolean {
  try {
    return step.record.isRaced || decideAgain(step, rules).isSameProof;
  } catch {
    // No decision of ours fails on a record of ours.
    return false;
  }
}
