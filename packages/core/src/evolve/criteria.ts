import { criterionState, isGoodState, isMet, type CriterionState } from '../proofs.ts';
import { addCounts } from '../model/add-counts.ts';
import type { Criterion, Run } from '../schemas/run.ts';
import { onTop, remember, without } from './change.ts';
import { withProgressIf } from './progress.ts';
import type { ReducersOf } from './reducers.ts';
import { withCheckOnLedger } from './usage.ts';

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

  proved: (run, event) =>
    onCriterion(withCheckOnLedger(run, event), event.name, (criterion) => ({
      ...criterion,
      evidence: event.evidence,
      failures: event.evidence.passed ? 0 : addCounts(criterion.failures, 1),
    })),
};

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
