import { criterionState, isGoodState, isMet, roundsLeft, type CriterionState } from '../proofs.ts';
import { addCounts } from '../model/add-counts.ts';
import type { Criterion, Evidence, Run } from '../model/run.ts';
import { onTop, remember, without, withoutRequest } from './change.ts';
import { withFailedCheck, withProgressIf } from './progress.ts';
import type { ReducersOf } from './reducers.ts';
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
  signalled: (run, event) => onTop(run, (frame) => ({ ...frame, exitSignal: event.isDone })),

  stepped: (run, event) =>
    onTop(run, (frame) => ({
      ...frame,
      steps: frame.steps.map((step, index) =>
        index === event.index ? { ...step, isDone: event.isDone } : step,
      ),
      breaker: withProgressIf(event.isDone && frame.steps[event.index]?.isDone === false, frame.breaker),
    })),

  planned: (run, event) =>
    onTop(run, (frame) => ({
      ...frame,
      steps: [...frame.steps, ...event.steps.map((name) => ({ name, isDone: false }))],
    })),

  'step-removed': (run, event) =>
    onTop(run, (frame) => ({ ...frame, steps: frame.steps.filter((_, index) => index !== event.index) })),

  'criterion-added': (run, event) =>
    onTop(run, (frame) => ({
      ...frame,
      criteria: [...frame.criteria.filter(({ name }) => name !== event.criterion.name), event.criterion],
    })),

  'criterion-removed': (run, event) =>
    onTop(run, (frame) => ({ ...frame, criteria: frame.criteria.filter(({ name }) => name !== event.name) })),

  ticked: (run, event) => onCriterion(run, event.name, (criterion) => ({ ...criterion, tick: event.tick })),

  unticked: (run, event) => onCriterion(run, event.name, (criterion) => without(criterion, 'tick')),

  amended: (run, { amendment }) =>
    onTop(run, (frame) => ({ ...frame, amendments: remember(frame.amendments ?? [], amendment) })),

  approved: (run, { names }) =>
    onTop(run, (frame) => ({
      ...frame,
      criteria: frame.criteria.map((criterion) =>
        names.includes(criterion.name)
          ? {
              ...criterion,
              by: 'user',
              ...(criterion.check && { check: { ...criterion.check, by: 'user' } }),
            }
          : criterion,
      ),
    })),

  proved: (run, event) => {
    const proved = onCriterion(withJudgePaid(withCheckOnLedger(run, event), event), event.name, (criterion) =>
      withEvidence(criterion, event.evidence),
    );
    return onTop(proved, (frame) =>
      event.evidence.passed
        ? withoutRequest(frame, event.name)
        : { ...frame, breaker: withFailedCheck(frame.breaker) },
    );
  },
};

/** Puts a result on a criterion: its first run is the baseline, and a pass on a failed work tree is flaky. */
function withEvidence(criterion: Criterion, evidence: Evidence): Criterion {
  const { passed, at, witness, environment, fingerprint } = evidence;
  const isKnown = fingerprint !== '';
  const isFlaky = passed && isKnown && criterion.failedOn === fingerprint;
  return {
    ...criterion,
    evidence,
    failures: passed ? 0 : addCounts(criterion.failures, 1),
    ...(evidence.judgement && { rounds: addCounts(criterion.rounds ?? 0, 1) }),
    // Old records have evidence without a baseline, and the first run is unknown.
    ...(!criterion.evidence && {
      baseline: { passed, at, ...(witness && { witness }), ...(environment && { environment }) },
    }),
    ...(!passed && isKnown && { failedOn: fingerprint }),
    ...(isFlaky && { isFlaky }),
  };
}

/** Grants one more round, after a pause, to a judge that has used all its rounds. */
export function withRoundLeft(criterion: Criterion): Criterion {
  const { rounds = 0 } = criterion;
  return roundsLeft(criterion) === 0 ? { ...criterion, rounds: Math.max(0, rounds - 1) } : criterion;
}

/** Changes a criterion. Progress is one that becomes met; proving a stale one again is not. */
function onCriterion(run: Run, name: string, change: (criterion: Criterion) => Criterion): Run {
  return onTop(run, (frame) => {
    const found = frame.criteria.find((criterion) => criterion.name === name);
    if (!found) return frame;
    const changed = change(found);
    return {
      ...frame,
      criteria: frame.criteria.map((criterion) => (criterion === found ? changed : criterion)),
      breaker: withProgressIf(isMet(changed) && isOpenState(criterionState(found)), frame.breaker),
    };
  });
}

function isOpenState(state: CriterionState): boolean {
  return !isGoodState(state) && state !== 'stale';
}
