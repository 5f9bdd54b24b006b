import { criterionState, isMet, roundsLeft } from '../proofs.ts';
import { addCounts } from '../model/plans.ts';
import type { Criterion, Evidence, Frame, Run } from '../model/run.ts';
import { onTop, type Reducers, remember, top, withoutRequest } from './change.ts';
import { withFailedCheck, withProgressIf } from './progress.ts';
import { withCheckOnLedger, withJudgePaid } from './usage.ts';

/** The claim, the steps, and the criteria with their proofs. */
export const criteria = {
  signalled: top((_frame, { isDone }) => ({ exitSignal: isDone })),

  stepped: top(({ steps, breaker }, { index, isDone }) => ({
    steps: steps.map((step, place) => (place === index ? { ...step, isDone } : step)),
    breaker: withProgressIf(isDone && steps[index]?.isDone === false, breaker),
  })),

  planned: top((frame, { steps }) => ({
    steps: [...frame.steps, ...steps.map((name) => ({ name, isDone: false }))],
  })),

  'step-removed': top(({ steps }, { index }) => ({ steps: steps.filter((_, place) => place !== index) })),

  'criterion-added': top((frame, { criterion }) => ({
    criteria: [...without(frame.criteria, criterion.name), criterion],
    // Only the user's act settles an offer.
    offered: frame.offered?.filter(({ name }) => criterion.by !== 'user' || name !== criterion.name),
  })),

  'criterion-removed': top((frame, { name }) => ({ criteria: without(frame.criteria, name) })),

  ticked: top((frame, { name, tick }) => onCriterion(frame, name, (criterion) => ({ ...criterion, tick }))),

  unticked: top((frame, { name }) =>
    onCriterion(frame, name, (criterion) => ({ ...criterion, tick: undefined })),
  ),

  amended: top(({ amendments = [] }, { amendment }) => ({ amendments: remember(amendments, amendment) })),

  approved: top((frame, { names }) => ({
    criteria: frame.criteria.map((one) =>
      names.includes(one.name)
        ? { ...one, by: 'user', check: one.check && { ...one.check, by: 'user' } }
        : one,
    ),
  })),

  proved: (run, { name, evidence }) =>
    onTop(withJudgePaid(run, evidence), (frame) => ({
      ...withCheckOnLedger(frame, name, evidence),
      ...onCriterion(frame, name, (criterion) =>
        withEvidence(criterion, evidence, isBeforeWork(run, evidence)),
      ),
      ...(evidence.passed
        ? { notes: withoutRequest(frame, name) }
        : { breaker: withFailedCheck(frame.breaker) }),
    })),
} satisfies Partial<Reducers>;

/** True for a result of the driver before its first client. */
function isBeforeWork({ frames: [frame, inner] }: Run, { witness }: Evidence): boolean {
  return witness === 'driver' && frame?.iteration === 0 && !inner;
}

/**
 * Puts a result on a criterion: its first run is the baseline, and a pass on a failed work tree is flaky. A run that was
 * cut off, at its time limit say, has neither passed nor failed.
 */
function withEvidence(criterion: Criterion, evidence: Evidence, isBefore: boolean): Criterion {
  const { passed, at, witness, environment, fingerprint, judgement } = evidence;
  const isKnown = fingerprint !== '';
  const { rounds = 0, failedOn } = criterion;
  const hasEnded = !isCutOff(evidence);
  // Old records have evidence without a baseline, and the first run is unknown.
  const isFirst = hasEnded && (!criterion.evidence || isCutOff(criterion.evidence));
  return {
    ...criterion,
    evidence,
    failures: passed ? 0 : addCounts(criterion.failures, 1),
    rounds: judgement ? addCounts(rounds, 1) : criterion.rounds,
    baseline:
      isFirst && !criterion.baseline
        ? { passed, at, witness, environment, ...(isBefore && { isBeforeWork: true }) }
        : criterion.baseline,
    failedOn: !passed && hasEnded && isKnown ? fingerprint : failedOn,
    isFlaky: (passed && isKnown && failedOn === fingerprint) || criterion.isFlaky,
  };
}

function isCutOff({ exitCode, judgement }: Evidence): boolean {
  return exitCode === null && judgement === undefined;
}

/** Grants one more round, after a pause, to a judge that has used all its rounds. */
export function withRoundLeft(criterion: Criterion): Criterion {
  const { rounds = 0 } = criterion;
  return roundsLeft(criterion) === 0 ? { ...criterion, rounds: Math.max(0, rounds - 1) } : criterion;
}

/** Changes a criterion. Progress is one that becomes met; proving a stale one again is not. */
function onCriterion(
  { criteria, breaker }: Frame,
  name: string,
  change: (criterion: Criterion) => Criterion,
): Partial<Frame> {
  const found = criteria.find((criterion) => criterion.name === name);
  if (!found) return {};
  const changed = change(found);
  const wasOpen = !isMet(found) && criterionState(found) !== 'stale';
  return {
    criteria: criteria.map((criterion) => (criterion === found ? changed : criterion)),
    breaker: withProgressIf(wasOpen && isMet(changed), breaker),
  };
}

function without(criteria: readonly Criterion[], name: string): Criterion[] {
  return criteria.filter((criterion) => criterion.name !== name);
}
