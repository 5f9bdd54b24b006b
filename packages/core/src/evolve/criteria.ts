import { criterionState, isGoodState, isMet, roundsLeft, type CriterionState } from '../proofs.ts';
import { addCounts } from '../model/add-counts.ts';
import type { Criterion, Evidence, Frame } from '../model/run.ts';
import { onTop, type ReducersOf, remember, top, withoutRequest } from './change.ts';
import { withFailedCheck, withProgressIf } from './progress.ts';
import { withCheckOnLedger, withJudgePaid } from './usage.ts';

/** The claim, the steps, and the criteria with their proofs. */
export const criteria: ReducersOf<
  | 'signalled'
  | 'stepped'
  | 'planned'
  | 'step-removed'
  | 'criterion-added'
  | 'criterion-removed'
  | 'ticked'
  | 'unticked'
  | 'proved'
  | 'amended'
  | 'approved'
> = {
  signalled: top((frame, { isDone }) => ({ ...frame, exitSignal: isDone })),

  stepped: top((frame, event) => ({
    ...frame,
    steps: frame.steps.map((step, index) =>
      index === event.index ? { ...step, isDone: event.isDone } : step,
    ),
    breaker: withProgressIf(event.isDone && frame.steps[event.index]?.isDone === false, frame.breaker),
  })),

  planned: top((frame, { steps }) => ({
    ...frame,
    steps: [...frame.steps, ...steps.map((name) => ({ name, isDone: false }))],
  })),

  'step-removed': top((frame, event) => ({
    ...frame,
    steps: frame.steps.filter((_, index) => index !== event.index),
  })),

  'criterion-added': top((frame, { criterion }) => ({
    ...frame,
    criteria: [...frame.criteria.filter(({ name }) => name !== criterion.name), criterion],
  })),

  'criterion-removed': top((frame, event) => ({
    ...frame,
    criteria: frame.criteria.filter(({ name }) => name !== event.name),
  })),

  ticked: top((frame, { name, tick }) => onCriterion(frame, name, (criterion) => ({ ...criterion, tick }))),

  unticked: top((frame, { name }) =>
    onCriterion(frame, name, (criterion) => ({ ...criterion, tick: undefined })),
  ),

  amended: top((frame, { amendment }) => ({
    ...frame,
    amendments: remember(frame.amendments ?? [], amendment),
  })),

  approved: top((frame, { names }) => ({
    ...frame,
    criteria: frame.criteria.map((one) =>
      names.includes(one.name)
        ? { ...one, by: 'user', check: one.check && { ...one.check, by: 'user' } }
        : one,
    ),
  })),

  proved: (run, { name, evidence }) =>
    onTop(withJudgePaid(run, evidence), (before) => {
      const frame = onCriterion(withCheckOnLedger(before, name, evidence), name, (criterion) =>
        withEvidence(criterion, evidence),
      );
      return evidence.passed
        ? withoutRequest(frame, name)
        : { ...frame, breaker: withFailedCheck(frame.breaker) };
    }),
};

/** Puts a result on a criterion: its first run is the baseline, and a pass on a failed work tree is flaky. */
function withEvidence(criterion: Criterion, evidence: Evidence): Criterion {
  const { passed, at, witness, environment, fingerprint, judgement } = evidence;
  const isKnown = fingerprint !== '';
  const { rounds = 0, failedOn } = criterion;
  return {
    ...criterion,
    evidence,
    failures: passed ? 0 : addCounts(criterion.failures, 1),
    rounds: judgement ? addCounts(rounds, 1) : criterion.rounds,
    // Old records have evidence without a baseline, and the first run is unknown.
    baseline: criterion.evidence ? criterion.baseline : { passed, at, witness, environment },
    failedOn: !passed && isKnown ? fingerprint : failedOn,
    isFlaky: (passed && isKnown && failedOn === fingerprint) || criterion.isFlaky,
  };
}

/** Grants one more round, after a pause, to a judge that has used all its rounds. */
export function withRoundLeft(criterion: Criterion): Criterion {
  const { rounds = 0 } = criterion;
  return roundsLeft(criterion) === 0 ? { ...criterion, rounds: Math.max(0, rounds - 1) } : criterion;
}

/** Changes a criterion. Progress is one that becomes met; proving a stale one again is not. */
function onCriterion(frame: Frame, name: string, change: (criterion: Criterion) => Criterion): Frame {
  const found = frame.criteria.find((criterion) => criterion.name === name);
  if (!found) return frame;
  const changed = change(found);
  return {
    ...frame,
    criteria: frame.criteria.map((criterion) => (criterion === found ? changed : criterion)),
    breaker: withProgressIf(isMet(changed) && isOpenState(criterionState(found)), frame.breaker),
  };
}

function isOpenState(state: CriterionState): boolean {
  return !isGoodState(state) && state !== 'stale';
}
